/** One table for each port: what its callers rely on is said once, and held against every implementation. */
import { afterAll, beforeAll, describe } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { newTrace } from '../../src/kernel/trace.ts'
import { newCircuit } from '../../src/upstreams/circuit.ts'

interface Implementation {
  close(): Promise<unknown>
}

/** `open` starts an implementation with everything around it: a simulator, or a driver and its fake. */
export const forEachImplementation = <I extends Implementation>(
  port: string,
  open: Readonly<Record<string, () => Promise<I>>>,
  guarantees: (opened: () => I, name: string) => void,
): void =>
  describe.each(Object.entries(open))(`${port}: %s`, (name, opening) => {
    let implementation: I
    beforeAll(async () => void (implementation = await opening()))
    afterAll(() => implementation.close())
    guarantees(() => implementation, name)
  })

/** The time of the caller is over before the call. */
export const tooLate = AbortSignal.abort()

/** The time of the caller is over in the middle of the call. */
export const soon = (): AbortSignal => AbortSignal.timeout(100)

/** What a caller is told who asks as the product does: behind a circuit of its own, and with a time limit. */
export const behindCircuit = <T>(call: (signal: AbortSignal) => Promise<T>, timeoutMs = 5_000): Promise<T> =>
  newCircuit('port', () => systemClock.now()).call(newTrace(systemClock.now(), null), 'call', timeoutMs, call)

/** What a call is rejected with; the test fails where it is not. */
export const rejectionOf = async (call: Promise<unknown>): Promise<Error> => {
  const answer = await call.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )
  if (answer instanceof Error) return answer
  throw new Error(`The call was answered: ${JSON.stringify(answer)}`)
}
