/**
 * The client, with reads and writes that need no planner: each becomes one prepared statement, and its rows what
 * Prisma would give (`findUnique` in transactions alone, where nothing is asked together). Whatever asks for more goes
 * to Prisma.
 */
import type { AdapterFactory, Client, Db, Queryable } from '../driver.ts'
import { queryOf, rawOn, refused } from '../raw.ts'
import { type Manner, transact } from '../transactions.ts'
import { type Model, modelsOf } from './models.ts'
import { reads, readsByKey, unreadReads } from './select.ts'
import { Beyond, type Compiled, type Plain, type Statement } from './statement.ts'
import { writes } from './writes.ts'

/** What of a model needs no planner. */
const everywhere: Compiled = { ...reads, ...writes }
const inTransactions: Compiled = { ...everywhere, ...readsByKey }

type Listener = (event: { query: string }) => void
type Method = (args?: Plain) => Promise<unknown>
type Methods = Readonly<Record<string, Method>>

/** Who runs statements of the models, and who hears of them. */
interface Runner {
  models: ReadonlyMap<string, Model>
  driver(): Promise<Queryable>
  tell(sql: string): void
}

const answered = async ({ driver, tell }: Runner, { sql, values, asTexts, answer }: Statement): Promise<unknown> => {
  tell(sql)
  const on = await driver()
  const query = { ...queryOf(sql, values), ...(asTexts && { asTexts }) }
  if (!answer) return { count: await on.executeRaw(query).catch(refused(false)) }
  return answer((await on.queryRaw(query).catch(refused(false))).rows)
}

/** What is beyond it is done by Prisma. */
const ownMethod =
  (runner: Runner, compile: (args: Plain) => Statement, theirs: Method | undefined): Method =>
  async (args = {}) => {
    try {
      return await answered(runner, compile(args))
    } catch (error) {
      if (error instanceof Beyond) return theirs?.(args)
      throw error
    }
  }

/** Has what `like` has, each as `make` makes it when it is first asked for. */
const offering = <T extends object>(like: T, make: (name: string) => unknown): T => {
  const made = new Map<string, unknown>()
  return new Proxy(like, {
    get(_, name: string) {
      if (!made.has(name)) made.set(name, make(name))
      return made.get(name)
    },
  })
}

/** A client with methods of our own: those of models, and for statements as SQL. All else is `theirs`. */
const withOwn = <T extends object>(like: T, runner: Runner, own: Compiled, theirs: (name: string) => unknown): T => {
  const raw: Readonly<Record<string, unknown>> = rawOn(runner.driver, runner.tell)
  return offering(like, (name) => {
    const model = runner.models.get(name)
    if (!model) return raw[name] ?? theirs(name)
    const delegate = theirs(name) as Methods
    return offering(delegate, (method) => {
      const compile = own[method]
      return compile ? ownMethod(runner, (args) => compile(model, args), delegate[method]) : delegate[method]
    })
  })
}

/** A model as Prisma has it in a transaction, which it joins when it is asked for something. */
const asGuest = (guest: () => Promise<Db>, model: string): Methods =>
  offering<Methods>({}, (method): Method => async (args) => {
    const db = (await guest()) as unknown as Readonly<Record<string, Methods>>
    return db[model]?.[method]?.(args)
  })

interface Direct {
  client: Client
  /** The same, whose `findMany` answers rows that are not read. */
  unread: Client
  transaction<T>(body: (db: Db) => Promise<T>, timeoutMs: number, manner?: Manner): Promise<T>
}

/** The client, and its transactions, with what needs no planner past Prisma. */
export const withCompiled = (client: Client, factory: AdapterFactory): Direct => {
  const models = modelsOf(client)
  const listeners = new Set<Listener>()
  const tell = (query: string): void => {
    for (const listener of listeners) listener({ query })
  }
  let connected: ReturnType<AdapterFactory['connect']> | undefined
  const driver = () => (connected ??= factory.connect())
  const on = (event: 'query', listener: Listener): void => {
    listeners.add(listener)
    client.$on(event, listener)
  }
  const runner = { models, driver, tell }
  const whole = withOwn(client, runner, everywhere, (name) => {
    if (name === '$on') return on
    const value = Reflect.get(client, name) as unknown
    return typeof value === 'function' ? (value.bind(client) as unknown) : value
  })
  const unread = withOwn(whole, runner, unreadReads, (name) => whole[name as keyof Client])
  const dbOn = (transaction: Queryable, guest: () => Promise<Db>): Db => {
    const inside = { ...runner, driver: () => Promise.resolve(transaction) }
    return withOwn({} as Db, inside, inTransactions, (name) => (models.has(name) ? asGuest(guest, name) : undefined))
  }
  const begin = async () => {
    tell('BEGIN')
    return (await driver()).startTransaction()
  }
  const transactions = { client, begin, kind: factory, dbOn, outside: whole }
  return { client: whole, unread, transaction: (...given) => transact(transactions, ...given) }
}
