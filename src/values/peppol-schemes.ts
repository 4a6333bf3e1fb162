/**
 * Schemes of participant identifiers (OpenPEPPOL code list v9.7): the country that issues each; null where none does.
 */

/** Active schemes, by country. */
const active: Readonly<Record<string, string>> = {
  AD: '9922',
  AE: '0235',
  AL: '9923',
  AT: '9914 9915 9919',
  AU: '0151',
  BA: '9924',
  BE: '0208 9925',
  BG: '9926',
  CH: '0183 9927',
  CY: '9928',
  CZ: '9929',
  DE: '0204 0246 9930',
  DK: '0096 0184 0198',
  EE: '0191 9931',
  ES: '9920',
  FI: '0216',
  FR: '0002 0009 0225 9957',
  GB: '9932',
  GR: '9933',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IS: '0196',
  IT: '0097 0135 0142 0201 0205 0210 0211',
  JP: '0188 0221',
  LI: '9936',
  LT: '0200 9937',
  LU: '0240 9938',
  LV: '0218 9939',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  MY: '0230',
  NG: '0244',
  NL: '0106 0190 9944',
  NO: '0192',
  OM: '0248',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SE: '0007',
  SG: '0195',
  SI: '9949',
  SK: '0158 0245 9950',
  SM: '9951',
  TR: '9952',
  US: '9959',
  VA: '9953',
}
/** Removed or deprecated: accepted where somebody still writes them, never written by us. */
const retired: Readonly<Record<string, string>> = {
  AT: '9916',
  BE: '0193 9956',
  DE: '9958',
  DK: '9901 9902 9904 9905',
  FI: '0037 0212 0213 0215',
  IS: '9917',
  IT: '9906 9907 9921',
  NL: '9954',
  NO: '9908 9909',
  SE: '9955',
}
const international = '0060 0088 0130 0199 0209 0242 9913 9918'

interface Scheme {
  country: string | null
  active: boolean
}

const schemes = new Map<string, Scheme>()
for (const [country, codes] of Object.entries(active))
  for (const code of codes.split(' ')) schemes.set(code, { country, active: true })
for (const [country, codes] of Object.entries(retired))
  for (const code of codes.split(' ')) schemes.set(code, { country, active: false })
for (const code of international.split(' ')) schemes.set(code, { country: null, active: true })
schemes.set('9912', { country: null, active: false })

/** What the code list says of a scheme, or undefined for one that is not in it. */
export const schemeOf = (peppolId: string): Scheme | undefined => schemes.get(peppolId.slice(0, 4))

/** The country of each scheme that a country issues. */
export const schemeCountries: Readonly<Record<string, string>> = Object.fromEntries(
  [...schemes].flatMap(([code, { country }]) => (country === null ? [] : [[code, country]])),
)
