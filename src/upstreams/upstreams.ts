import { SettingsError } from '../kernel/env.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { newTrace } from '../kernel/trace.ts'
import type { Trace } from '../kernel/trace.ts'
import { type Handover, type Outgoing, type MessageStanding, TransportFailure } from './access-point/port.ts'
import { type Circuit, newCircuit } from './circuit.ts'
import type { Directory } from './directory/port.ts'
import type { DirectoryQuestion, Listing } from './directory-search/port.ts'
import {
  type UpstreamOptions,
  accessPointFor,
  directoryFor,
  directorySearchFor,
  mailerFor,
  portalFor,
  sdiFor,
  smpFor,
  storageFor,
} from './drivers.ts'
import type { Mail, MailReceipt } from './mail/port.ts'
import type { PortalAnswer, PortalFlow } from './ppf/port.ts'
import { type Registries, openRegistries } from './registries/open.ts'
import type { InvoiceKey, SdiAnswerReceipt, SdiFile, SdiReceipt } from './sdi/port.ts'
import type { Registration } from './smp/port.ts'
import type { ExternalStorage, BytePortion, StoredBytes, StoredName } from './storage/port.ts'

/** The services outside, each behind its circuit. Which driver speaks is decided in `drivers.ts` and known nowhere else. */
export interface Upstreams {
  circuits: readonly Circuit[]
  registries: Pick<Registries, 'byVat' | 'byNumber'>
  directory: Pick<Directory, 'lookUp' | 'receptionOf'>
  directorySearch: { search(trace: Trace, question: DirectoryQuestion): Promise<readonly Listing[]> }
  smp: {
    publish(trace: Trace, registration: Registration): Promise<void>
    withdraw(trace: Trace, peppolId: string): Promise<void>
  }
  accessPoint: AccessPointUpstream
  storage: StorageUpstream
  ppf: { submit(trace: Trace, flow: PortalFlow): Promise<PortalAnswer> }
  sdi: SdiUpstream
  mail: {
    /** Throws MailRefused when another try is of no use. */
    send(trace: Trace, mail: Mail): Promise<MailReceipt>
    /** The last mails that the sandbox kept; empty where a mail server takes them. */
    readonly outbox: readonly Mail[]
  }
  close(): Promise<void>
}

/** Whatever goes wrong is a TransportFailure, which tells whether the message can have arrived. */
export interface AccessPointUpstream {
  send(trace: Trace, message: Outgoing): Promise<Handover>
  statusOf(trace: Trace, instanceId: string): Promise<MessageStanding>
  /** Longest time that one call takes; a lease must outlive it. */
  readonly timeoutMs: number
}

/** Sistema di Interscambio. */
export interface SdiUpstream {
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
    remove(trace: Trace, file: StoredName): Promise<void>
  } | null
}

const DIRECTORY_SEARCH_TIMEOUT_MS = 10_000
const SMP_TIMEOUT_MS = 45_000
const STORAGE_TIMEOUT_MS = 30_000
/** A bucket of millions takes its time. */
const LISTING_TIMEOUT_MS = 3_600_000
const MAIL_TIMEOUT_MS = 60_000

