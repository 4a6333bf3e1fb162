/** The codes of FatturaPA beside those of EN 16931. */
import { isCreditNote, isSelfBilled } from '../type-codes.ts'

/** TipoDocumento: what each class is in UNCL1001. TD29 came after edition 1.2.2 of the schema. */
export const documentTypes: Readonly<Record<string, string>> = {
  TD01: '380',
  TD02: '386',
  TD03: '386',
  TD04: '381',
  TD05: '383',
  TD06: '380',
  TD16: '389',
  TD17: '389',
  TD18: '389',
  TD19: '389',
  TD20: '389',
  TD21: '389',
  TD22: '380',
  TD23: '380',
  TD24: '380',
  TD25: '380',
  TD26: '380',
  TD27: '380',
  TD28: '389',
  TD29: '380',
}

/** The class of a document where its notes do not name one. */
export const documentTypeOf = (typeCode: string): string =>
  isCreditNote({ typeCode }) ? 'TD04' : ({ '383': 'TD05', '386': 'TD02' }[typeCode] ?? 'TD01')

/** What stands for a class when it is read; a class that this does not tell is kept in a note. */
export const typeCodeOf = (documentType: string, issuer: string | undefined): string => {
  const known = documentTypes[documentType] ?? '380'
  return issuer === 'CC' ? (known === '381' ? '261' : '389') : known
}

/** Who issued it, where that is not the seller. */
export const issuerOf = (typeCode: string): string | undefined => (isSelfBilled({ typeCode }) ? 'CC' : undefined)

/** A class alone in a note, or the class and then words: `TD24`, `TD24 deferred invoice`. */
export const NAMED_CLASS = /^\s*(TD\d{2})(?:$|[\s:,;-]+)/

interface Nature {
  category: string
  law: string
}

/** Natura: why no VAT is charged. The first of a category is what stands for it where nothing more exact is said. */
export const natures: Readonly<Record<string, Nature>> = {
  'N6.9': { category: 'AE', law: 'Inversione contabile' },
  N4: { category: 'E', law: 'Esente' },
  'N3.1': { category: 'G', law: 'Non imponibile: esportazione' },
  'N3.2': { category: 'K', law: 'Non imponibile: cessione intracomunitaria' },
  'N2.2': { category: 'O', law: 'Non soggetta' },
  'N3.6': { category: 'Z', law: 'Non imponibile' },
  N1: { category: 'E', law: 'Esclusa' },
  N2: { category: 'O', law: 'Non soggetta' },
  'N2.1': { category: 'O', law: 'Non soggetta: fuori dal territorio' },
  N3: { category: 'E', law: 'Non imponibile' },
  'N3.3': { category: 'G', law: 'Non imponibile: San Marino' },
  'N3.4': { category: 'G', law: "Non imponibile: assimilata all'esportazione" },
  'N3.5': { category: 'E', law: "Non imponibile: dichiarazione d'intento" },
  N5: { category: 'E', law: 'Regime del margine' },
  N6: { category: 'AE', law: 'Inversione contabile' },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`N6.${number}`, { category: 'AE', law: 'Inversione contabile' }]),
  ),
  N7: { category: 'O', law: 'IVA assolta in altro stato UE' },
}

const natureOfCategory: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(natures)
    .toReversed()
    .map(([nature, { category }]) => [category, nature]),
)

const NAMED_NATURE = /^(N\d(?:\.\d)?)(?:$|[\s:,;-]+)/

/** The nature of an amount without VAT: as the reason names it (`N3.5 …`), else by its category. */
export const natureOf = (category: string, reason: string | undefined): string => {
  const named = NAMED_NATURE.exec(reason ?? '')?.[1]
  return named !== undefined && named in natures ? named : (natureOfCategory[category] ?? 'N3.6')
}

export const lawOf = (nature: string, reason: string | undefined): string =>
  (reason ?? '').replace(NAMED_NATURE, '').trim() || (natures[nature]?.law ?? nature)

