/**
 * What still works and will go, by its coordinate: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, or
 * `GET /v1/path`. Whatever is removed from a released contract stands here for at least six months before.
 */
export interface Deprecation {
  /** Day on which it was announced. */
  since: string
  /** Day from which it may be gone. */
  sunset: string
  /** The coordinate to use instead. */
  replacement: string
  why: string
}

export type Deprecations = Readonly<Record<string, Deprecation>>

export const deprecations: Deprecations = {}

export const deprecationText = ({ since, sunset, replacement, why }: Deprecation): string =>
  `${why} Use \`${replacement}\`. Deprecated since ${since}, removed after ${sunset}.`
