import type { Clock } from '../clock.ts'
import type { Trace } from '../requests/trace.ts'
import { type Circuit, newCircuit } from './circuit.ts'
import type { RegistryEntity } from './registries/port.ts'
import { sandboxRegistries } from './registries/sandbox.ts'

/** The services outside, each behind its circuit. Which driver speaks is decided here and known nowhere else. */
export interface Upstreams {
  circuits: readonly Circuit[]
  registries: { byVat(trace: Trace, vatNumber: string): Promise<RegistryEntity> }
}

const REGISTRY_TIMEOUT_MS = 3_000

export const openUpstreams = (clock: Clock): Upstreams => {
  const registries = newCircuit('registries', () => clock.now())
  const driver = sandboxRegistries()
  return {
    circuits: [registries],
    registries: { byVat: (trace, vatNumber) => registries.call(trace, `byVat ${vatNumber}`, REGISTRY_TIMEOUT_MS, (signal) => driver.byVat(vatNumber, signal)) },
  }
}
