/** From a VAT number to the country and the participant id that stands for the company on the network. */

/** No country writes more than 15 characters; the bound keeps an index row and a participant id within theirs. */
export const VAT_PATTERN = /^[A-Z]{2}[A-Z0-9]{1,30}$/

interface VatRow {
  /** Country of ISO 3166 where it differs from the prefix. */
  country?: string
  /** What follows the prefix, where the participant id depends on it. */
  form?: RegExp
  /** The scheme and identifier the country's companies go by, when the number tells it. */
  national?: (rest: string) => string | undefined
  /** The scheme for VAT numbers, whose identifier is the whole number. */
  vatScheme?: string
}

const digitsIf = (pattern: RegExp, scheme: string) => (rest: string) =>
  pattern.test(rest) ? `${scheme}:${rest}` : undefined

/** Every prefix that is served, with the scheme preferred for it. */
export const vatPrefixes: Readonly<Record<string, VatRow>> = {
  AD: { vatScheme: '9922' },
  AE: { form: /^\d{10}(\d{5})?$/, national: (rest) => `0235:${rest.slice(0, 10)}` },
  AL: { vatScheme: '9923' },
  AT: { vatScheme: '9914' },
  AU: { form: /^\d{11}$/, national: (rest) => `0151:${rest}` },
  BA: { vatScheme: '9924' },
  BE: { form: /^[01]?\d{9}$/, national: (rest) => `0208:${rest.padStart(10, '0')}`, vatScheme: '9925' },
  BG: { vatScheme: '9926' },
  CH: { vatScheme: '9927' },
  CY: { vatScheme: '9928' },
  CZ: { vatScheme: '9929' },
  DE: { vatScheme: '9930' },
  DK: { form: /^\d{8}$/, national: (rest) => `0184:${rest}` },
  // The Estonian and Lithuanian VAT numbers are not the register's numbers: only one of the register's form is taken
  // for it.
  EE: { national: digitsIf(/^[1789]\d{7}$/, '0191'), vatScheme: '9931' },
  // In Greece the identifier is the bare tax number (GR-R-009); its VAT numbers begin with EL, whatever the country's
  // own code is.
  EL: { country: 'GR', national: (rest) => `9933:${rest}` },
  ES: { vatScheme: '9920' },
  FI: { form: /^\d{8}$/, national: (rest) => `0216:0037${rest}` },
  FR: { form: /^[A-Z0-9]{2}\d{9}$/, national: (rest) => `0225:${rest.slice(2)}`, vatScheme: '9957' },
  GB: { vatScheme: '9932' },
  GR: { national: (rest) => `9933:${rest}` },
  HR: { vatScheme: '9934' },
  HU: { vatScheme: '9910' },
  IE: { vatScheme: '9935' },
  IS: { form: /^\d{5,10}$/, national: (rest) => `0196:${rest}` },
  IT: { form: /^\d{11}$/, national: (rest) => `0211:IT${rest}` },
  JP: { form: /^T?\d{13}$/, national: (rest) => `0221:T${rest.replace('T', '')}` },
  LI: { vatScheme: '9936' },
  LT: { national: digitsIf(/^\d{9}$/, '0200'), vatScheme: '9937' },
  LU: { vatScheme: '9938' },
  LV: { national: digitsIf(/^\d{11}$/, '0218'), vatScheme: '9939' },
  MC: { vatScheme: '9940' },
  ME: { vatScheme: '9941' },
  MK: { vatScheme: '9942' },
  MT: { vatScheme: '9943' },
  MY: { national: (rest) => `0230:${rest}` },
  NL: { vatScheme: '9944' },
  NO: { form: /^\d{9}(MVA)?$/, national: (rest) => `0192:${rest.slice(0, 9)}` },
  PL: { vatScheme: '9945' },
  PT: { vatScheme: '9946' },
  RO: { vatScheme: '9947' },
  RS: { vatScheme: '9948' },
  SE: { form: /^\d{10}(\d{2})?$/, national: (rest) => `0007:${rest.slice(0, 10)}` },
  SG: { national: (rest) => `0195:SGUEN${rest}` },
  SI: { vatScheme: '9949' },
  SK: { vatScheme: '9950' },
  SM: { vatScheme: '9951' },
  TR: { vatScheme: '9952' },
  VA: { vatScheme: '9953' },
}

export interface VatIdentity {
  country: string
  peppolId: string
}
type VatFault = 'unsupported_prefix' | 'malformed'

/** The country and participant id that a VAT number stands for, or what is wrong with it. */
export const identityOfVat = (vatNumber: string): VatIdentity | VatFault => {
  const prefix = vatNumber.slice(0, 2)
  const rest = vatNumber.slice(2)
  const row = vatPrefixes[prefix]
  if (!row) return 'unsupported_prefix'
  if (row.form && !row.form.test(rest)) return 'malformed'
  const peppolId = row.national?.(rest) ?? (row.vatScheme && `${row.vatScheme}:${vatNumber}`)
  return peppolId ? { country: row.country ?? prefix, peppolId } : 'malformed'
}

const vatSchemes = new Set(Object.values(vatPrefixes).flatMap(({ vatScheme }) => vatScheme ?? []))

/** Schemes whose identifier is a VAT number without its prefix; some Greek ones are listed with it. */
const bare: Readonly<Record<string, [prefix: string, form: RegExp]>> = {
  '0208': ['BE', /^\d{10}$/],
  '9933': ['EL', /^(EL)?\d{9}$/],
}

/** The VAT number that a participant id tells: by the schemes for VAT numbers, and those whose identifier is one. */
export const vatNumberOf = (peppolId: string): string | undefined => {
  const [scheme, identifier] = [peppolId.slice(0, 4), peppolId.slice(5)]
  if (vatSchemes.has(scheme) || scheme === '0211') return VAT_PATTERN.test(identifier) ? identifier : undefined
  const [prefix = '', form] = bare[scheme] ?? []
  return form?.test(identifier) ? `${prefix}${identifier.replace(prefix, '')}` : undefined
}
