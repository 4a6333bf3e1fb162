/** What must hold whatever callers and upstreams do does not: a fault of ours, which is logged with its facts. */
class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken'
  readonly facts: Readonly<Record<string, unknown>>

  constructor(what: string, facts: Readonly<Record<string, unknown>>) {
    super(what)
    this.facts = facts
  }
}

/**
 * Ends the operation before a wrong number is stored, or a row leaves for the wrong organization. It stays on in
 * production: the operation is rolled back and answered 500, and the process goes on.
 */
export function invariant(holds: boolean, what: string, facts: Readonly<Record<string, unknown>> = {}): asserts holds {
  if (!holds) throw new InvariantBroken(what, facts)
}
