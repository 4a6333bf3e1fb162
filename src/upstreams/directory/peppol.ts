/**
 * The network's own lookup: the SML names the SMP of a participant by a NAPTR record; the SMP lists what the
 * participant receives, and says for each kind of document, signed, where it is handed over. Answers are kept for as
 * long as they say.
 */
import { AppError } from '../../kernel/errors/app-error.ts'
import { networkDocuments } from '../../values/peppol-documents.ts'
import { isPeppolId } from '../../values/peppol-id.ts'
import type { Circuit } from '../circuit.ts'
import { DnsFailure, askNaptr } from './dns.ts'
import { chooseEndpoint } from './endpoints.ts'
import { type Lookup, LookupFailure, type LookupReason, NOT_LISTED, type StepNote, asAnswer, step } from './lookup.ts'
import { CACHE, type KeptAnswer, type Memory, newMemory } from './memory.ts'
import { type DocumentTypeKey, keyFor, readServiceGroup } from './metadata.ts'
import { type Directory, type DirectoryRecord, type Reception, unknownParticipant } from './port.ts'
import { type ServiceOptions, type Services, groupUrl, openServices } from './services.ts'
import { askSmp, readAnswer } from './smp-client.ts'
import { smlNameOf, smpUrlIn } from './sml.ts'

export interface PeppolDirectoryOptions extends ServiceOptions {
  zone: string
  nameServers: readonly string[]
  /** Of the name servers, which every lookup needs; a broken SMP is the affair of its participants alone. */
  circuit: Circuit
}

/** What stands behind a record that was answered. */
interface RecordSource {
  smpUrl: string
  until: Date
  listed: readonly DocumentTypeKey[]
}

const dnsReasons = {
  timeout: 'SML_TIMEOUT',
  unreachable: 'SML_UNREACHABLE',
  error: 'SML_ERROR',
} as const satisfies Record<DnsFailure['kind'], LookupReason>

/** In the words of a lookup: what the name servers did, or that their circuit is open. */
const smlFailure = (lookup: Lookup, error: AppError): LookupFailure => {
  const { cause } = error
  if (cause instanceof DnsFailure)
    return new LookupFailure(lookup, dnsReasons[cause.kind], cause.message, { cause: error })
  return new LookupFailure(
    lookup,
    error.code === 'UPSTREAM_TIMEOUT' ? 'SML_TIMEOUT' : 'SML_UNREACHABLE',
    error.message,
    { cause: error, retryAfter: error.retryAfter },
  )
}

/** What is listed, and what we know that a wildcard stands for. */
const acceptedOf = (listed: readonly DocumentTypeKey[]): string[] => [
  ...new Set([
    ...listed.map(({ documentTypeId }) => documentTypeId),
    ...networkDocuments.map(({ documentTypeId }) => documentTypeId).filter((id) => keyFor(listed, id) !== undefined),
  ]),
]

export const peppolDirectory = (options: PeppolDirectoryOptions): Directory => new PeppolDirectory(options)

class PeppolDirectory implements Directory {
  readonly #options: PeppolDirectoryOptions
  readonly #smps: Memory<string | null | undefined>
  readonly #groups: Memory<readonly DocumentTypeKey[]>
  readonly #services: Services
  readonly #sources = new WeakMap<DirectoryRecord, RecordSource>()

  constructor(options: PeppolDirectoryOptions) {
    this.#options = options
    this.#smps = newMemory(options.clock)
    this.#groups = newMemory(options.clock)
    this.#services = openServices(options)
  }

  lookUp(lookup: Lookup, peppolId: string): Promise<DirectoryRecord> {
    return asAnswer(
      () => this.#record(lookup, peppolId),
      (reason) => unknownParticipant(peppolId, reason),
    )
  }

  receptionOf(lookup: Lookup, record: DirectoryRecord, documentTypeId: string, processId?: string): Promise<Reception> {
    return asAnswer<Reception>(
      () => this.#reception(lookup, record, documentTypeId, processId),
      (reason) => ({ endpoint: null, reason }),
    )
  }

