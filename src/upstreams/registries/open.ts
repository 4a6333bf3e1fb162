/** Which registry answers for which country: decided by one table and the settings. Each has a circuit of its own. */
import type { Clock } from '../../kernel/clock.ts'
import type { Client } from '../../kernel/database/open.ts'
import type { Env } from '../../kernel/env.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { Circuit } from '../circuit.ts'
import { kboRegistry } from './kbo.ts'
import { type DatedEntity, withMemory } from './memory.ts'
import { type Registry, type RegistryQuestion, textOf } from './port.ts'
import { sandboxRegistry } from './sandbox.ts'
import { sireneRegistry } from './sirene.ts'
import { viesRegistry } from './vies.ts'

const SIMULATOR_TIMEOUT_MS = 3_000

type RegistryName = 'vies' | 'sirene' | 'kbo'

/** How each is opened where the settings name it. */
const drivers: Readonly<Record<RegistryName, (env: Env) => Registry | undefined>> = {
  vies: ({ VIES_URL }) => (VIES_URL ? viesRegistry({ url: VIES_URL }) : undefined),
  sirene: ({ SIRENE_URL, SIRENE_KEY }) =>
    SIRENE_URL ? sireneRegistry({ url: SIRENE_URL, key: SIRENE_KEY ?? '' }) : undefined,
  kbo: ({ KBO_URL, KBO_TOKEN }) => (KBO_URL ? kboRegistry({ url: KBO_URL, token: KBO_TOKEN ?? '' }) : undefined),
}

/** The registries of a country; the first that the settings name is asked. */
const answering: Readonly<Record<string, readonly RegistryName[]>> = {
  ...Object.fromEntries(
    'AT BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
      .split(' ')
      .map((country) => [country, ['vies']]),
  ),
  FR: ['sirene', 'vies'],
  BE: ['kbo', 'vies'],
}

const countryOf = (question: RegistryQuestion): string => {
  if (!('vatNumber' in question)) return question.country
  const prefix = question.vatNumber.slice(0, 2)
  return prefix === 'EL' ? 'GR' : prefix
}

/** The simulated world must not answer for the real one. */
const noRegistry: Registry = {
  find: (question) =>
    Promise.reject(
      Object.assign(
        new AppError('UPSTREAM_UNAVAILABLE', {
          message: `This server is not configured to use a registry for ${countryOf(question)}.`,
        }),
        { beyondUpstream: true },
      ),
    ),
}

export interface Registries {
  circuits: readonly Circuit[]
  byVat(trace: Trace, vatNumber: string): Promise<DatedEntity>
  /** By a number of the national register, such as a SIREN, SIRET or enterprise number, without separators. */
  byNumber(trace: Trace, country: string, number: string): Promise<DatedEntity>
  close(): Promise<void>
}

interface RegistryOptions {
  env: Env
  clock: Clock
  client: Client
  circuit(name: string, isSimulated: boolean): Circuit
}

export const openRegistries = ({ env, clock, client, circuit }: RegistryOptions): Registries => {
  const opened = Object.entries(drivers).flatMap(([name, open]) => {
    const registry = open(env)
    return registry ? [{ name, registry, circuit: circuit(name, false) }] : []
  })
  const simulated = env.SERVICE_MODE === 'live' ? noRegistry : sandboxRegistry()
  const fallback = circuit('registries', true)
  const remember = withMemory({ client, clock })

  const find = async (trace: Trace, what: string, question: RegistryQuestion): Promise<DatedEntity> => {
    const names: readonly string[] = answering[countryOf(question)] ?? []
    const real = names.flatMap((wanted) => opened.filter(({ name }) => name === wanted))[0]
    // What a simulator makes up needs no memory.
    if (!real)
      return {
        entity: await fallback.call(trace, what, SIMULATOR_TIMEOUT_MS, (signal) => simulated.find(question, signal)),
        at: clock.now(),
      }
    return remember(`${real.name} ${textOf(question)}`, () =>
      real.circuit.call(trace, what, env.REGISTRY_TIMEOUT_MS, (signal) => real.registry.find(question, signal)),
    )
  }

  return {
    circuits: [fallback, ...opened.map((one) => one.circuit)],
    byVat: (trace, vatNumber) => find(trace, `byVat ${vatNumber}`, { vatNumber }),
    byNumber: (trace, country, number) => find(trace, `byNumber ${country} ${number}`, { country, number }),
    close: async () => void (await Promise.allSettled(opened.map(({ registry }) => registry.close?.()))),
  }
}
