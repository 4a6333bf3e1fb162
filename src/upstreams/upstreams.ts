import { type DomainUpstream, dnsBehind } from './dns/behind.ts'
import { SettingsError } from '../kernel/env.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { newTrace } from '../kernel/trace.ts'
import type { Trace } from '../kernel/trace.ts'
import { type Handover, type Outgoing, type MessageStanding, TransportFailure } from './access-point/port.ts'
import type { AnnuaireEdition } from './annuaire/port.ts'
import type { AnnuairePortion } from './annuaire/records.ts'
import { type Circuit, newCircuit, simulatorCircuit } from './circuit.ts'
import type { Directory } from './directory/port.ts'
import type { DirectoryQuestion, Listing } from './directory-search/port.ts'
import {
  type UpstreamOptions,
  accessPointFor,
  annuaireFor,
  directoryFor,
  directorySearchFor,
  domainsFor,
  mailerFor,
  portalFor,
  sdiFor,
  shopsFor,
  smpFor,
  storageFor,
} from './drivers.ts'
import type { Mail, MailReceipt } from './mail/port.ts'
import type { PortalAnswer, PortalFlow } from './ppf/port.ts'
import { type Registries, openRegistries } from './registries/open.ts'
import type { InvoiceKey, SdiAnswerReceipt, SdiFile, SdiReceipt } from './sdi/port.ts'
import type { Entrance } from './shops/port.ts'
import type { Registration } from './smp/port.ts'
import type { ExternalStorage, BytePortion, StoredBytes, StoredName } from './storage/port.ts'

/**
 * The services outside, each behind its circuit. Which driver speaks is decided in `drivers.ts` and known nowhere else.
 */
export interface Upstreams {
  circuits: readonly Circuit[]
  registries: Pick<Registries, 'byVat' | 'byNumber'>
  directory: Pick<Directory, 'lookUp' | 'receptionOf'>
  directorySearch: { search(trace: Trace, question: DirectoryQuestion): Promise<readonly Listing[]> }
  smp: {
    publish(trace: Trace, registration: Registration): Promise<void>
    withdraw(trace: Trace, peppolId: string): Promise<void>
    offer(trace: Trace, peppolId: string): Promise<string>
    takeOver(trace: Trace, peppolId: string, key: string): Promise<void>
  }
  /** What the owner of a domain says in the DNS. */
  dns: DomainUpstream
  accessPoint: AccessPointUpstream
  storage: StorageUpstream
  /** The French directory: which edition comes next, and its records. */
  annuaire: {
    next(trace: Trace, after: string | null): Promise<AnnuaireEdition | null>
    read(edition: AnnuaireEdition): AsyncIterable<AnnuairePortion>
  }
  ppf: { submit(trace: Trace, flow: PortalFlow): Promise<PortalAnswer> }
  sdi: SdiUpstream
  mail: {
    /** Throws MailRefused when another try is of no use. */
    send(trace: Trace, mail: Mail): Promise<MailReceipt>
    /** The last mails that the sandbox kept; empty where a mail server takes them. */
    readonly outbox: readonly Mail[]
  }
  shops: {
    post(trace: Trace, url: string, message: string): Promise<Uint8Array>
    entrance(url: string, fields: Entrance['fields']): Entrance
  }
  close(): Promise<void>
}

/** Whatever goes wrong is a TransportFailure, which tells whether the message can have arrived. */
interface AccessPointUpstream {
  send(trace: Trace, message: Outgoing): Promise<Handover>
  statusOf(trace: Trace, instanceId: string): Promise<MessageStanding>
  /** Longest time that one call takes; a lease must outlive it. */
  readonly timeoutMs: number
}

/** Sistema di Interscambio. */
interface SdiUpstream {
  submit(trace: Trace, file: SdiFile): Promise<SdiReceipt>
  messages(trace: Trace, sdiId: string): Promise<SdiFile[] | null>
  numberOf(trace: Trace, invoice: InvoiceKey): Promise<string | null>
  answer(trace: Trace, sdiId: string, file: SdiFile): Promise<SdiAnswerReceipt>
}

export interface StorageUpstream {
  /** Null where bytes live in the database. */
  readonly external: {
    put(trace: Trace, file: StoredBytes): Promise<void>
    get(trace: Trace, name: StoredName, from: number): Promise<BytePortion | null>
    writtenBefore(before: Date): AsyncIterable<readonly StoredName[]>
    remove(trace: Trace, file: StoredName, before: Date): Promise<void>
  } | null
}

/** The headers of the editions are read. */
const ANNUAIRE_TIMEOUT_MS = 60_000
const DIRECTORY_SEARCH_TIMEOUT_MS = 10_000
const SMP_TIMEOUT_MS = 45_000
const STORAGE_TIMEOUT_MS = 30_000
/** A bucket of millions takes its time. */
const LISTING_TIMEOUT_MS = 3_600_000
const MAIL_TIMEOUT_MS = 60_000
/** A person waits for the shop to open. */
const SHOP_TIMEOUT_MS = 20_000

