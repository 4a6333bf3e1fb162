/** International bank account numbers. Not every account has one; what has the form of one has its check digits. */
import { ValidationErrorsIBAN, electronicFormatIBAN, validateIBAN } from 'ibantools'

const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** An IBAN in which something was mistyped: money for it would go nowhere. */
export const isBrokenIban = (account: string): boolean => {
  const iban = electronicFormatIBAN(account) ?? ''
  const { valid, errorCodes } = validateIBAN(iban)
  return FORM.test(iban) && !valid && !errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)
}
