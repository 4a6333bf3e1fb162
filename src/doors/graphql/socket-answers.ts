import type { NumberedEvent } from '../../engine/feed/envelope.ts'
import type { Reader } from '../../engine/feed/follower.ts'
import type { GraphqlSocket } from './graphql-socket.ts'
import { type Answer, type LiveAnswers, type Question, answerTo } from './subscribe.ts'

/** The end of the message that every socket gets: the payload, and what closes the message. */
type WriteAnswer = (question: Question, answer: Answer) => Promise<Buffer>

type Ended = IteratorResult<never, undefined>

/**
 * Writes the answers of a subscription to its socket, as fast as the client takes them. For graphql-ws it is an iterator
 * that has nothing but an end: what comes for thousands at once passes no promise of each.
 */
export class SocketAnswers implements AsyncIterableIterator<never, undefined>, Reader {
  readonly #socket: GraphqlSocket
  readonly #head: string
  readonly #answers: LiveAnswers
  readonly #bytesOf: WriteAnswer
  #isWaiting = false
  #ended: PromiseWithResolvers<Ended> | undefined

  constructor(socket: GraphqlSocket, id: string, answers: LiveAnswers, bytesOf: WriteAnswer) {
    this.#socket = socket
    this.#head = `{"id":${JSON.stringify(id)},"type":"next","payload":`
    this.#answers = answers
    this.#bytesOf = bytesOf
  }

  next(): Promise<Ended> {
    this.#ended = Promise.withResolvers()
    this.more()
    return this.#ended.promise
  }

  async return(): Promise<Ended> {
    await this.#answers.return()
    const end = { done: true, value: undefined } as const
    this.#ended?.resolve(end)
    return end
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  more(): void {
    try {
      while (!this.#isWaiting) {
        const event = this.#answers.events.take(this)
        if (!event) break
        const ready = this.#pass(event)
        if (ready) void this.#goOnAfter(ready)
      }
      if (this.#answers.events.hasEnded) void this.return()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** What has to be waited for before the next event, if anything. */
  #pass(event: NumberedEvent): Promise<void> | undefined {
    const isWanted = this.#answers.events.wants(event)
    if (isWanted === false) return undefined
    const bytes = isWanted === true ? answerTo(this.#answers.question, event).bytes : undefined
    return bytes ? this.#write(bytes) : this.#passLater(event, isWanted)
  }

  async #passLater(event: NumberedEvent, isWanted: boolean | Promise<boolean>): Promise<void> {
    if (!(await isWanted)) return
    const { events, question } = this.#answers
    const bytes = await this.#bytesOf(question, answerTo(question, event))
    if (!events.hasEnded) await this.#write(bytes)
  }

  #write(bytes: Buffer): Promise<void> | undefined {
    return this.#socket.write(this.#head, bytes) ? undefined : this.#socket.drained()
  }

  async #goOnAfter(ready: Promise<void>): Promise<void> {
    this.#isWaiting = true
    try {
      await ready
      this.#isWaiting = false
      this.more()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    void this.#answers.return()
    this.#ended?.reject(error)
  }
}
