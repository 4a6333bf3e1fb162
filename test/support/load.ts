/** Load on servers that are processes of their own: who calls, and what came of it. */
import { type Started, call } from './processes.ts'

/** What came of the calls: how often each answer, how long they took, and what was acknowledged. */
export class Ledger {
  readonly answers = new Map<string, number>()
  readonly acknowledged = new Set<string>()
  readonly #milliseconds: number[] = []
  ended = false

  count(what: string, status: number, code: string | undefined, milliseconds?: number): void {
    const answer = `${what} ${status} ${code ?? ''}`.trim()
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
    if (milliseconds !== undefined) this.#milliseconds.push(milliseconds)
  }

  /** Answers that say that something is wrong with us; 503 says that it is not the moment. */
  get faults(): string[] {
    return [...this.answers.keys()].filter((answer) => / 5(?!03)\d\d/.test(answer))
  }

  percentile(share: number): number {
    const sorted = this.#milliseconds.toSorted((a, b) => a - b)
    return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  }
}

/** An instance as an organization of its own sees it, so that nobody uses up the rate window of another. */
export const asOrganization = async (
  instance: Started,
): Promise<Started & { peppolId: string; organizationId: string }> => {
  const { body } = await call(instance.base, '', '/v1/sandbox/bootstrap', { label: 'load', keyType: 'white_label' })
  return { ...instance, key: body.apiKey, peppolId: body.company.peppolId, organizationId: body.organizationId }
}
