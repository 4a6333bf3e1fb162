/** Electronic addresses of French companies: `0225:` and SIREN, SIREN_SIRET, SIREN_SIRET_CODE or SIREN_SUFFIX. */
import { isSiret } from './national-numbers.ts'

export interface FrenchAddress {
  siren: string
  siret?: string
  routingIdentifier?: string
  addressingSuffix?: string
}

/** The identifier of a line of the directory has at most so many characters. */
const LONGEST_IDENTIFIER = 125
const LINE =
  /^0225:(?<siren>\d{9})(?:_(?<siret>\d{14})(?:_(?<code>[-_/A-Za-z0-9]{1,100}))?|_(?<suffix>[-_/A-Za-z0-9]+))?$/
const ESTABLISHMENT = /^0009:(?<siren>\d{9})\d{5}$/

/** What an address says; undefined for one that is no address of a French company. */
export const frenchAddressOf = (peppolId: string): FrenchAddress | undefined => {
  const { siren, siret, code, suffix } = LINE.exec(peppolId)?.groups ?? ESTABLISHMENT.exec(peppolId)?.groups ?? {}
  if (siren === undefined || peppolId.length > LONGEST_IDENTIFIER + 5) return undefined
  if (siret !== undefined && !(siret.startsWith(siren) && isSiret(siret))) return undefined
  if (peppolId.startsWith('0009:')) return isSiret(peppolId.slice(5)) ? { siren, siret: peppolId.slice(5) } : undefined
  return {
    siren,
    ...(siret !== undefined && { siret }),
    ...(code !== undefined && { routingIdentifier: code }),
    ...(suffix !== undefined && { addressingSuffix: suffix }),
  }
}

/** The nine digits by which France knows a company, as its VAT number has them. */
export const sirenOfVatNumber = (vatNumber: string | null | undefined): string | undefined =>
  /^FR[0-9A-Z]{2}(\d{9})$/.exec(vatNumber ?? '')?.[1]

/** The nine digits of the company behind an address. */
export const sirenOfAddress = (peppolId: string | null): string | undefined =>
  /^(?:0225|0009|0002):(\d{9})/.exec(peppolId ?? '')?.[1]

/** The participant id of the company behind one of its further addresses; any other participant is its own. */
export const companyBehind = (peppolId: string): string =>
  peppolId.replace(
    /^(?:0225:(\d{9})_.*|0009:(\d{9})\d{5})$/,
    (_whole, line?: string, site?: string) => `0225:${line ?? site}`,
  )

/** Whether it is an address beside the participant id of its company. */
export const isFurtherAddress = (peppolId: string): boolean => companyBehind(peppolId) !== peppolId

/** Whether a company with this participant id may have further addresses. */
export const hasFurtherAddresses = (peppolId: string): boolean => peppolId.startsWith('0225:')

export const addressUses = {
  everything: 'The documents that the company receives, and messages about their status.',
  statuses: 'Messages about the status of documents alone. Invoices of the company name it as their address (BT-34).',
} as const
