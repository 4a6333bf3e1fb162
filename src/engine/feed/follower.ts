import type { NumberedEvent } from './envelope.ts'

/** Where one subscriber stands in the feed, and how it waits for what comes next. */
export class Follower {
  position: bigint
  /** Whom it follows for, where that is one company. */
  readonly companyId: string | null
  readonly #signals: readonly AbortSignal[]
  #wake: () => void = () => undefined
  readonly #stop = (): void => {
    this.#ended = true
    this.#wake()
  }
  #ended: boolean

  /** It ends when any of the signals says so. */
  constructor(position: bigint, companyId: string | null, signals: readonly AbortSignal[]) {
    this.position = position
    this.companyId = companyId
    this.#signals = signals
    this.#ended = signals.some(({ aborted }) => aborted)
    for (const signal of signals) signal.addEventListener('abort', this.#stop)
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  wake(): void {
    this.#wake()
  }

  /** Until something has happened. */
  sleep(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve))
  }

  /** Hands events on one by one, and remembers how far the subscriber has come. */
  *pass(events: readonly NumberedEvent[]): Generator<NumberedEvent> {
    for (const event of events) {
      if (this.hasEnded) return
      this.position = event.seq
      yield event
    }
  }

  close(): void {
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#stop)
  }
}
