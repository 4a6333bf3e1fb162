/** Statements whose rows are wanted as the server wrote them: past the readers of values that drivers bring. */
import type pg from 'pg'
import type { Texts } from './compiled/unread.ts'
import type { AdapterFactory, DriverQuery, TextQuery } from './driver.ts'
import type { Connection, Session } from './prepared.ts'

type Ask = (query: DriverQuery) => Promise<Texts[]>

const asIs = (text: string): string => text
const TYPES = { getTypeParser: () => asIs }

export const textsOfPool =
  (pool: pg.Pool, nameOf: (query: DriverQuery) => string): Ask =>
  async (query) => {
    const { sql: text, args: values } = query
    const asked = { name: nameOf(query), text, values, rowMode: 'array' as const, types: TYPES }
    return (await pool.query<(string | null)[]>(asked as pg.QueryArrayConfig)).rows
  }

export const textsOfSession = (session: Session, { parsers: known }: Connection): Ask => {
  const parsers = Object.fromEntries(Object.keys(known).map((type) => [type, asIs]))
  return async ({ sql, args }) => (await session.query<Texts>(sql, args, { rowMode: 'array', parsers })).rows
}

/** An adapter that answers texts where they are wanted; in transactions nobody does. */
export const answeringTexts = (factory: AdapterFactory, ask: Ask): AdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  async connect() {
    const adapter = await factory.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    return Object.assign(adapter, {
      queryRaw: async (query: DriverQuery | TextQuery) =>
        'asTexts' in query
          ? { columnNames: [], columnTypes: [], rows: (await ask(query)) as unknown[][] }
          : queryRaw(query),
    })
  },
})