export const openUpstreams = async (options: UpstreamOptions): Promise<Upstreams> => {
  const circuit = (name: string): Circuit => newCircuit(name, () => options.clock.now())
  const registries = openRegistries({ ...options, circuit })
  const [directory, directorySearch, accessPoint, storage, sdi, mail] = [
    circuit('directory'),
    circuit('directory-search'),
    circuit('access-point'),
    circuit('storage'),
    circuit('sdi'),
    circuit('mail'),
  ]
  const [directoryDriver, searchDriver, accessPointDriver, sdiDriver] = [
    await directoryFor(options, directory),
    directorySearchFor(options),
    accessPointFor(options),
    sdiFor(options),
  ]
  const [ppf, portal] = [circuit('ppf'), portalFor(options)]
  const [smp, smpDriver] = [circuit('smp'), smpFor(options)]
  const [store, mailer] = [await storageFor(options), await mailerFor(options)]
  if (store) await checkStore(store, storage, options)
  return {
    circuits: [
      ...registries.circuits,
      directory,
      directorySearch,
      smp,
      accessPoint,
      sdi,
      mail,
      ppf,
      ...(store ? [storage] : []),
    ],
    registries,
    directory: directoryDriver,
    directorySearch: {
      search: (trace, question) =>
        directorySearch.call(
          trace,
          `search ${question.number ?? question.text ?? ''}`,
          DIRECTORY_SEARCH_TIMEOUT_MS,
          (signal) => searchDriver.search(question, signal),
        ),
    },
    smp: {
      // What was looked up before is not believed any more.
      publish: (trace, registration) =>
        smp
          .call(trace, `publish ${registration.peppolId}`, SMP_TIMEOUT_MS, (signal) =>
            smpDriver.publish(registration, signal),
          )
          .finally(() => directoryDriver.forget?.(registration.peppolId)),
      withdraw: (trace, peppolId) =>
        smp
          .call(trace, `withdraw ${peppolId}`, SMP_TIMEOUT_MS, (signal) => smpDriver.withdraw(peppolId, signal))
          .finally(() => directoryDriver.forget?.(peppolId)),
    },
    accessPoint: {
      timeoutMs: options.env.ACCESS_POINT_TIMEOUT_MS,
      send: (trace, message) =>
        asTransport(
          accessPoint.call(trace, `send ${message.instanceId}`, options.env.ACCESS_POINT_TIMEOUT_MS, (signal) =>
            accessPointDriver.send(message, signal),
          ),
        ),
      statusOf: (trace, instanceId) =>
        asTransport(
          accessPoint.call(trace, `statusOf ${instanceId}`, options.env.ACCESS_POINT_TIMEOUT_MS, (signal) =>
            accessPointDriver.statusOf(instanceId, signal),
          ),
        ),
    },
    storage: { external: store && storageBehind(store, storage) },
    ppf: {
      submit: (trace, flow) =>
        ppf.call(trace, `submit ${flow.id}`, options.env.PPF_TIMEOUT_MS, (signal) => portal.submit(flow, signal)),
    },
    sdi: {
      submit: (trace, file) =>
        sdi.call(trace, `submit ${file.name}`, options.env.SDI_TIMEOUT_MS, (signal) => sdiDriver.submit(file, signal)),
      messages: (trace, sdiId) =>
        sdi.call(trace, `messages ${sdiId}`, options.env.SDI_TIMEOUT_MS, (signal) => sdiDriver.messages(sdiId, signal)),
      numberOf: (trace, invoice) =>
        sdi.call(trace, `numberOf ${invoice.number}`, options.env.SDI_TIMEOUT_MS, (signal) =>
          sdiDriver.numberOf(invoice, signal),
        ),
      answer: (trace, sdiId, file) =>
        sdi.call(trace, `answer ${file.name}`, options.env.SDI_TIMEOUT_MS, (signal) =>
          sdiDriver.answer(sdiId, file, signal),
        ),
    },
    mail: {
      outbox: mailer.outbox ?? [],
      send: (trace, one) => mail.call(trace, `send ${one.id}`, MAIL_TIMEOUT_MS, (signal) => mailer.send(one, signal)),
    },
    close: async () =>
      void (await Promise.allSettled([
        registries.close(),
        directoryDriver.close?.(),
        searchDriver.close?.(),
        smpDriver.close?.(),
        accessPointDriver.close?.(),
        sdiDriver.close?.(),
        portal.close?.(),
        store?.close(),
        mailer.close(),
      ])),
  }
}

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
  remove: (trace, file) =>
    circuit.call(trace, `remove ${file.hash}`, STORAGE_TIMEOUT_MS, (signal) => store.remove(file, signal)),
  get: (trace, name, from) =>
    circuit.call(trace, `get ${name.hash}`, STORAGE_TIMEOUT_MS, (signal) => store.get(name, from, signal)),
})

/** A store that refuses us will do so tomorrow: better told at start. One that does not answer may come back: its circuit tells. */
const checkStore = async (store: ExternalStorage, circuit: Circuit, { env, clock }: UpstreamOptions): Promise<void> => {
  let refusal: unknown
  await circuit
    .call(newTrace(clock.now()), 'check', STORAGE_TIMEOUT_MS, (signal) => store.check(signal))
    .catch((error: unknown) => {
      refusal = error instanceof Error ? error.cause : undefined
    })
  const status = statusOf(refusal)
  if (status === undefined || status >= 500) return
  await store.close()
  throw new SettingsError(
    `The settings cannot be used:\n  S3_BUCKET: the object store answers ${status} for the bucket ${env.S3_BUCKET}: ${status === 404 ? 'there is none of that name' : 'it does not let us in'}`,
  )
}

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode
}
