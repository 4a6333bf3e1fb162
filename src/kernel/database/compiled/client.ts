/**
 * The client, with reads and writes that need no planner: each becomes one prepared statement, and its rows what Prisma
 * would give (`findUnique` in transactions alone, where nothing is asked together). Whatever asks for more goes to Prisma.
 */
import type { AdapterFactory, Queryable } from '../driver.ts'
import type { Client, Db, TextQuery } from '../driver.ts'
import { rawOn, refused } from '../raw.ts'
import { type Manner, transact } from '../transactions.ts'
import { type Model, modelsWith } from './models.ts'
import { countOf, readOf } from './select.ts'
import type { Texts } from './unread.ts'
import { columnsIn, writeOf, writes } from './writes.ts'

type Plain = Readonly<Record<string, unknown>>
type Listener = (event: { query: string }) => void

/** What Prisma knows of its models at run time, which its types do not show. */
interface WithTables {
  _runtimeDataModel: { models: Readonly<Record<string, { dbName: string | null }>> }
}

const tablesOf = (client: Client): Map<string, string> => {
  const { models } = (client as unknown as WithTables)._runtimeDataModel
  return new Map(Object.entries(models).map(([name, { dbName }]) => [name, dbName ?? name]))
}

const argumentOf = (value: unknown) => ({
  scalarType: 'string' as const,
  arity: Array.isArray(value) ? ('list' as const) : ('scalar' as const),
})

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

interface Compiled {
  sql: string
  values: readonly unknown[]
}

const statementOf = ({ sql, values: given }: Compiled) => {
  const values = [...given]
  return { sql, args: values, argTypes: values.map(argumentOf) }
}

const queried = async ({ driver, tell }: Runner, compiled: Compiled): Promise<readonly (readonly unknown[])[]> => {
  tell(compiled.sql)
  return (await (await driver()).queryRaw(statementOf(compiled)).catch(refused(false))).rows
}

const rowsOf = async (runner: Runner, model: string, args: Plain): Promise<Plain[] | undefined> => {
  const read = readOf(runner.models, model, args)
  return read && (await queried(runner, read)).map(read.rowOf)
}

/** Undefined where it is not compiled, or some column is read with its value. */
const unreadRowsOf = async ({ models, tell, driver }: Runner, model: string, args: Plain) => {
  const read = readOf(models, model, args)
  if (!read?.unreadOf) return undefined
  tell(read.sql)
  const query: TextQuery = { ...statementOf(read), asTexts: true }
  return ((await (await driver()).queryRaw(query).catch(refused(false))).rows as Texts[]).map(read.unreadOf)
}

const counted = async (runner: Runner, model: Model, args: Plain): Promise<number | undefined> => {
  const count = countOf(model, args)
  return count && Number((await queried(runner, count))[0]?.[0])
}

/** Undefined where it is not compiled, or found no row that it should. */
const changed = async (runner: Runner, model: Model, name: string, args: Plain): Promise<unknown> => {
  const write = writeOf(runner.models, model, name, args)
  if (!write) return undefined
  if (write.hasRows) {
    const rows = await queried(runner, write)
    return write.answer(rows, rows.length)
  }
  runner.tell(write.sql)
  return write.answer([], await (await runner.driver()).executeRaw(statementOf(write)).catch(refused(false)))
}

