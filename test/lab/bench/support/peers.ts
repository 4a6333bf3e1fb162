/**
 * The packages of `test/lab/bench/package.json`: the product's install does not have them, so they are typed here as far as
 * they are used.
 */
import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Request {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

interface Client {
  setRequests(requests: (Request & { setupRequest?: (request: object) => object })[]): void
}

interface Cannon
  extends EventEmitter, PromiseLike<{ errors: number; timeouts: number; non2xx: number; mismatches: number }> {}

type Autocannon = (options: {
  url: readonly string[]
  connections: number
  duration: number
  timeout: number
  setupClient: (client: Client) => void
}) => Cannon

const require = createRequire(join(import.meta.dirname, '../package.json'))

export const autocannon = (): Autocannon => require('autocannon') as Autocannon

export const peer = <T>(name: string): T => require(name) as T
