/** What the partner and the national registry tell of the recipient, where the body of a send does not. */
import { settle } from '../../../operation/batch.ts'
import type { Preparation } from '../../../operation/operation.ts'
import { AppError } from '../../../kernel/errors/app-error.ts'
import type { RegistryEntity } from '../../../upstreams/registries/port.ts'
import { isFromBuyer, isInvoiceKind } from '../../../values/document-types.ts'
import { likelyVatOf } from '../../../values/national-numbers.ts'
import type { SendInput } from './send-input.ts'
import { isObject } from '../../../values/is-object.ts'

/** What a partner keeps of its company. */
export interface KnownPartner {
  name: string
  vatNumber: string | null
  enrichment: unknown
}

/** The entity behind the recipient. */
export type RecipientEntity = Pick<RegistryEntity, 'legalName' | 'vatNumber' | 'registrationNumber' | 'address'>

/** JSON may begin with a byte order mark and white space. */
const isJson = ({ format, file }: SendInput): boolean => {
  if (format !== 'auto' || !file) return format === 'json'
  const beginning = Buffer.from(file.content.portions(64).next().value ?? [])
  return /^\uFEFF?\s*\{/.test(beginning.toString())
}

/** Whether the body leaves out something that an invoice says of the recipient. */
const leavesOut = ({ document, ...kind }: SendInput): boolean => {
  const role = isFromBuyer(kind) ? 'seller' : 'buyer'
  const parties: readonly unknown[] = Array.isArray(document?.['parties']) ? document['parties'] : []
  const said = parties.find((party) => isObject(party) && party['role'] === role)
  return !isObject(said) || said['vatNumber'] === undefined || said['address'] === undefined
}

const keptBy = (partner: KnownPartner | undefined): RecipientEntity | null => {
  if (!partner || !isObject(partner.enrichment)) return null
  const { address, legalName, registrationNumber } = partner.enrichment as Partial<RecipientEntity>
  if (!isObject(address) || partner.vatNumber === null) return null
  return {
    legalName: legalName ?? partner.name,
    registrationNumber: registrationNumber ?? null,
    vatNumber: partner.vatNumber,
    address,
  }
}

/**
 * The partner goes before the registry, which is asked only for an invoice in JSON that leaves something out. A
 * registry that knows nobody, or does not answer, stops no invoice: the rules say then what is missing.
 */
export const entityOfRecipient = async (
  { platform, trace }: Preparation,
  input: SendInput,
  partner: KnownPartner | undefined,
): Promise<RecipientEntity | null> => {
  if (input.to === undefined || !isInvoiceKind(input.type) || !isJson(input) || !leavesOut(input)) return null
  const kept = keptBy(partner)
  if (kept) return kept
  const vatNumber = partner?.vatNumber ?? likelyVatOf(input.to)
  if (vatNumber === undefined) return null
  const told = await settle(() => platform.upstreams.registries.byVat(trace, vatNumber))
  return told instanceof AppError ? null : { ...told.entity, vatNumber: told.entity.vatNumber ?? vatNumber }
}
