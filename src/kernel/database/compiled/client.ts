/**
 * The client, with reads and writes that need no planner: each becomes one prepared statement, and its rows what Prisma
 * would give (`findUnique` in transactions alone, where nothing is asked together). Whatever asks for more goes to Prisma.
 */
import type { AdapterFactory, Client, Db, Queryable, TextQuery } from '../driver.ts'
import { queryOf, rawOn, refused } from '../raw.ts'
import { type Manner, transact } from '../transactions.ts'
import { type Model, modelsWith } from './models.ts'
import { type Statement, countOf, readOf } from './select.ts'
import type { Texts } from './unread.ts'
import { type Plain, unlessBeyond } from './where.ts'
import { columnsIn, writeOf, writes } from './writes.ts'

type Listener = (event: { query: string }) => void

/** What Prisma knows of its models at run time, which its types do not show. */
interface WithTables {
  _runtimeDataModel: { models: Readonly<Record<string, { dbName: string | null }>> }
}

const tablesOf = (client: Client): Map<string, string> => {
  const { models } = (client as unknown as WithTables)._runtimeDataModel
  return new Map(Object.entries(models).map(([name, { dbName }]) => [name, dbName ?? name]))
}

/** The delegate of a model is called like it, with a small first letter. */
const delegateOf = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1)

