/** Each statement of a request as a span, with a name that is read. */
import { isWithinSpan, spanned } from '../spans.ts'
import { type AdapterFactory, type DriverQuery, type Queryable, asking } from './driver.ts'

const MOST_NAMES = 1_000
const MOST_CHARACTERS = 2_000
const CHANGES = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?(\w+)"?/g
const SOURCE = /\bFROM\s+(?:ONLY\s+)?(?:"?public"?\.)?"?(\w+)"?/

const SYSTEM = { 'db.system.name': 'postgresql' } as const

const short = { 'INSERT INTO': 'INSERT', UPDATE: 'UPDATE', 'DELETE FROM': 'DELETE' } as const

/** What a statement does to which tables: `INSERT documents, INSERT events`, or `SELECT documents`. */
const summary = (sql: string): string => {
  // `FOR UPDATE` and `DO UPDATE SET` change no table of their own.
  const changes = [...sql.replace(/\b(?:FOR|DO)\s+(?:NO KEY\s+)?UPDATE\b/g, '').matchAll(CHANGES)]
  const named = changes.map(([, verb, table]) => `${short[verb as keyof typeof short]} ${table}`)
  if (named.length > 0) return [...new Set(named)].slice(0, 4).join(', ')
  const table = SOURCE.exec(sql)?.[1]
  return table ? `SELECT ${table}` : (/^\s*(\w+)/.exec(sql)?.[1] ?? 'statement').toUpperCase()
}

const summaries = new Map<string, string>()

const nameOf = (sql: string): string => {
  const known = summaries.get(sql)
  if (known !== undefined) return known
  const name = summary(sql)
  if (summaries.size < MOST_NAMES) summaries.set(sql, name)
  return name
}

type Ask<Result> = (query: DriverQuery) => Promise<Result>

/** The values of a statement are not told: they are what callers wrote. */
const told =
  <Result>(ask: Ask<Result>): Ask<Result> =>
  (query) => {
    if (!isWithinSpan()) return ask(query)
    const name = nameOf(query.sql)
    const facts = { ...SYSTEM, 'db.query.summary': name, 'db.query.text': query.sql.slice(0, MOST_CHARACTERS) }
    return spanned(name, facts, () => ask(query), { kind: 'client' })
  }

const committed = (commit: () => Promise<void>): Promise<void> =>
  isWithinSpan() ? spanned('COMMIT', SYSTEM, commit, { kind: 'client' }) : commit()

const telling = <Q extends Queryable & { commit?(): Promise<void> }>(queryable: Q): Q => {
  const commit = queryable.commit?.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: told(queryable.queryRaw.bind(queryable)),
    executeRaw: told(queryable.executeRaw.bind(queryable)),
    ...(commit && { commit: () => committed(commit) }),
  })
}

/** An adapter that tells its statements to whoever collects spans. */
export const tellingSpans = (factory: AdapterFactory): AdapterFactory => asking(factory, telling)