/** The reason under which a nature is read: it names the nature where the category alone would not lead back to it. */
export const reasonOf = (nature: string, law: string | undefined): string => {
  const words = law ?? natures[nature]?.law ?? nature
  return natureOfCategory[natures[nature]?.category ?? ''] === nature ? words : `${nature} ${words}`
}

/** How the charge for a social security fund is called: TC01 to TC22. */
export const fundReason = (kind: string): string => `Cassa previdenziale ${kind}`
export const FUND = /^Cassa previdenziale (TC(?:0[1-9]|1\d|2[0-2]))$/

/** ModalitaPagamento for UNCL4461, and back. */
const means: readonly (readonly [uncl: string, mp: string])[] = [
  ['10', 'MP01'],
  ['20', 'MP02'],
  ['23', 'MP03'],
  ['30', 'MP05'],
  ['58', 'MP05'],
  ['31', 'MP05'],
  ['42', 'MP05'],
  ['60', 'MP06'],
  ['48', 'MP08'],
  ['54', 'MP08'],
  ['55', 'MP08'],
  ['49', 'MP16'],
  ['59', 'MP19'],
  ['70', 'MP12'],
  ['50', 'MP18'],
  ['15', 'MP15'],
  ['97', 'MP22'],
  ['68', 'MP23'],
]
const more: Readonly<Record<string, string>> = {
  MP04: '10',
  MP07: '50',
  MP09: '49',
  MP10: '49',
  MP11: '49',
  MP13: '50',
  MP14: '10',
  MP17: '49',
  MP20: '59',
  MP21: '59',
}

/** A bank transfer is what a means becomes that Italy has no code for. */
export const italianMeans = (uncl: string): string => means.find(([code]) => code === uncl)?.[1] ?? 'MP05'
export const uncl4461 = (mp: string): string => means.find(([, code]) => code === mp)?.[0] ?? more[mp] ?? '1'
export const isDirectDebit = (mp: string): boolean =>
  ['MP09', 'MP10', 'MP11', 'MP16', 'MP17', 'MP19', 'MP20', 'MP21'].includes(mp)

/** CodiceTipo of an article for the places of the model that keep such codes. */
export const articleTypes = { seller: 'INTERNO', buyer: 'CLIENTE' } as const
const sellerTypes = new Set(['INTERNO', 'INTERNAL', 'FORNITORE', 'CODICE FORNITORE', 'COD. ART. FORN.'])
const buyerTypes = new Set(['CLIENTE', 'COD. ART. CLIENTE'])
const gtinTypes = new Set(['GTIN', 'EAN', 'EAN13', 'EAN8', 'EAN-13'])

export const placeOfArticle = (type: string): 'seller' | 'buyer' | 'gtin' | 'classification' => {
  const upper = type.trim().toUpperCase()
  return sellerTypes.has(upper)
    ? 'seller'
    : buyerTypes.has(upper)
      ? 'buyer'
      : gtinTypes.has(upper)
        ? 'gtin'
        : 'classification'
}

/** The list of UNCL7143 that Italy names otherwise. */
export const listOf = (type: string): string => (type.toUpperCase() === 'CPV' ? 'STI' : type)
export const typeOfList = (list: string | undefined): string => (list === 'STI' ? 'CPV' : (list ?? 'ZZZ'))

const formats: readonly (readonly [mime: string, format: string])[] = [
  ['application/pdf', 'PDF'],
  ['image/png', 'PNG'],
  ['image/jpeg', 'JPG'],
  ['text/csv', 'CSV'],
  ['application/xml', 'XML'],
  ['application/zip', 'ZIP'],
  ['text/plain', 'TXT'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'XLSX'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ODS'],
]
export const formatOfMime = (mime: string | undefined): string | undefined => formats.find(([one]) => one === mime)?.[1]
export const mimeOfFormat = (format: string | undefined): string | undefined =>
  formats.find(([, one]) => one === format?.toUpperCase())?.[0]
