/** The public Peppol directory (search API 1.0, JSON). It answers at most 1,000 matches to a question. */
import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { documentTypesFor } from '../../values/peppol-documents.ts'
import { isPeppolId } from '../../values/peppol-id.ts'
import { schemeOf } from '../../values/peppol-schemes.ts'
import { VAT_PATTERN, identityOfVat, vatNumberOf } from '../../values/vat-number.ts'
import { type HttpAnswer, HttpFailure, openHttpClient } from '../http-client.ts'
import type { DirectoryQuestion, DirectorySearch, Listing } from './port.ts'

const MAX_ANSWER_BYTES = 16 * 1024 * 1024
const PER_PAGE = 500
const PAGES = 2

const identifier = z.object({ scheme: z.string(), value: z.string() })
const entity = z.object({
  name: z.array(z.object({ name: z.string() })).min(1),
  countryCode: z.string().optional(),
  geoInfo: z.string().optional(),
  identifiers: z.array(identifier).default([]),
  websites: z.array(z.string()).default([]),
  contacts: z
    .array(z.object({ type: z.string(), name: z.string(), phone: z.string(), email: z.string() }).partial())
    .default([]),
  regDate: z.string().optional(),
})
const answer = z.object({
  'total-result-count': z.number(),
  matches: z.array(
    z.object({
      participantID: identifier,
      docTypes: z.array(identifier).default([]),
      entities: z.array(entity).default([]),
    }),
  ),
})

type DirectoryMatch = z.output<typeof answer>['matches'][number]

/** What the directory writes of a place is free text: `69002 Lyon`, where there is such a thing. */
const placeOf = (geoInfo: string | undefined): { city: string | null; postalCode: string | null } => {
  const place = /^\s*(?<postalCode>[A-Z0-9][A-Z0-9 -]{2,9}\d[A-Z0-9]*)\s+(?<city>\p{L}[^,;]{1,80})/iu.exec(
    geoInfo ?? '',
  )?.groups
  return { city: place?.['city']?.trim() ?? null, postalCode: place?.['postalCode'] ?? null }
}

const vatNumberIn = (peppolId: string, identifiers: readonly { value: string }[]): string | null =>
  vatNumberOf(peppolId) ??
  identifiers
    .map(({ value }) => value)
    .find((value) => VAT_PATTERN.test(value) && typeof identityOfVat(value) !== 'string') ??
  null

const detailOf = ({ contacts, websites, regDate }: z.output<typeof entity>): object => ({
  ...(contacts.length > 0 && {
    contacts: contacts.map((contact) =>
      Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== undefined)),
    ),
  }),
  ...(websites.length > 0 && { websites }),
  ...(regDate !== undefined && { registeredOn: regDate }),
})

const listingsOf = ({ participantID: { value: peppolId }, docTypes, entities }: DirectoryMatch): Listing[] => {
  const [first] = entities
  if (!first || !isPeppolId(peppolId)) return []
  const siren = /^(?:0225|0002|0009):(\d{9})/.exec(peppolId)?.[1]
  const vatNumber = vatNumberIn(peppolId, first.identifiers)
  const numbers = first.identifiers.map(({ value }) => value).filter((value) => value.length <= 100)
  const identifiers = [peppolId, peppolId.slice(5), siren, vatNumber, ...numbers].filter((one) => one != null)
  return [
    {
      peppolId,
      name: first.name[0]?.name ?? peppolId,
      country: first.countryCode ?? schemeOf(peppolId)?.country ?? null,
      ...placeOf(first.geoInfo),
      vatNumber,
      identifiers: [...new Set(identifiers)].slice(0, 20),
      entityKey: siren === undefined ? (vatNumber ?? peppolId) : `SIREN ${siren}`,
      head: siren === undefined || peppolId.length === 5 + 9,
      naceCodes: [],
      documentTypes: documentTypesFor(docTypes.map(({ value }) => value)),
      accessPoint: null,
      detail: detailOf(first),
    },
  ]
}

const parametersOf = ({ text, number, country }: DirectoryQuestion): Record<string, string> => ({
  ...(text !== undefined && { name: text }),
  ...(number !== undefined &&
    (isPeppolId(number) ? { participant: `iso6523-actorid-upis::${number}` } : { identifierValue: number })),
  ...(country !== undefined && { country }),
})

export const httpDirectorySearch = (options: { url: string }): DirectorySearch => new HttpDirectorySearch(options)

class HttpDirectorySearch implements DirectorySearch {
  readonly #client = openHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES })
  readonly #base: string

  constructor({ url }: { url: string }) {
    this.#base = url.replace(/\/+$/, '')
  }

  async search(question: DirectoryQuestion, signal: AbortSignal): Promise<Listing[]> {
    const matches: DirectoryMatch[] = []
    for (let index = 0; index < PAGES; index += 1) {
      const found = await this.#page(question, index, signal)
      matches.push(...found.matches)
      if (matches.length >= found['total-result-count'] || found.matches.length === 0) break
    }
    return matches.flatMap(listingsOf)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #page(question: DirectoryQuestion, index: number, signal: AbortSignal): Promise<z.output<typeof answer>> {
    const parameters = new URLSearchParams({ ...parametersOf(question), rpi: String(index), rpc: String(PER_PAGE) })
    const { status, json } = await this.#get(`${this.#base}/search/1.0/json?${parameters}`, signal)
    if (status !== 200)
      throw new AppError('UPSTREAM_ERROR', { message: `The directory answered with the status ${status}.` })
    const read = answer.safeParse(json())
    if (!read.success)
      throw new AppError('UPSTREAM_ERROR', {
        message: 'The answer of the directory is not a search result.',
      })
    return read.data
  }

  async #get(url: string, signal: AbortSignal): Promise<HttpAnswer> {
    try {
      return await this.#client.call({ method: 'GET', url, headers: { accept: 'application/json' }, signal })
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      throw new AppError('UPSTREAM_UNAVAILABLE', {
        message: `The directory cannot be reached: ${error.message}`,
        retryAfter: 5,
        cause: error,
      })
    }
  }
}