/** Every driver that the settings ask for, with the circuit that its calls pass through. */
const openDrivers = async (options: UpstreamOptions) => {
  const { env, clock } = options
  const circuit = (name: string, isSimulated = false): Circuit =>
    (isSimulated ? simulatorCircuit : newCircuit)(name, () => clock.now())
  const directoryCircuit = circuit('directory', env.DIRECTORY === 'sandbox')
  return {
    registries: openRegistries({ ...options, circuit }),
    directory: { circuit: directoryCircuit, driver: await directoryFor(options, directoryCircuit) },
    directorySearch: { circuit: circuit('directory-search', !env.DIRECTORY_URL), driver: directorySearchFor(options) },
    dns: { circuit: circuit('dns', env.SERVICE_MODE === 'sandbox'), driver: domainsFor(options) },
    accessPoint: { circuit: circuit('access-point', env.ACCESS_POINT === 'sandbox'), driver: accessPointFor(options) },
    sdi: { circuit: circuit('sdi', env.SDI === 'sandbox'), driver: sdiFor(options) },
    annuaire: { circuit: circuit('annuaire', !env.ANNUAIRE_FOLDER), driver: annuaireFor(options) },
    ppf: { circuit: circuit('ppf', !env.PPF_URL), driver: portalFor(options) },
    smp: { circuit: circuit('smp', !env.SMP_URL), driver: smpFor(options) },
    storage: { circuit: circuit('storage'), driver: await storageFor(options) },
    mail: { circuit: circuit('mail'), driver: await mailerFor(options) },
    shops: { circuit: circuit('shops', env.SERVICE_MODE === 'sandbox'), driver: shopsFor(options) },
  }
}

type Drivers = Awaited<ReturnType<typeof openDrivers>>

export const openUpstreams = async (options: UpstreamOptions): Promise<Upstreams> => {
  const drivers = await openDrivers(options)
  const { registries, directory, storage, mail } = drivers
  if (storage.driver) await checkStore(storage.driver, storage.circuit, options)
  return {
    circuits: circuitsOf(drivers),
    registries,
    directory: directory.driver,
    directorySearch: searchBehind(drivers),
    smp: smpBehind(drivers),
    dns: dnsBehind(drivers.dns),
    accessPoint: accessPointBehind(drivers, options.env.ACCESS_POINT_TIMEOUT_MS),
    storage: { external: storage.driver && storageBehind(storage.driver, storage.circuit) },
    annuaire: annuaireBehind(drivers),
    ppf: portalBehind(drivers, options.env.PPF_TIMEOUT_MS),
    sdi: sdiBehind(drivers, options.env.SDI_TIMEOUT_MS),
    mail: {
      outbox: mail.driver.outbox ?? [],
      send: (trace, one) =>
        mail.circuit.call(trace, `send ${one.id}`, MAIL_TIMEOUT_MS, (signal) => mail.driver.send(one, signal)),
    },
    shops: shopsBehind(drivers),
    close: () => closeAll(drivers),
  }
}

/** In the order in which /health shows them; the store has one only where there is a store. */
const circuitsOf = (drivers: Drivers): Circuit[] => {
  const { registries, directory, directorySearch, dns, smp, accessPoint, sdi, mail, ppf, shops, storage } = drivers
  const { annuaire } = drivers
  const named = [
    directory,
    directorySearch,
    annuaire,
    dns,
    smp,
    accessPoint,
    sdi,
    mail,
    ppf,
    shops,
    ...(storage.driver ? [storage] : []),
  ]
  return [...registries.circuits, ...named.map(({ circuit }) => circuit)]
}

const closeAll = async (drivers: Drivers): Promise<void> => {
  const { registries, directory, directorySearch, smp, accessPoint, sdi, ppf, storage, mail, shops } = drivers
  const closing = [directory, directorySearch, smp, accessPoint, sdi, ppf, storage, mail, shops]
  await Promise.allSettled([registries.close(), ...closing.map(({ driver }) => driver?.close?.())])
}

const searchBehind = ({ directorySearch: { circuit, driver } }: Drivers): Upstreams['directorySearch'] => ({
  search: (trace, question) =>
    circuit.call(trace, `search ${question.number ?? question.text ?? ''}`, DIRECTORY_SEARCH_TIMEOUT_MS, (signal) =>
      driver.search(question, signal),
    ),
})

const annuaireBehind = ({ annuaire: { circuit, driver } }: Drivers): Upstreams['annuaire'] => ({
  next: (trace, after) =>
    circuit.call(trace, `next after ${after ?? 'nothing'}`, ANNUAIRE_TIMEOUT_MS, (signal) =>
      driver.next(after, signal),
    ),
  read: (edition) => driver.read(edition),
})

const shopsBehind = ({ shops: { circuit, driver } }: Drivers): Upstreams['shops'] => ({
  post: (trace, url, message) =>
    circuit.call(trace, `open ${new URL(url).host}`, SHOP_TIMEOUT_MS, (signal) => driver.post(url, message, signal)),
  entrance: (url, fields) => driver.entrance(url, fields),
})

