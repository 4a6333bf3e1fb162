/**
 * The single connection mode of graphql-sse: one stream of Server-Sent Events carries the answers of many operations.
 * A caller reserves it (PUT), opens it (GET), and adds operations (POST) and ends them (DELETE) by requests of their own.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type ExecutionArgs, type ExecutionResult, type GraphQLError, getOperationAST } from 'graphql'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { ErrorPlace } from './errors.ts'
import { limits } from '../../values/limits.ts'
import { withinLimits } from './limits.ts'
import { executeAsAsked } from './on-error.ts'
import { maskedErrors } from './prepare-operation.ts'
import { subscribe } from './subscribe.ts'

const HEARTBEAT_MS = 12_000

type Results = AsyncIterator<ExecutionResult>

/** One stream, and the operations whose answers it carries. A slow reader holds up its own operations alone. */
export class OperationStream {
  readonly token = randomUUID()
  readonly #place: ErrorPlace
  readonly #onEnd: () => void
  readonly #operations = new Map<string, Results | null>()
  readonly #opened = Promise.withResolvers<ServerResponse>()
  #raw: ServerResponse | undefined
  #drained: Promise<void> | undefined
  #beating: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(place: ErrorPlace, onEnd: () => void) {
    this.#place = place
    this.#onEnd = onEnd
  }

  get isOpen(): boolean {
    return this.#raw !== undefined
  }

  open(raw: ServerResponse): void {
    this.#raw = raw
    raw.write(':\n\n')
    raw.once('close', () => this.end())
    if (raw.destroyed) this.end()
    this.#beating = setInterval(() => raw.writableNeedDrain || raw.write(':\n\n'), HEARTBEAT_MS).unref()
    this.#opened.resolve(raw)
  }

  /** Begins an operation; what it answers goes into the stream, refusals included. */
  start(id: string, args: ExecutionArgs, requestId: string): void {
    if (this.#operations.has(id)) throw new AppError('CONFLICT', { message: `The operation ${id} is running already.` })
    if (this.#operations.size >= limits.streamOperations)
      throw new AppError('RATE_LIMITED', {
        message: `A stream carries ${limits.streamOperations} operations at most. Complete some of them first.`,
        retryAfter: 1,
      })
    this.#operations.set(id, null)
    void this.#run(id, args, requestId).catch(() => this.end())
  }

  async stop(id: string): Promise<void> {
    const results = this.#operations.get(id)
    this.#operations.delete(id)
    await results?.return?.()
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearInterval(this.#beating)
    for (const id of this.#operations.keys()) void this.stop(id).catch(() => undefined)
    this.#raw?.end()
    this.#onEnd()
  }

  async #run(id: string, args: ExecutionArgs, requestId: string): Promise<void> {
    try {
      const isSubscription = getOperationAST(args.document, args.operationName)?.operation === 'subscription'
      const answer = await (isSubscription ? subscribe(args) : executeAsAsked(args))
      if (Symbol.asyncIterator in answer) await this.#pass(id, answer[Symbol.asyncIterator](), requestId)
      else await this.#send(id, answer, requestId)
    } catch (error) {
      // The reader was too slow, or the feed cannot be read: it is told how to go on.
      await this.#send(id, { errors: [error as GraphQLError] }, requestId)
    }
    if (!this.#operations.delete(id)) return
    await this.#write(`event: complete\ndata: ${JSON.stringify({ id })}\n\n`)
  }

  async #pass(id: string, results: Results, requestId: string): Promise<void> {
    if (!this.#operations.has(id)) return void (await results.return?.())
    this.#operations.set(id, results)
    for (;;) {
      const { done, value } = await results.next()
      if (done || !this.#operations.has(id)) return
      await this.#send(id, value, requestId)
    }
  }

  async #send(id: string, given: ExecutionResult, requestId: string): Promise<void> {
    if (!this.#operations.has(id)) return
    const { errors, ...rest } = withinLimits(given)
    const payload = errors ? { ...rest, errors: maskedErrors(this.#place, requestId, errors) } : rest
    await this.#write(`event: next\ndata: ${JSON.stringify({ id, payload })}\n\n`)
  }

  /** Waits for a reader who is behind: what its operations have next stays in the feed meanwhile. */
  async #write(message: string): Promise<void> {
    const raw = await this.#opened.promise
    if (!this.#hasEnded && !raw.write(message)) await (this.#drained ??= this.#drain(raw))
  }

  /** All operations wait together, and leave no listeners behind. */
  async #drain(raw: ServerResponse): Promise<void> {
    const waiting = new AbortController()
    const { signal } = waiting
    try {
      await Promise.race([once(raw, 'drain', { signal }), once(raw, 'close', { signal })])
    } finally {
      waiting.abort()
      this.#drained = undefined
    }
  }
}
