/** The DNS behind its circuit. */
import type { Trace } from '../../kernel/trace.ts'
import type { Circuit } from '../circuit.ts'
import type { DomainRecords } from './port.ts'

const DNS_TIMEOUT_MS = 10_000

export interface DomainUpstream {
  textsOf(trace: Trace, name: string): Promise<readonly string[]>
  aliasOf(trace: Trace, name: string): Promise<string | null>
  addressesOf(trace: Trace, name: string): Promise<readonly string[]>
}

export const dnsBehind = ({ circuit, driver }: { circuit: Circuit; driver: DomainRecords }): DomainUpstream => {
  const ask =
    <T>(what: keyof DomainRecords, question: (name: string, signal: AbortSignal) => Promise<T>) =>
    (trace: Trace, name: string): Promise<T> =>
      circuit.call(trace, `${what} ${name}`, DNS_TIMEOUT_MS, (signal) => question(name, signal))
  return {
    textsOf: ask('textsOf', driver.textsOf),
    aliasOf: ask('aliasOf', driver.aliasOf),
    addressesOf: ask('addressesOf', driver.addressesOf),
  }
}
