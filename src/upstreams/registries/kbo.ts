/** The Belgian register of enterprises (KBO/BCE), as JSON services in the manner of cbeapi.be offer it. */
import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { compactNumber } from '../../values/national-numbers.ts'
import { openHttpClient } from '../http-client.ts'
import { MAX_ANSWER_BYTES, askJson, domainOf, inactive, joined, mailboxOf, notFound, said } from './ask.ts'
import { type Registry, type RegistryEntity, textOf } from './port.ts'

const NAME = 'KBO/BCE'
const text = z.string().nullish()

const answer = z.object({
  data: z.object({
    cbe_number: z.string(),
    denomination: text,
    denomination_with_legal_form: text,
    commercial_name: text,
    status: z.string(),
    address: z
      .object({
        street: text,
        street_number: text,
        box: text,
        post_code: z.union([z.string(), z.number()]).nullish(),
        city: text,
        country_code: text,
      })
      .nullish(),
    contact_infos: z.object({ email: text, web: text }).nullish(),
  }),
})
type KboData = z.output<typeof answer>['data']

const ACTIVE = /^(?:active|ac|actif|actief)$/i

const entityOf = (data: KboData, number: string): RegistryEntity => {
  const { address } = data
  const legalName = said(data.denomination_with_legal_form) ?? said(data.denomination) ?? number
  const street = joined(
    address?.street,
    address?.street_number,
    said(address?.box) === null ? null : `bus ${address?.box}`,
  )
  return {
    name: said(data.commercial_name) ?? said(data.denomination) ?? legalName,
    legalName,
    vatNumber: `BE${number}`,
    registrationNumber: number,
    taxNumber: null,
    establishment: null,
    address: {
      street,
      streetLine2: null,
      city: said(address?.city, 100),
      postalCode: said(String(address?.post_code ?? ''), 20),
      country: 'BE',
    },
    email: mailboxOf(data.contact_infos?.email),
    domain: domainOf(data.contact_infos?.web),
    provider: 'kbo-bce',
  }
}

export const kboRegistry = ({ url, token }: { url: string; token: string }): Registry => {
  const client = openHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES })
  const base = url.replace(/\/+$/, '')
  return {
    async find(question, signal) {
      const number = ('vatNumber' in question ? question.vatNumber.slice(2) : question.number).padStart(10, '0')
      if (!/^[01]\d{9}$/.test(number)) throw notFound(NAME, textOf(question))
      const found = (
        await askJson(client, {
          registry: NAME,
          answer,
          call: {
            method: 'GET',
            url: `${base}/company/${number}`,
            headers: { authorization: `Bearer ${token}` },
            signal,
          },
        })
      )?.data
      if (!found) throw notFound(NAME, number)
      if (compactNumber('BE', found.cbe_number).padStart(10, '0') !== number)
        throw new AppError('UPSTREAM_ERROR', {
          message: `${NAME} answered with a different enterprise than the requested one.`,
        })
      if (!ACTIVE.test(found.status)) throw inactive(NAME, number)
      return entityOf(found, number)
    },
    close: () => client.close(),
  }
}
