/**
 * VIES of the European Commission, its REST interface: whether a VAT number is valid, and what its country tells of who
 * has it.
 */
import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { vatOfNumber } from '../../values/national-numbers.ts'
import { atMost } from '../../values/text.ts'
import { openHttpClient } from '../http-client.ts'
import { MAX_ANSWER_BYTES, askJson, notFound, said } from './ask.ts'
import { type Registry, type RegistryEntity, textOf } from './port.ts'

const NAME = 'VIES'

const answer = z.union([
  z.object({ valid: z.boolean(), name: z.string().nullish(), address: z.string().nullish() }),
  z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) }),
])
type ViesVerdict = Extract<z.output<typeof answer>, { valid: boolean }>

/** The country behind VIES failed or is busy: VIES itself did its part, and other countries go on. */
const ofMemberState = (code: 'UPSTREAM_UNAVAILABLE' | 'UPSTREAM_TIMEOUT', message: string): AppError =>
  Object.assign(new AppError(code, { message, retryAfter: 30 }), { beyondUpstream: true })

const failures: Readonly<Record<string, (vatNumber: string) => AppError>> = {
  MS_UNAVAILABLE: (vat) =>
    ofMemberState('UPSTREAM_UNAVAILABLE', `The registry of ${vat.slice(0, 2)} did not answer ${NAME}.`),
  MS_MAX_CONCURRENT_REQ: (vat) =>
    ofMemberState(
      'UPSTREAM_UNAVAILABLE',
      `The registry of ${vat.slice(0, 2)} received too many requests. Try again later.`,
    ),
  MS_MAX_CONCURRENT_REQ_TIME: (vat) =>
    ofMemberState(
      'UPSTREAM_UNAVAILABLE',
      `The registry of ${vat.slice(0, 2)} received too many requests. Try again later.`,
    ),
  TIMEOUT: (vat) =>
    ofMemberState('UPSTREAM_TIMEOUT', `The registry of ${vat.slice(0, 2)} took too long to answer ${NAME}.`),
  SERVICE_UNAVAILABLE: () =>
    new AppError('UPSTREAM_UNAVAILABLE', { message: `${NAME} does not answer.`, retryAfter: 30 }),
  GLOBAL_MAX_CONCURRENT_REQ: () =>
    new AppError('UPSTREAM_UNAVAILABLE', {
      message: `${NAME} received too many requests. Try again later.`,
      retryAfter: 30,
    }),
  GLOBAL_MAX_CONCURRENT_REQ_TIME: () =>
    new AppError('UPSTREAM_UNAVAILABLE', {
      message: `${NAME} received too many requests. Try again later.`,
      retryAfter: 30,
    }),
  INVALID_INPUT: (vat) => notFound(NAME, vat),
}

/** A whole address has several lines. */
const MOST = 2_000

/** The address comes as lines of free text: street, perhaps more, and in the last line the post code and the town. */
const addressOf = (text: string | null | undefined, country: string): RegistryEntity['address'] => {
  const lines = (said(text, MOST) ?? '').split('\n').flatMap((line) => said(line) ?? [])
  const place =
    /^(?:[A-Z]{1,2}[- ])?(?<postalCode>\d[\d -]{2,7}\d[A-Z]{0,2}|\d{4} ?[A-Z]{2})\s+(?<city>\p{L}.*)$/u.exec(
      lines.at(-1) ?? '',
    )?.groups
  const streets = place ? lines.slice(0, -1) : lines
  return {
    street: streets[0] ?? null,
    streetLine2: said(streets.slice(1).join(', ')),
    city: place?.['city'] === undefined ? null : atMost(100, place['city']),
    postalCode: place?.['postalCode']?.trim() ?? null,
    country,
  }
}

const entityOf = ({ name, address }: ViesVerdict, vatNumber: string): RegistryEntity => {
  const country = vatNumber.startsWith('EL') ? 'GR' : vatNumber.slice(0, 2)
  // Some countries confirm a number and keep the name to themselves.
  const told = said(name) ?? vatNumber
  return {
    name: told,
    legalName: told,
    vatNumber,
    registrationNumber: null,
    taxNumber: null,
    establishment: null,
    address: addressOf(address, country),
    provider: 'vies',
  }
}

export const viesRegistry = ({ url }: { url: string }): Registry => {
  const client = openHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES })
  const base = url.replace(/\/+$/, '')
  return {
    async find(question, signal) {
      const given = 'vatNumber' in question ? question.vatNumber : vatOfNumber(question.country, question.number)
      if (given === undefined) throw notFound(NAME, textOf(question))
      const vatNumber = given.replace(/^GR/, 'EL')
      const body = Buffer.from(JSON.stringify({ countryCode: vatNumber.slice(0, 2), vatNumber: vatNumber.slice(2) }))
      const told = await askJson(client, {
        registry: NAME,
        answer,
        call: {
          method: 'POST',
          url: `${base}/check-vat-number`,
          headers: { 'content-type': 'application/json' },
          body,
          signal,
        },
      })
      if (told === null) throw new AppError('UPSTREAM_ERROR', { message: `${NAME} answered with the status 404.` })
      if ('errorWrappers' in told) {
        const error = told.errorWrappers[0]?.error ?? ''
        throw (
          failures[error]?.(given) ??
          new AppError('UPSTREAM_ERROR', { message: `${NAME} answered with the error ${error.slice(0, 100)}.` })
        )
      }
      if (!told.valid) throw notFound(NAME, given)
      return entityOf(told, given)
    },
    close: () => client.close(),
  }
}
