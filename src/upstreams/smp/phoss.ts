/** phoss-smp: a record is written by its REST interface, with a user and a password. */
import { readFileSync } from 'node:fs'
import { writeXml } from '../../formats/xml/write.ts'
import { PARTICIPANT_SCHEME } from '../../values/peppol-documents.ts'
import { atMost } from '../../values/text.ts'
import { type HttpAnswer, HttpFailure, openHttpClient } from '../http-client.ts'
import { groupXml, metadataXml, participant } from './metadata-xml.ts'
import { type Registration, type Smp, SmpFailure, type PublicationStep } from './port.ts'

interface PhossOptions {
  url: string
  user: string
  password: string
  /** Where documents for our participants are handed over, and the certificate of that access point (PEM). */
  endpointUrl: string
  certificateFile: string
  /** Whom to ask when it does not work. */
  contact: string
}

const CARD = { '': 'http://www.peppol.eu/schema/pd/businesscard/20180621/' }
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

const groupId = (peppolId: string): string => encodeURIComponent(`${PARTICIPANT_SCHEME}::${peppolId}`)

const cardXml = (
  peppolId: string,
  { name, country, city, postalCode, vatNumber }: NonNullable<Registration['card']>,
): string =>
  writeXml('BusinessCard', CARD, {
    ParticipantIdentifier: participant(peppolId),
    BusinessEntity: {
      Name: { '@name': name },
      CountryCode: country,
      ...(city !== null && { GeographicalInformation: [postalCode, city].filter((part) => part !== null).join(' ') }),
      Identifier: { '@scheme': 'VAT', '@value': vatNumber },
    },
  })

/** What the SMP says of its refusal, as plain text. */
const reasonIn = (answer: HttpAnswer): string => {
  const text = answer.text().replace(/<[^>]*>|\s+/g, ' ')
  return atMost(300, text.trim())
}

const failureOf = (step: PublicationStep, answer: HttpAnswer): SmpFailure => {
  const { status } = answer
  const reason = reasonIn(answer)
  const message = `The SMP answered ${status}${reason && `: ${reason}`}`
  return new SmpFailure(step, message, status < 500 && status !== 429)
}

const refuse = (step: PublicationStep, answer: HttpAnswer, isRefusal: (status: number) => boolean): void => {
  if (isRefusal(answer.status)) throw failureOf(step, answer)
}

/** Keys have characters that XML writes otherwise. */
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? '')

interface SmpRequest {
  step: PublicationStep
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  body?: string
}

export const phossSmp = (options: PhossOptions): Smp => new PhossSmp(options)

class PhossSmp implements Smp {
  readonly #client = openHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES })
  readonly #base: string
  readonly #authorization: string
  readonly #endpoint: { endpointUrl: string; certificate: string; contact: string }

  constructor({ url, user, password, certificateFile, endpointUrl, contact }: PhossOptions) {
    this.#base = url.replace(/\/+$/, '')
    this.#authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const certificate = readFileSync(certificateFile, 'utf8').replace(/-----[^-]+-----|\s/g, '')
    this.#endpoint = { endpointUrl, certificate, contact }
  }

  async publish({ peppolId, documents, card }: Registration, signal: AbortSignal): Promise<void> {
    const group = groupId(peppolId)
    await this.#ask({ step: 'service-group', method: 'PUT', path: group, body: groupXml(peppolId) }, signal)
    const kept = documents.map(({ scheme, documentTypeId }) => `${scheme}::${documentTypeId}`)
    await this.#removeOthers(group, kept, signal)
    for (const one of documents) {
      const path = `${group}/services/${encodeURIComponent(`${one.scheme}::${one.documentTypeId}`)}`
      const body = metadataXml(peppolId, one, this.#endpoint)
      await this.#ask({ step: 'service-metadata', method: 'PUT', path, body }, signal)
    }
    const business = { step: 'business-card', path: `businesscard/${group}` } as const
    if (card === null) await this.#ask({ ...business, method: 'DELETE' }, signal)
    else await this.#ask({ ...business, method: 'PUT', body: cardXml(peppolId, card) }, signal)
  }

  async withdraw(peppolId: string, signal: AbortSignal): Promise<void> {
    const group = groupId(peppolId)
    await this.#ask({ step: 'business-card', method: 'DELETE', path: `businesscard/${group}` }, signal)
    await this.#ask({ step: 'service-group', method: 'DELETE', path: group }, signal)
  }

  async offer(peppolId: string, signal: AbortSignal): Promise<string> {
    const group = groupId(peppolId)
    const request = { step: 'migration', method: 'PUT' } as const
    // One that is under way would stand in the way, and its key may be lost. There usually is none.
    const cancelled = await this.#send({ ...request, path: `migration/outbound/cancel/${group}` }, signal)
    refuse(request.step, cancelled, (status) => status >= 500 || status === 429 || status === 401 || status === 403)
    const answer = await this.#ask({ ...request, path: `migration/outbound/start/${group}` }, signal)
    const [, key] = /<migrationKey>([^<]{1,200})<\/migrationKey>/.exec(answer.text()) ?? []
    if (!key) throw new SmpFailure('migration', 'The SMP answered without a key.', false)
    return unescaped(key)
  }

  async takeOver(peppolId: string, key: string, signal: AbortSignal): Promise<void> {
    const path = `migration/inbound/${groupId(peppolId)}/${encodeURIComponent(key)}`
    await this.#ask({ step: 'migration', method: 'PUT', path }, signal)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** Removes document types that the record has and the company does not accept any more. */
  async #removeOthers(group: string, kept: readonly string[], signal: AbortSignal): Promise<void> {
    const record = await this.#ask({ step: 'service-metadata', method: 'GET', path: group }, signal)
    const listed = [...record.bytes.toString('utf8').matchAll(/href="[^"]*\/services\/([^"]+)"/g)].map((match) =>
      decodeURIComponent(match[1] ?? ''),
    )
    for (const id of listed) {
      if (kept.includes(id)) continue
      const path = `${group}/services/${encodeURIComponent(id)}`
      await this.#ask({ step: 'service-metadata', method: 'DELETE', path }, signal)
    }
  }

  /** What is to be read or removed may be absent; every other refusal is a failure of the step. */
  async #ask(request: SmpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { step, method } = request
    const answer = await this.#send(request, signal)
    const { status } = answer
    if (status < 300 || (method !== 'PUT' && status === 404)) return answer
    throw failureOf(step, answer)
  }

  async #send({ step, method, path, body }: SmpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const headers = { authorization: this.#authorization, accept: 'application/xml' }
    const content = body === undefined ? {} : { body: Buffer.from(body) }
    try {
      return await this.#client.call({
        method,
        url: `${this.#base}/${path}`,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/xml' },
        signal,
        ...content,
      })
    } catch (error) {
      throw error instanceof HttpFailure
        ? new SmpFailure(step, `The SMP cannot be reached: ${error.message}`, false, error)
        : error
    }
  }
}