/** What of a model needs no planner; `otherwise` is the same of Prisma. */
const methodsOf = (runner: Runner, name: string, otherwise: (method: string) => Method): Record<string, Method> => {
  const model = runner.models.get(name) as Model
  const first = async (args: Plain): Promise<Plain | null | undefined> => {
    const rows = await rowsOf(runner, name, { ...args, take: 1 })
    return rows && (rows[0] ?? null)
  }
  const write =
    (method: string): Method =>
    async (args = {}) =>
      (await changed(runner, model, method, args)) ?? otherwise(method)(args)
  return {
    ...Object.fromEntries(Object.keys(writes).map((method) => [method, write(method)])),
    count: async (args = {}) => (await counted(runner, model, args)) ?? otherwise('count')(args),
    findMany: async (args = {}) => (await rowsOf(runner, name, args)) ?? otherwise('findMany')(args),
    async findFirst(args = {}) {
      const row = await first(args)
      return row === undefined ? otherwise('findFirst')(args) : row
    },
    findFirstOrThrow: async (args = {}) => (await first(args)) ?? otherwise('findFirstOrThrow')(args),
  }
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
  const listeners = new Set<Listener>()
  const tell = (query: string): void => {
    for (const listener of listeners) listener({ query })
  }
  let connected: ReturnType<AdapterFactory['connect']> | undefined
  const driver = () => (connected ??= factory.connect())
  const runner: Runner = { models, driver, tell }
  const delegates = [...models.keys()].map((model) => {
    const delegate = client[delegateOf(model) as 'company'] as unknown as Record<string, Method>
    const otherwise = (name: string): Method => (delegate[name] as Method).bind(delegate)
    return [delegateOf(model), overriding(delegate, methodsOf(runner, model, otherwise))] as const
  })
  const on = (event: 'query', listener: Listener): void => {
    listeners.add(listener)
    client.$on(event, listener)
  }
  const whole = overriding(client, { ...Object.fromEntries(delegates), ...rawOn(driver, tell), $on: on })
  const lists = [...models.keys()].map((model) => {
    const delegate = whole[delegateOf(model) as 'company'] as unknown as Record<string, Method>
    const findMany: Method = async (args = {}) =>
      (await unreadRowsOf(runner, model, args)) ?? delegate['findMany']?.(args)
    return [delegateOf(model), overriding(delegate, { findMany })] as const
  })
  const named = new Map([...models.keys()].map((model) => [delegateOf(model), model]))
  const dbOn = (transaction: Queryable, guest: () => Promise<Db>): Db =>
    dbIn({ models, driver: () => Promise.resolve(transaction), tell }, named, guest)
  const begin = async () => {
    tell('BEGIN')
    return (await driver()).startTransaction()
  }
  const transactions = { client, begin, kind: factory, dbOn, outside: whole }
  const unread = overriding(whole, Object.fromEntries(lists))
  return { client: whole, unread, transaction: (...given) => transact(transactions, ...given) }
}

/** What a transaction offers: what needs no planner by itself, everything else as its guest does it. */
const dbIn = (runner: Runner, named: ReadonlyMap<string, string>, guest: () => Promise<Db>): Db => {
  const offered = new Map<string | symbol, unknown>(Object.entries(rawOn(runner.driver, runner.tell)))
  const delegateIn = (name: string, model: string): object => {
    const otherwise =
      (method: string): Method =>
      async (args) =>
        ((await guest()) as unknown as Record<string, Record<string, Method>>)[name]?.[method]?.(args)
    const methods = methodsOf(runner, model, otherwise)
    const unique = async (args: Plain): Promise<Plain[] | undefined> => {
      const where = columnsIn(runner.models.get(model) as Model, args['where'])
      return rowsOf(runner, model, { ...args, where, take: 1 })
    }
    methods['findUnique'] = async (args = {}) => {
      const rows = await unique(args)
      return rows ? (rows[0] ?? null) : otherwise('findUnique')(args)
    }
    methods['findUniqueOrThrow'] = async (args = {}) =>
      (await unique(args))?.[0] ?? otherwise('findUniqueOrThrow')(args)
    return new Proxy(methods, { get: (_, method: string) => (methods[method] ??= otherwise(method)) })
  }
  return new Proxy({} as Db, {
    get(_, name) {
      if (offered.has(name)) return offered.get(name)
      const model = typeof name === 'string' ? named.get(name) : undefined
      const value = model === undefined ? undefined : delegateIn(String(name), model)
      offered.set(name, value)
      return value
    },
  })
}
