/**
 * A server that stays while the next version adds a column: PostgreSQL refuses what was prepared as `SELECT *` before,
 * on each connection that has prepared it. So the statement gets another text, and with it another name.
 */
import { type AdapterFactory, type DriverQuery, type Queryable, asking } from './driver.ts'

/** What PostgreSQL says of anything that it does not do: of a statement that it did before, only for this reason. */
const OUTDATED = '0A000'

const isOutdated = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { originalCode?: string } | undefined)?.originalCode === OUTDATED

/** An adapter that prepares anew what was refused so. Whoever asked has to ask again: see `patience.ts`. */
export const preparingAnew = (factory: AdapterFactory): AdapterFactory => {
  const times = new Map<string, number>()
  const anew =
    <Result>(ask: (query: DriverQuery) => Promise<Result>) =>
    async (query: DriverQuery): Promise<Result> => {
      const { sql } = query
      const time = times.get(sql) ?? 0
      try {
        return await ask(time === 0 ? query : { ...query, sql: `${sql} /* prepared anew: ${time} */` })
      } catch (error) {
        if (isOutdated(error)) times.set(sql, time + 1)
        throw error
      }
    }
  return asking(factory, <Q extends Queryable>(queryable: Q) =>
    Object.assign(queryable, {
      queryRaw: anew(queryable.queryRaw.bind(queryable)),
      executeRaw: anew(queryable.executeRaw.bind(queryable)),
    }),
  )
}
