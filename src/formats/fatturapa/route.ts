import { createHash } from 'node:crypto'
import type { Identifier, Invoice } from '../invoice.ts'
import type { FiscalId, Transmission } from './fattura.ts'

/** Schemes by which a buyer's identifiers tell where the interchange system is to deliver. */
const OFFICE = '0201'
const PEC = '0202'
const CHANNEL = '0205'

export const UNKNOWN_RECIPIENT = '0000000'
export const FOREIGN_RECIPIENT = 'XXXXXXX'

export const fiscalIdOf = (vatNumber: string): FiscalId => ({
  country: vatNumber.slice(0, 2),
  code: vatNumber.slice(2),
})

/**
 * Where a file goes, as far as the invoice itself tells: the office of a public body, a channel, a certified mail box,
 * or nothing.
 */
export const routeOf = (invoice: Invoice): Transmission => {
  const { seller, buyer, number, issueDate } = invoice
  const known = [...(buyer.electronicAddress ? [buyer.electronicAddress] : []), ...buyer.identifiers]
  const office = valueOf(known, OFFICE, /^[A-Z0-9]{6}$/i)
  const channel = valueOf(known, CHANNEL, /^[A-Z0-9]{7}$/i)
  const pec = valueOf(known, PEC, /^[^@\s]+@[^@\s]+$/)
  const foreign = buyer.address?.country !== undefined && buyer.address.country !== 'IT'
  return {
    sender: fiscalIdOf(seller.vatNumber ?? ''),
    progressive: progressiveOf(`${seller.vatNumber} ${number} ${issueDate}`),
    format: office ? 'FPA12' : 'FPR12',
    recipientCode: (office ?? channel ?? (foreign ? FOREIGN_RECIPIENT : UNKNOWN_RECIPIENT)).toUpperCase(),
    ...(pec && !office && !channel && { pec }),
  }
}

const valueOf = (identifiers: readonly Identifier[], scheme: string, form: RegExp): string | undefined =>
  identifiers.find((identifier) => identifier.scheme === scheme && form.test(identifier.value))?.value

/** Five characters that stand for one document, where no counter gives them. */
const progressiveOf = (text: string): string => numbered(createHash('sha256').update(text).digest().readUInt32BE(0))

/** The number of a file among those of its sender, in five letters and digits. */
export const numbered = (count: number): string => (count % 36 ** 5).toString(36).toUpperCase().padStart(5, '0')

/** The name under which the interchange system takes a file: `IT01234567890_0000A.xml`. */
export const fileNameOf = ({ sender, progressive }: Pick<Transmission, 'sender' | 'progressive'>): string =>
  `${sender.country}${sender.code}_${progressive}.xml`

/** Whose file it is, and its number among them, by its name; undefined for names that are not ours. */
export const numberOfFile = (name: string): { sender: string; progressive: number } | undefined => {
  const [, sender, number] = /^([A-Z]{2}[A-Z0-9]{2,28})_([A-Z0-9]{5})\.xml$/i.exec(name) ?? []
  return sender !== undefined && number !== undefined ? { sender, progressive: Number.parseInt(number, 36) } : undefined
}
