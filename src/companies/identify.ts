/** What a VAT number stands for, and how one is refused that stands for nothing. */
import { AppError } from '../kernel/errors/app-error.ts'
import { type VatIdentity, identityOfVat } from '../values/vat-number.ts'

export const malformedVat = (vat: string): AppError =>
  new AppError('INVALID_VAT_FORMAT', {
    message: `${vat} does not have the form of a VAT number of its country.`,
    details: [
      {
        field: 'vatNumber',
        rule: 'INVALID_VAT_FORMAT',
        message: 'The number does not have the form that its country uses.',
      },
    ],
  })

/** The country and participant id that the VAT number stands for. */
export const identify = (vat: string): VatIdentity => {
  const identity = identityOfVat(vat)
  if (identity === 'unsupported_prefix')
    throw new AppError('INVALID_REQUEST', {
      message: `The country prefix ${vat.slice(0, 2)} is not supported.`,
      details: [
        {
          field: 'vatNumber',
          rule: 'INVALID_REQUEST',
          message: `The country prefix ${vat.slice(0, 2)} is not supported.`,
        },
      ],
    })
  if (identity === 'malformed') throw malformedVat(vat)
  return identity
}
