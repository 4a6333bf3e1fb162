/** Statements whose rows are wanted as the server wrote them: past the readers of values that drivers bring. */
import pg from 'pg'
import type { Texts } from './compiled/unread.ts'
import type { AdapterFactory, DriverQuery, TextQuery } from './driver.ts'
import type { Connection, Session } from './prepared.ts'

type Ask = (query: DriverQuery) => Promise<Texts[]>

const asIs = (text: string): string => text

/** What `pg` calls on a statement while it is under way, beyond its types. */
interface Protocol extends pg.Submittable {
  prepare(connection: pg.Connection): void
}

const undescribed = new WeakMap<pg.Connection, pg.Connection>()

/** The connection for a statement that does not ask what its rows look like. */
const withoutDescription = (connection: pg.Connection): pg.Connection => {
  const known = undescribed.get(connection)
  if (known) return known
  const quiet = Object.assign(Object.create(connection) as pg.Connection, { describe: () => undefined })
  undescribed.set(connection, quiet)
  return quiet
}

/** Who asks knows the columns: they are not described, and their values not read. */
class TextsQuery extends (pg.Query as unknown as new (config: pg.QueryConfig) => Protocol) {
  readonly texts: Texts[] = []

  override prepare(connection: pg.Connection): void {
    super.prepare(withoutDescription(connection))
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    this.texts.push(fields)
  }

  handleCommandComplete(): void {
    // The rows are all there is to know.
  }
}

export const textsOfPool =
  (pool: pg.Pool, nameOf: (query: DriverQuery) => string): Ask =>
  async (query) => {
    const { sql: text, args: values } = query
    const asked = new TextsQuery({ name: nameOf(query), text, values })
    // A pool answers a promise for whatever it is asked; its types know that of texts alone.
    await (pool.query(asked) as unknown as Promise<unknown>)
    return asked.texts
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
