/**
 * Reads that need no planner: `findMany` and `findFirst` outside of transactions become one prepared statement each, and
 * their rows what Prisma would give. Whatever they ask for beyond that goes to Prisma.
 */
import type { PrismaClient } from '../../../generated/prisma/client.ts'
import type { AdapterFactory, Queryable } from '../driver.ts'
import { modelsWith } from './models.ts'
import { readOf } from './select.ts'

type Plain = Readonly<Record<string, unknown>>
type Client = PrismaClient<'query'>
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

export const withReads = (client: Client, factory: AdapterFactory): Client => {
  const models = modelsWith(tablesOf(client))
  const listeners = new Set<Listener>()
  let driver: Promise<Queryable> | undefined
  const rowsOf = async (model: string, args: Plain): Promise<Plain[] | undefined> => {
    const read = readOf(models, model, args)
    if (!read) return undefined
    for (const listener of listeners) listener({ query: read.sql })
    driver ??= factory.connect()
    const values = [...read.values]
    const { rows } = await (await driver).queryRaw({ sql: read.sql, args: values, argTypes: values.map(argumentOf) })
    return rows.map(read.rowOf)
  }
  const delegates = [...models.keys()].map((model) => {
    const delegate = client[delegateOf(model) as 'company']
    const own = {
      findMany: async (args: Plain = {}) => (await rowsOf(model, args)) ?? delegate.findMany(args as object),
      findFirst: async (args: Plain = {}) => {
        const rows = await rowsOf(model, { ...args, take: 1 })
        return rows ? (rows[0] ?? null) : delegate.findFirst(args as object)
      },
    }
    return [delegateOf(model), overriding(delegate as object, own)] as const
  })
  const on = (event: 'query', listener: Listener): void => {
    listeners.add(listener)
    client.$on(event, listener)
  }
  return overriding(client, { ...Object.fromEntries(delegates), $on: on })
}
