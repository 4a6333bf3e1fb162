/** How e-reporting identifies the two sides of an invoice (G2.19). Pure. */
import type { Buyer } from '../../formats/invoice.ts'
import { sirenOfVatNumber } from '../../values/french-address.ts'

const EUROPEAN_UNION = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
)
const LONGEST_ID = 18

export const countryOfVat = (vatNumber: string | undefined): string | undefined => {
  const prefix = /^[A-Z]{2}/.exec(vatNumber ?? '')?.[0]
  return prefix === 'EL' ? 'GR' : prefix
}

export interface ReportedParty {
  scheme: '0002' | '0223' | '0227'
  id: string | undefined
  vatNumber: string | undefined
}

/** By SIREN in France, by VAT number in the European Union, and elsewhere by country and the beginning of the name. */
export const reportedParty = ({ vatNumber, legalId, name, address }: Buyer): ReportedParty => {
  const siren = legalId?.scheme === '0002' ? legalId.value : sirenOfVatNumber(vatNumber)
  if (siren !== undefined) return { scheme: '0002', id: siren, vatNumber }
  if (vatNumber !== undefined && EUROPEAN_UNION.has(vatNumber.slice(0, 2)))
    return { scheme: '0223', id: vatNumber.slice(0, LONGEST_ID), vatNumber }
  const country = address?.country ?? countryOfVat(vatNumber)
  const id = country === undefined ? undefined : `${country}${name.trim().slice(0, LONGEST_ID - 2)}`
  return { scheme: '0227', id, vatNumber }
}
