/** Connections to PostgreSQL that outlive what happens to their server, and find the one that takes writes. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'
import { beginWithoutWaiting } from './begin-without-waiting.ts'
import { type Hosts, NotReached, TakesNoWrites } from './hosts.ts'
import { sendLargeAsTheyAre } from './large-values.ts'
import { failureIn } from './patience.ts'
import { SESSION, type SqlSession, postgresSession } from './session.ts'

/** How much longer than its own time limit a server may take to answer, before it counts as standing still. */
const MARGIN = 1.2
/** A statement of a client that says nothing else may take so long. */
const STANDSTILL_MS = 10_000
/** A server of several that does not answer so long is left for the next one. */
const NEXT_HOST_MS = 1_500

interface Connecting {
  /** How long a statement may take. */
  timeoutMs?: number
  /** A pooler lends another session to each transaction, and takes no settings for one but the time zone. */
  isPooler?: boolean
  /** Its statements take as long as they need, as those of a migration. */
  isUnhurried?: boolean
}

const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * Whoever uses the connection hears of its end by the statement that fails; an `error` that nobody listens to would end
 * the process. One whose server stands still is ended from here, or its user would wait for ever.
 */
const endWhenStill = (client: pg.Client, timeoutMs: number): void => {
  const stream = streamOf(client)
  stream.setTimeout(MARGIN * timeoutMs, () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean }
    if (!readyForQuery) stream.destroy(new Error('The database stands still.'))
  })
}

/** Clients of the server that is tried next when they are made. One is connected once its server is known to be ours. */
export const clientOf = (
  hosts: Hosts,
  { timeoutMs = STANDSTILL_MS, isPooler = false, isUnhurried = false }: Connecting = {},
) =>
  class Connection extends pg.Client {
    readonly #address: string

    constructor(config: pg.ClientConfig = {}) {
      const { connectionTimeoutMillis = timeoutMs } = config
      super({
        ...config,
        connectionString: hosts.current,
        pipeline: true,
        connectionTimeoutMillis:
          hosts.count > 1 ? Math.min(connectionTimeoutMillis, NEXT_HOST_MS) : connectionTimeoutMillis,
      })
      this.#address = hosts.current
      sendLargeAsTheyAre(this)
      beginWithoutWaiting(this)
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      return callback ? callbackify(() => this.#open())(callback) : this.#open()
    }

    async #open(): Promise<pg.Client> {
      try {
        await super.connect()
        if (!isUnhurried) endWhenStill(this, timeoutMs)
        if (isPooler) await this.query(`SET timezone TO '${SESSION.timezone}'`)
        if (hosts.mustWrite && (await this.#isReadOnly())) throw new TakesNoWrites()
        return this
      } catch (error) {
        hosts.failed(this.#address)
        // Without a farewell: a server that stands still would never answer it.
        streamOf(this).destroy()
        throw failureIn(error) === 'lost'
          ? new NotReached('The connection ended before it was made.', { cause: error })
          : error
      }
    }

    async #isReadOnly(): Promise<boolean> {
      const { rows } = await this.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
      return rows[0]?.transaction_read_only !== 'off'
    }
  }

/** A connection of its own, to the first of the servers that takes writes. */
export const connectTo = (
  hosts: Hosts,
  config: pg.ClientConfig = {},
  connecting: Pick<Connecting, 'isUnhurried'> = {},
): Promise<pg.Client> => {
  const Connection = clientOf(hosts, connecting)
  return hosts.onAny(() => new Connection(config).connect())
}

/**
 * Runs `body` on a connection of its own, which keeps what belongs to a session, such as locks. What takes long is done
 * there: indexes of large tables, counts of all rows. That the server is gone, the system finds out.
 */
export const onConnection = async <T>(
  hosts: Hosts,
  body: (session: SqlSession, sent: () => Promise<unknown>) => Promise<T>,
): Promise<T> => {
  const client = await connectTo(hosts, { keepAlive: true }, { isUnhurried: true })
  const stream = streamOf(client)
  const sent = (): Promise<unknown> => (stream.writableNeedDrain ? once(stream, 'drain') : Promise.resolve())
  return body(postgresSession(client), sent).finally(() => client.end())
}
