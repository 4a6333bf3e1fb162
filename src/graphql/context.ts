import DataLoader from 'dataloader'
import { ownedBy, readableBy } from '../auth/visibility.ts'
import { type CompanyRow, visibleTo } from '../companies/company.ts'
import { senderColumns } from '../companies/ownership.ts'
import type { Document, Partner } from '../generated/prisma/client.ts'
import type { AppError } from '../kernel/errors/app-error.ts'
import type { Call } from '../operation/operation.ts'

/**
 * What becomes of the rest of the answer when a field fails: with NULL only the field is null, with PROPAGATE also what
 * holds it and cannot be null, with HALT everything.
 */
export const errorBehaviors = ['NULL', 'PROPAGATE', 'HALT'] as const
export type ErrorBehavior = (typeof errorBehaviors)[number]

export interface Context {
  call: Call
  loaders: Loaders
  onError: ErrorBehavior
  /** How many values the variables have: what has very many is worked on in several goes. */
  values: number
  /** Refusals that are answered as data: the request log tells them too. */
  refused: AppError[]
  /** The Idempotency-Key header of a mutation. */
  idempotencyKey?: string | undefined
  /**
   * Makes a signal that aborts when the caller's credentials end, or its connection does; they are watched from this
   * call on. Absent over websockets, where the socket itself is closed.
   */
  credentialsEnd?: (() => AbortSignal) | undefined
}

const loader = <Row extends { id: string }>(
  find: (id: { in: string[] }) => Promise<Row[]>,
): DataLoader<string, Row | null> =>
  new DataLoader(async (ids) => {
    const rows = new Map((await find({ in: [...ids] })).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  })

/**
 * Batched look-ups that no Prisma relation covers: one per request, and per event of a subscription. Each is made when it
 * is asked for: most requests need none.
 */
class Loaders {
  readonly #call: Call
  #company: DataLoader<string, CompanyRow | null> | undefined
  #document: DataLoader<string, Document | null> | undefined
  #partner: DataLoader<string, Partner | null> | undefined

  constructor(call: Call) {
    this.#call = call
  }

  get company(): DataLoader<string, CompanyRow | null> {
    const { actor, platform } = this.#call
    const { client } = platform.db
    return (this.#company ??= loader(
      (id) => client.company.findMany({ where: { AND: [visibleTo(actor), { id }] } }) as Promise<CompanyRow[]>,
    ))
  }

  get document(): DataLoader<string, Document | null> {
    const { actor, platform } = this.#call
    return (this.#document ??= loader((id) =>
      // What the caller may do with a document is told by its company too.
      platform.db.client.document.findMany({
        where: { ...ownedBy(actor), id },
        include: { company: { select: senderColumns } },
      }),
    ))
  }

  get partner(): DataLoader<string, Partner | null> {
    const { actor, platform } = this.#call
    return (this.#partner ??= loader((id) =>
      platform.db.client.partner.findMany({ where: { ...readableBy(actor), id } }),
    ))
  }

  clearAll(): void {
    for (const one of [this.#company, this.#document, this.#partner]) one?.clearAll()
  }
}

type More = 'idempotencyKey' | 'credentialsEnd' | 'onError'

export const newContext = (call: Call, more: Partial<Pick<Context, More>> = {}): Context => ({
  call,
  onError: 'PROPAGATE',
  values: 0,
  refused: [],
  ...more,
  loaders: new Loaders(call),
})
