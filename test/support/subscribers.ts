/** Those who follow the events of an organization, over WebSockets and over server-sent events. */
import { createClient as createSseClient } from 'graphql-sse'
import type { Body, Tenant, TestApp } from './app.ts'
import { type Following, type Socket, connect, subscriptions } from './sockets.ts'
import { atLeast, until } from './until.ts'

export interface Subscribers {
  socketFor(key: string | undefined, more?: Record<string, unknown>): Socket
  /** Another way to connect, which ends with the test as well. */
  socketWith(headers: Record<string, string>): Socket
  /** Follows, and is back when the subscription is known to be open. */
  followed(socket: Socket, query: string, variables?: Record<string, unknown>): Promise<Following>
  /** A graphql-sse client of one request for each subscription. */
  sse(tenant: Tenant, query: string, variables?: Record<string, unknown>): SseFollowing
  /** All leave, and are known to have left. */
  leave(): Promise<void>
}

export interface SseFollowing {
  received: Body[]
  done: Promise<unknown>
  leave(): void
}

export const startSubscribers = async (app: TestApp): Promise<Subscribers> => {
  const address = `${await app.listen()}/graphql`
  const open: { dispose(): unknown }[] = []
  const opened = (socket: Socket): Socket => {
    open.push(socket.client)
    return socket
  }
  return {
    socketFor: (key, more = {}) =>
      opened(connect(address, { ...(key && { authorization: `Bearer ${key}` }), ...more })),
    socketWith: (headers) => opened(connect(address, undefined, headers)),
    async followed(socket, query, variables) {
      const before = await subscriptions(app)
      const following = socket.follow(query, variables)
      const ended = following.done.then((end) => {
        const got = JSON.stringify([...following.received, end])
        throw new Error(`The subscription ended before it was seen open: ${got}`)
      })
      await Promise.race([until(() => subscriptions(app), atLeast(before + 1)), ended])
      ended.catch(() => undefined)
      return following
    },
    sse({ key }, query, variables = {}) {
      const client = createSseClient({ url: address, headers: { authorization: `Bearer ${key}` }, retryAttempts: 0 })
      open.push(client)
      const received: Body[] = []
      let leave: () => void = () => undefined
      const done = new Promise((resolve) => {
        leave = client.subscribe(
          { query, variables },
          { next: (value) => void received.push(value), error: resolve, complete: () => resolve('completed') },
        )
      })
      return { received, done, leave }
    },
    // The metrics count the subscriptions of the whole application: one that ends late must not fall into the next
    // test.
    async leave() {
      for (const client of open.splice(0)) await client.dispose()
      await until(() => subscriptions(app), 0)
    },
  }
}

const REGISTER = 'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } }'

/** Tenants in the order in which they came: each registers numbers of its own. */
const tenants: string[] = []

export const vatOf = ({ organizationId }: Tenant, number: number): string => {
  if (!tenants.includes(organizationId)) tenants.push(organizationId)
  return `DE${811_000_000 + 1_000 * tenants.indexOf(organizationId) + number}`
}

/** Nothing is asked of a company that has it, so that no other event tells of that. */
const settings = { account: { iban: 'BE68539007547034' } }

/** Registers a company by its number, which makes one event. */
export const registered = async (tenant: Tenant, number: number): Promise<string> => {
  const { data } = await tenant.graphql(REGISTER, { input: { vatNumber: vatOf(tenant, number), settings } })
  return data.registerCompany.company.id
}

const ENVELOPE = 'id seq type createdAt apiVersion livemode companyId'
export const companyCreated = `subscription {
  companyCreated { ${ENVELOPE} data { companyId vatNumber peppolId } company { id name address { city } } }
}`