/** What was looked up of a participant is not believed any more once its record has changed. */
const smpBehind = ({ smp: { circuit, driver }, directory }: Drivers): Upstreams['smp'] => ({
  publish: (trace, registration) =>
    circuit
      .call(trace, `publish ${registration.peppolId}`, SMP_TIMEOUT_MS, (signal) => driver.publish(registration, signal))
      .finally(() => directory.driver.forget?.(registration.peppolId)),
  withdraw: (trace, peppolId) =>
    circuit
      .call(trace, `withdraw ${peppolId}`, SMP_TIMEOUT_MS, (signal) => driver.withdraw(peppolId, signal))
      .finally(() => directory.driver.forget?.(peppolId)),
  offer: (trace, peppolId) =>
    circuit.call(trace, `offer ${peppolId}`, SMP_TIMEOUT_MS, (signal) => driver.offer(peppolId, signal)),
  takeOver: (trace, peppolId, key) =>
    circuit
      .call(trace, `takeOver ${peppolId}`, SMP_TIMEOUT_MS, (signal) => driver.takeOver(peppolId, key, signal))
      .finally(() => directory.driver.forget?.(peppolId)),
})

const accessPointBehind = ({ accessPoint: { circuit, driver } }: Drivers, timeoutMs: number): AccessPointUpstream => ({
  timeoutMs,
  send: (trace, message) =>
    asTransport(circuit.call(trace, `send ${message.instanceId}`, timeoutMs, (signal) => driver.send(message, signal))),
  statusOf: (trace, instanceId) =>
    asTransport(
      circuit.call(trace, `statusOf ${instanceId}`, timeoutMs, (signal) => driver.statusOf(instanceId, signal)),
    ),
})

const portalBehind = ({ ppf: { circuit, driver } }: Drivers, timeoutMs: number): Upstreams['ppf'] => ({
  submit: (trace, flow) => circuit.call(trace, `submit ${flow.id}`, timeoutMs, (signal) => driver.submit(flow, signal)),
})

const sdiBehind = ({ sdi: { circuit, driver } }: Drivers, timeoutMs: number): SdiUpstream => ({
  submit: (trace, file) =>
    circuit.call(trace, `submit ${file.name}`, timeoutMs, (signal) => driver.submit(file, signal)),
  messages: (trace, sdiId) =>
    circuit.call(trace, `messages ${sdiId}`, timeoutMs, (signal) => driver.messages(sdiId, signal)),
  numberOf: (trace, invoice) =>
    circuit.call(trace, `numberOf ${invoice.number}`, timeoutMs, (signal) => driver.numberOf(invoice, signal)),
  answer: (trace, sdiId, file) =>
    circuit.call(trace, `answer ${file.name}`, timeoutMs, (signal) => driver.answer(sdiId, file, signal)),
})

/** The circuit speaks of an upstream; who delivers wants to know of a message. */
const asTransport = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof TransportFailure || !(error instanceof AppError)) throw error
    if (error.cause instanceof TransportFailure) throw error.cause
    // Refused by an open circuit: nothing was tried. Any other error comes from a call that was under way.
    const refused = error.code === 'UPSTREAM_UNAVAILABLE' && error.cause === undefined
    throw new TransportFailure(error.message, {
      arrived: refused ? 'no' : 'unknown',
      ...(refused && { retryAfter: error.retryAfter }),
      cause: error,
    })
  }
}

const storageBehind = (store: ExternalStorage, circuit: Circuit): NonNullable<StorageUpstream['external']> => ({
  put: (trace, file) =>
    circuit.call(trace, `put ${file.hash}`, STORAGE_TIMEOUT_MS, (signal) => store.put(file, signal)),
  writtenBefore: (before) => store.writtenBefore(before, AbortSignal.timeout(LISTING_TIMEOUT_MS)),
  remove: (trace, file, before) =>
    circuit.call(trace, `remove ${file.hash}`, STORAGE_TIMEOUT_MS, (signal) => store.remove(file, before, signal)),
  get: (trace, name, from) =>
    circuit.call(trace, `get ${name.hash}`, STORAGE_TIMEOUT_MS, (signal) => store.get(name, from, signal)),
})

/**
 * A store that refuses us now will refuse us later too, so that is reported at start. A store that does not answer may
 * come back: its circuit takes care of that.
 */
const checkStore = async (store: ExternalStorage, circuit: Circuit, { env, clock }: UpstreamOptions): Promise<void> => {
  let refusal: unknown
  await circuit
    .call(newTrace(clock.now(), null), 'check', STORAGE_TIMEOUT_MS, (signal) => store.check(signal))
    .catch((error: unknown) => {
      refusal = error instanceof Error ? error.cause : undefined
    })
  const status = statusOf(refusal)
  if (status === undefined || status >= 500) return
  await store.close()
  const reason = status === 404 ? 'no bucket has that name' : 'the credentials do not allow access'
  throw new SettingsError(
    'The settings cannot be used:\n  ' +
      `S3_BUCKET: the object store answers ${status} for the bucket ${env.S3_BUCKET}: ${reason}`,
  )
}

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode
}