  forget(peppolId: string): void {
    const [name, group] = [smlNameOf(peppolId, this.#options.zone), groupUrl('', peppolId)]
    this.#smps.forget((key) => key === name)
    this.#groups.forget((url) => url.endsWith(group))
    this.#services.forget(peppolId)
  }

  close(): Promise<void> {
    return this.#options.client.close()
  }

  async #record(lookup: Lookup, peppolId: string): Promise<DirectoryRecord> {
    if (!isPeppolId(peppolId)) return unknownParticipant(peppolId, 'NOT_IN_SML')
    const smp = await this.#locate(lookup, peppolId)
    const listed = await this.#list(lookup, peppolId, smp)
    const record: DirectoryRecord = {
      peppolId,
      exists: true,
      reason: null,
      name: null,
      country: null,
      accepts: acceptedOf(listed),
      publisher: smp.value,
    }
    this.#sources.set(record, { smpUrl: smp.value, until: smp.until, listed })
    return record
  }

  async #reception(
    lookup: Lookup,
    record: DirectoryRecord,
    documentTypeId: string,
    processId: string | undefined,
  ): Promise<Reception> {
    const source = this.#sources.get(record)
    if (!source) throw new Error('A reception is asked for with the record that a lookup has answered.')
    const { smpUrl, until } = source
    const endpoints = await this.#services.endpointsOf(lookup, {
      peppolId: record.peppolId,
      key: await keyOf(lookup, source, documentTypeId),
      smpUrl,
      until,
    })
    return step(lookup, 'endpoint', documentTypeId, (noted) => {
      const now = this.#options.clock.now()
      const { url, transportProfile, accessPoint } = chooseEndpoint(lookup, endpoints, processId, now)
      noted.answered = accessPoint
      noted.detail = url
      return { endpoint: { url, transportProfile, accessPoint }, reason: null }
    })
  }

  /** Where the SML says the SMP of a participant is. */
  #locate(lookup: Lookup, peppolId: string): Promise<KeptAnswer<string>> {
    const name = smlNameOf(peppolId, this.#options.zone)
    return step(lookup, 'sml', `NAPTR ${name}`, async (noted) => {
      const kept = this.#smps.get(name)
      if (kept) noted.answered = CACHE
      const { value: url, until } = kept ?? (await this.#askSml(lookup, noted, name))
      if (url === undefined) throw new LookupFailure(lookup, 'NOT_IN_SML', `The SML has no SMP for ${peppolId}.`)
      const fault = url === null ? 'the record contains no usable address.' : this.#options.faultOfUrl(url)
      if (url === null || fault !== undefined)
        throw new LookupFailure(lookup, 'SML_ERROR', `The SML does not give a usable address: ${fault}`)
      noted.detail = url
      return { value: url, until }
    })
  }

  async #askSml(lookup: Lookup, noted: StepNote, name: string): Promise<KeptAnswer<string | null | undefined>> {
    const { circuit, clock, nameServers, timeoutMs } = this.#options
    // Each question has its own limit; the circuit's is for what hangs all the same.
    const answer = await circuit
      .call(lookup.trace, `NAPTR ${name}`, timeoutMs * 2, () => askNaptr(name, nameServers, timeoutMs))
      .catch((error: unknown) => {
        throw error instanceof AppError ? smlFailure(lookup, error) : error
      })
    noted.answered = answer.server
    const found = { value: smpUrlIn(answer.records), until: new Date(clock.now().getTime() + answer.seconds * 1_000) }
    this.#smps.keep(name, found, 0)
    return found
  }

  /** What the SMP lists of a participant. */
  #list(lookup: Lookup, peppolId: string, smp: KeptAnswer<string>): Promise<readonly DocumentTypeKey[]> {
    const url = groupUrl(smp.value, peppolId)
    return step(lookup, 'service-group', url, async (noted) => {
      const kept = this.#groups.get(url)
      if (kept) noted.answered = CACHE
      const listed = kept?.value ?? (await this.#askGroup(lookup, noted, { url, peppolId, otherwise: smp.until }))
      noted.detail = `${listed.length} document types`
      return listed
    })
  }

  async #askGroup(
    lookup: Lookup,
    noted: StepNote,
    { url, peppolId, otherwise }: { url: string; peppolId: string; otherwise: Date },
  ): Promise<readonly DocumentTypeKey[]> {
    const { bytes, until } = await askSmp(this.#options, lookup, noted, { url, absent: 'NOT_IN_SMP', otherwise })
    const listed = readAnswer(lookup, () => readServiceGroup(bytes, peppolId))
    this.#groups.keep(url, { value: listed, until }, bytes.length)
    return listed
  }
}

const keyOf = async (lookup: Lookup, { listed }: RecordSource, documentTypeId: string): Promise<DocumentTypeKey> =>
  keyFor(listed, documentTypeId) ??
  step(lookup, 'service-metadata', documentTypeId, () => {
    throw new LookupFailure(lookup, 'DOCUMENT_TYPE_NOT_SUPPORTED', NOT_LISTED)
  })
