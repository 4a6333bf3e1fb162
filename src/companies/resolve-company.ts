import { z } from 'zod'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { country, vatNumber } from '../kernel/input.ts'
import { operation, type ResultOf } from '../operation/operation.ts'
import type { Trace } from '../kernel/trace.ts'
import { newLookup } from '../upstreams/directory/lookup.ts'
import type { DirectoryRecord, Endpoint } from '../upstreams/directory/port.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import { hasWrongDigits, hasWrongVatDigits } from '../values/check-digits.ts'
import { compactNumber, faultOfNumber, vatOfNumber } from '../values/national-numbers.ts'
import { documentTypesFor } from '../values/peppol-documents.ts'
import { visibleTo } from './company.ts'
import { identify } from './identify.ts'

const input = z
  .strictObject({
    countryCode: country.describe('Country code of the company.'),
    vatNumber: vatNumber.optional().describe('VAT number of the company. Give either this or the registration number.'),
    registrationNumber: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe(
        'Number of the company in the national register, such as a SIREN, a ' +
          'SIRET or a Belgian enterprise number. Separators are ignored.',
      ),
  })
  .meta({ examples: [{ countryCode: 'FR', vatNumber: 'FR40303265045' }] })

const refuse = (field: string, code: 'INVALID_REQUEST' | 'MISSING_FIELD', message: string): AppError =>
  refusal(code, field, message, { summary: `${field}: ${message}` })

/** What to ask the registry, once it is clear that it can be asked. */
const questionIn = ({
  countryCode,
  vatNumber: vat,
  registrationNumber,
}: z.output<typeof input>): { vat: string } | { number: string } => {
  if (vat !== undefined && registrationNumber !== undefined)
    throw refuse('registrationNumber', 'INVALID_REQUEST', 'Give either vatNumber or registrationNumber, not both.')
  if (vat !== undefined) {
    const { country: itsCountry } = identify(vat)
    if (itsCountry !== countryCode)
      throw refuse('vatNumber', 'INVALID_REQUEST', `The VAT number belongs to ${itsCountry}, not to ${countryCode}.`)
    return { vat }
  }
  if (registrationNumber === undefined)
    throw refuse('vatNumber', 'MISSING_FIELD', 'Give vatNumber or registrationNumber.')
  const number = compactNumber(countryCode, registrationNumber)
  const form = faultOfNumber(countryCode, number)
  if (form !== undefined) throw refuse('registrationNumber', 'INVALID_REQUEST', `Expected ${form}.`)
  return { number }
}

interface Warning {
  field: string
  message: string
}
const WRONG_DIGITS = 'The check digits of the number are wrong. It may be mistyped.'

const warningsOn = async (countryCode: string, question: ReturnType<typeof questionIn>): Promise<Warning[]> => {
  const [field, wrong] =
    'vat' in question
      ? (['vatNumber', await hasWrongVatDigits(question.vat)] as const)
      : (['registrationNumber', await hasWrongDigits(countryCode, question.number)] as const)
  return wrong ? [{ field, message: WRONG_DIGITS }] : []
}

/** Its record on the network, and where its documents go. */
const participantOf = async (
  directory: Upstreams['directory'],
  trace: Trace,
  peppolId: string,
): Promise<DirectoryRecord & { endpoint: Endpoint | null }> => {
  const lookup = newLookup(trace)
  const record = await directory.lookUp(lookup, peppolId)
  const [first] = record.accepts
  return {
    ...record,
    endpoint: first === undefined ? null : (await directory.receptionOf(lookup, record, first)).endpoint,
  }
}

export const resolveCompany = operation({
  name: 'resolveCompany',
  summary: 'Looks up any company in its national registry and in the directory of the network. Nothing is stored.',
  scope: 'companies.read',
  writes: false,
  input,
  errors: [
    'INVALID_VAT_FORMAT',
    'VAT_NOT_FOUND',
    'VAT_INACTIVE',
    'UPSTREAM_ERROR',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ],
  async prepare({ platform, trace }, given) {
    const question = questionIn(given)
    const { registries, directory } = platform.upstreams
    const { entity, at } =
      'vat' in question
        ? await registries.byVat(trace, question.vat)
        : await registries.byNumber(trace, given.countryCode, question.number)
    const vat =
      'vat' in question ? question.vat : (entity.vatNumber ?? vatOfNumber(given.countryCode, question.number) ?? null)
    const peppolId = vat === null ? null : identify(vat).peppolId
    // What the registry says is of use without the directory: an answer that is missing is null.
    const participant =
      peppolId === null
        ? null
        : await participantOf(directory, trace, peppolId).catch((error: unknown) => {
            if (error instanceof AppError && catalog[error.code].status >= 500) return null
            throw error
          })
    return { entity, at, vat, peppolId, participant, warnings: await warningsOn(given.countryCode, question) }
  },
  async run({ db, actor }, { countryCode }, { entity, at, vat, peppolId, participant, warnings }) {
    const own =
      vat === null
        ? null
        : await db.company.findFirst({
            where: { ...visibleTo(actor), vatNumber: vat },
            select: { id: true, status: true },
          })
    return {
      id: own?.id ?? null,
      status: own?.status ?? null,
      name: entity.name,
      legalName: entity.legalName,
      vatNumber: vat,
      registrationNumber: entity.registrationNumber,
      taxNumber: entity.taxNumber,
      country: countryCode,
      peppolId,
      additionalIdentifiers: entity.establishment === null ? [] : [{ scheme: 'SIRET', value: entity.establishment }],
      address: entity.address,
      dataProviderType: entity.provider,
      dataProviderSyncDate: at,
      smpRegistered: participant && participant.exists,
      receives: participant && documentTypesFor(participant.accepts),
      accessPoint: participant?.endpoint?.accessPoint ?? null,
      warnings,
    }
  },
})

export type ResolvedCompany = ResultOf<typeof resolveCompany>
