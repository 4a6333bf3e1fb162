/** What a VAT number stands for, and how one is refused that stands for nothing. */
import type { AppError } from '../kernel/errors/app-error.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { type VatIdentity, identityOfVat } from '../values/vat-number.ts'

export const malformedVat = (vat: string): AppError =>
  refusal('INVALID_VAT_FORMAT', 'vatNumber', 'The number does not have the format of its country.', {
    summary: `${vat} does not have the format of a VAT number of its country.`,
  })

/** The country and participant id that the VAT number stands for. */
export const identify = (vat: string): VatIdentity => {
  const identity = identityOfVat(vat)
  if (identity === 'unsupported_prefix')
    throw refusal('INVALID_REQUEST', 'vatNumber', `The country prefix ${vat.slice(0, 2)} is not supported.`, {
      summary: `The country prefix ${vat.slice(0, 2)} is not supported.`,
    })
  if (identity === 'malformed') throw malformedVat(vat)
  return identity
}
