/** What broke since the last release: the schema, REST and events are held against it by a test. */
export interface BreakingChange {
  /** `Type.field`, `GET /v1/path < property` of an answer, `POST /v1/path > property` of a body, `event type property`. */
  coordinate: string
  /** Day on which it was released. */
  date: string
  why: string
  /** What to do about it. */
  fix: string
}

export const LAST_RELEASE = '0.1.0'

export const breakingChanges: readonly BreakingChange[] = []