const overriding = <T extends object>(target: T, own: Readonly<Record<string, unknown>>): T => {
  const kept = new Map<string | symbol, unknown>(Object.entries(own))
  return new Proxy(target, {
    get(_, name) {
      if (kept.has(name)) return kept.get(name)
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

type Method = (args?: Plain) => Promise<unknown>

/** Who runs the statements, and who hears of them. */
interface Runner {
  models: ReadonlyMap<string, Model>
  driver(): Promise<Queryable>
  tell(sql: string): void
}

const queried = async ({ driver, tell }: Runner, { sql, values }: Statement, more?: Pick<TextQuery, 'asTexts'>) => {
  tell(sql)
  return (await (await driver()).queryRaw({ ...queryOf(sql, values), ...more }).catch(refused(false))).rows
}

const rowsOf = async (runner: Runner, model: Model, args: Plain): Promise<Plain[] | undefined> => {
  const read = readOf(runner.models, model, args)
  return read && (await queried(runner, read)).map(read.rowOf)
}

/** Undefined where it is not compiled, or some column is read with its value. */
const unreadRowsOf = async (runner: Runner, model: Model, args: Plain): Promise<unknown[] | undefined> => {
  const read = readOf(runner.models, model, args)
  if (!read?.unreadOf) return undefined
  return ((await queried(runner, read, { asTexts: true })) as Texts[]).map(read.unreadOf)
}

const changed = async (method: string, runner: Runner, model: Model, args: Plain): Promise<unknown> => {
  const write = writeOf(runner.models, model, method, args)
  if (!write) return undefined
  if (write.hasRows) {
    const rows = await queried(runner, write)
    return write.answer(rows, rows.length)
  }
  runner.tell(write.sql)
  const on = await runner.driver()
  return write.answer([], await on.executeRaw(queryOf(write.sql, write.values)).catch(refused(false)))
}

/** Undefined where it is not compiled, or found no row where there must be one: Prisma words that. */
type Own = (runner: Runner, model: Model, args: Plain) => Promise<unknown>

const firstOrNull: Own = async (runner, model, args) => {
  const rows = await rowsOf(runner, model, { ...args, take: 1 })
  return rows && (rows[0] ?? null)
}

const first: Own = async (...given) => (await firstOrNull(...given)) ?? undefined

/** Without a key it would be any row: Prisma refuses that. */
const byKey =
  (find: Own): Own =>
  async (runner, model, args) => {
    const where = unlessBeyond(() => columnsIn(model, args['where']))
    const isNamed = where !== undefined && Object.values(where).some((value) => value !== undefined)
    return isNamed ? find(runner, model, { ...args, where }) : undefined
  }

/** What of a model needs no planner. */
const everywhere: Readonly<Record<string, Own>> = {
  ...Object.fromEntries(
    Object.keys(writes).map((method): [string, Own] => [method, (...given) => changed(method, ...given)]),
  ),
  findMany: rowsOf,
  findFirst: firstOrNull,
  findFirstOrThrow: first,
  async count(runner, model, args) {
    const count = countOf(model, args)
    return count && Number((await queried(runner, count))[0]?.[0])
  },
}

const inTransactions: typeof everywhere = {
  ...everywhere,
  findUnique: byKey(firstOrNull),
  findUniqueOrThrow: byKey(first),
}

const unlessUndefined =
  (own: (args: Plain) => Promise<unknown>, otherwise: Method): Method =>
  async (args = {}) => {
    const answer = await own(args)
    return answer === undefined ? otherwise(args) : answer
  }

interface Direct {
  client: Client
  /** The same, whose `findMany` answers rows that are not read. */
  unread: Client
  transaction<T>(body: (db: Db) => Promise<T>, timeoutMs: number, manner?: Manner): Promise<T>
}

/** The client, and its transactions, with what needs no planner past Prisma. */
export const withCompiled = (client: Client, factory: AdapterFactory): Direct => {
  const models = modelsWith(tablesOf(client))
  const named = new Map([...models].map(([name, model]) => [delegateOf(name), model]))
  const listeners = new Set<Listener>()
  const tell = (query: string): void => {
    for (const listener of listeners) listener({ query })
  }
  let connected: ReturnType<AdapterFactory['connect']> | undefined
  const driver = () => (connected ??= factory.connect())
  const runner: Runner = { models, driver, tell }
  const withOwn = (base: Client, own: typeof everywhere): Readonly<Record<string, object>> =>
    Object.fromEntries(
      [...named].map(([name, model]) => {
        const delegate = base[name as 'company'] as unknown as Record<string, Method>
        const methods = Object.entries(own).map(([method, run]) => [
          method,
          unlessUndefined(
            (args) => run(runner, model, args),
            async (args) => delegate[method]?.(args),
          ),
        ])
        return [name, overriding(delegate, Object.fromEntries(methods) as Record<string, Method>)]
      }),
    )
  const on = (event: 'query', listener: Listener): void => {
    listeners.add(listener)
    client.$on(event, listener)
  }
  const whole = overriding(client, { ...withOwn(client, everywhere), ...rawOn(driver, tell), $on: on })
  const unread = overriding(whole, withOwn(whole, { findMany: unreadRowsOf }))
  const dbOn = (transaction: Queryable, guest: () => Promise<Db>): Db =>
    dbIn({ models, driver: () => Promise.resolve(transaction), tell }, named, guest)
  const begin = async () => {
    tell('BEGIN')
    return (await driver()).startTransaction()
  }
  const transactions = { client, begin, kind: factory, dbOn, outside: whole }
  return { client: whole, unread, transaction: (...given) => transact(transactions, ...given) }
}

/** What a transaction offers: what needs no planner by itself, everything else as its guest does it. */
const dbIn = (runner: Runner, named: ReadonlyMap<string, Model>, guest: () => Promise<Db>): Db => {
  const offered = new Map<string | symbol, unknown>(Object.entries(rawOn(runner.driver, runner.tell)))
  const delegateIn = (name: string, model: Model): object => {
    const methodOf = (method: string): Method => {
      const otherwise: Method = async (args) =>
        ((await guest()) as unknown as Record<string, Record<string, Method>>)[name]?.[method]?.(args)
      const own = inTransactions[method]
      return own ? unlessUndefined((args) => own(runner, model, args), otherwise) : otherwise
    }
    return new Proxy<Record<string, Method>>({}, { get: (kept, method: string) => (kept[method] ??= methodOf(method)) })
  }
  return new Proxy({} as Db, {
    get(_, name) {
      if (offered.has(name)) return offered.get(name)
      const model = named.get(name as string)
      const value = model && delegateIn(name as string, model)
      offered.set(name, value)
      return value
    },
  })
}
