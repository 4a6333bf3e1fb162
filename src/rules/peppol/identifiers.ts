/** Peppol BIS: identifiers that say their scheme have the form of that scheme (PEPPOL-COMMON-R04x and R05x). */
import type { XmlElement } from '../../formats/xml/tree.ts'
import {
  isAbn,
  isBelgian,
  isCodiceFiscale,
  isCodiceIpa,
  isCvr,
  isDanishP,
  isDanishSe,
  isGln,
  isNorwegian,
  isPartitaIva,
  isSwedish,
} from '../check-digits.ts'
import { isVat } from '../path.ts'
import { normalize } from '../white-space.ts'
import { type Position, within } from '../position.ts'
import { type Context, fatal, type Pattern, type Rule, type Severity, warning } from '../rule.ts'

type Row = {
  readonly id: string
  readonly severity: Severity
  readonly scheme: string
  readonly form: (text: string) => boolean
  readonly what: string
  readonly asWritten?: boolean
}

const dutch =
  (digits: number) =>
  (text: string): boolean =>
    new RegExp(`^\\d{${digits}}$`).test(text)
const isDutchVat = (text: string): boolean => /^NL\d{9}B\d{2}$/.test(text)

const rows: readonly Row[] = [
  {
    id: 'PEPPOL-COMMON-R040',
    severity: 'fatal',
    scheme: '0088',
    form: isGln,
    what: 'A GLN (0088) has a wrong check digit.',
  },
  {
    id: 'PEPPOL-COMMON-R041',
    severity: 'fatal',
    scheme: '0192',
    form: (text) => /^\d{9}$/.test(text) && isNorwegian(text),
    what: 'A Norwegian organization number (0192) is not nine digits with the right check digit.',
  },
  {
    id: 'PEPPOL-COMMON-R042',
    severity: 'fatal',
    scheme: '0184',
    form: isCvr,
    what: 'A Danish CVR number (0184) is not eight digits, with or without DK.',
    asWritten: true,
  },
  {
    id: 'PEPPOL-COMMON-R052',
    severity: 'fatal',
    scheme: '0096',
    form: isDanishP,
    what: 'A Danish P number (0096) is not ten digits.',
    asWritten: true,
  },
  {
    id: 'PEPPOL-COMMON-R053',
    severity: 'fatal',
    scheme: '0198',
    form: isDanishSe,
    what: 'A Danish SE number (0198) is not DK and eight digits.',
    asWritten: true,
  },
  {
    id: 'PEPPOL-COMMON-R043',
    severity: 'fatal',
    scheme: '0208',
    form: isBelgian,
    what: 'A Belgian enterprise number (0208) is not ten digits with the right check digits.',
  },
  {
    id: 'PEPPOL-COMMON-R044',
    severity: 'warning',
    scheme: '0201',
    form: isCodiceIpa,
    what: 'An Italian office code (0201) is not six letters or digits.',
  },
  {
    id: 'PEPPOL-COMMON-R045',
    severity: 'warning',
    scheme: '0210',
    form: isCodiceFiscale,
    what: 'An Italian tax code (0210) has the wrong form.',
  },
  {
    id: 'PEPPOL-COMMON-R046',
    severity: 'warning',
    scheme: '9907',
    form: isCodiceFiscale,
    what: 'An Italian tax code (9907) has the wrong form.',
  },
  {
    id: 'PEPPOL-COMMON-R047',
    severity: 'warning',
    scheme: '0211',
    form: isPartitaIva,
    what: 'An Italian VAT number (0211) has a wrong check digit.',
  },
  {
    id: 'PEPPOL-COMMON-R048',
    severity: 'warning',
    scheme: '9906',
    form: isPartitaIva,
    what: 'An Italian VAT number (9906) has a wrong check digit.',
  },
  {
    id: 'PEPPOL-COMMON-R049',
    severity: 'fatal',
    scheme: '0007',
    form: (text) => text.length === 10 && isSwedish(text),
    what: 'A Swedish organization number (0007) is not ten digits with the right check digit.',
  },
  {
    id: 'PEPPOL-COMMON-R050',
    severity: 'fatal',
    scheme: '0151',
    form: isAbn,
    what: 'An Australian business number (0151) has wrong check digits.',
  },
  {
    id: 'PEPPOL-COMMON-R054',
    severity: 'warning',
    scheme: '0106',
    form: dutch(8),
    what: 'A Dutch chamber of commerce number (0106) is not eight digits.',
  },
  {
    id: 'PEPPOL-COMMON-R055',
    severity: 'warning',
    scheme: '0190',
    form: dutch(20),
    what: 'A Dutch organization number (0190) is not twenty digits.',
  },
  {
    id: 'PEPPOL-COMMON-R056-1',
    severity: 'warning',
    scheme: '9944',
    form: isDutchVat,
    what: 'A Dutch VAT number (9944) is not NL, nine digits, B and two digits.',
  },
  {
    id: 'PEPPOL-COMMON-R057',
    severity: 'warning',
    scheme: '0217',
    form: dutch(12),
    what: 'A Dutch establishment number (0217) is not twelve digits.',
  },
]

const rule = ({ id, severity, form, what, asWritten }: Row): Rule =>
  (severity === 'fatal' ? fatal : warning)<XmlElement>(
    id,
    '',
    (element) => form(asWritten ? element.stringValue : normalize(element.stringValue)),
    what,
    'Check the number with its holder, or the scheme identifier.',
  )

/** The schemes that only an electronic address has. */
const ADDRESS_ONLY = ['9906', '9907']

const identifiers = (
  ids: readonly string[],
  addresses: readonly string[],
  carries: (at: Position) => boolean,
): Context[] =>
  rows
    .filter((row) => ids.includes(row.id))
    .map((row) => ({
      names: ADDRESS_ONLY.includes(row.scheme) ? addresses : ['*'],
      at: (path) => path.attributes.has('schemeID') && carries(path),
      where: (element) => element.attribute('schemeID') === row.scheme,
      rules: [rule(row)],
    }))

/** The rules of a specification by their numbers, for the elements that carry identifiers in UBL. */
export const ublIdentifiers = (ids: readonly string[]): Pattern => [
  ...identifiers(
    ids,
    ['cbc:EndpointID'],
    ({ qname, parent }) =>
      qname === 'cbc:EndpointID' ||
      qname === 'cbc:CompanyID' ||
      (qname === 'cbc:ID' && parent?.qname === 'cac:PartyIdentification'),
  ).map((context) => ({
    ...context,
    names: context.names.includes('*') ? ['cbc:EndpointID', 'cbc:ID', 'cbc:CompanyID'] : context.names,
  })),
  ...(ids.includes('PEPPOL-COMMON-R056-2')
    ? [
        {
          names: ['cbc:CompanyID'],
          at: (path: Position) => within(path, 'cac:PartyTaxScheme'),
          where: ({ parent, stringValue }: XmlElement): boolean =>
            parent !== undefined && normalize(stringValue).startsWith('NL') && isVat(parent),
          rules: [
            warning<XmlElement>(
              'PEPPOL-COMMON-R056-2',
              'BT-31 BT-48',
              (number) => isDutchVat(normalize(number.stringValue)),
              'A Dutch VAT number is not NL, nine digits, B and two digits.',
              'Write the VAT number as it was issued.',
            ),
          ],
        },
      ]
    : []),
]

export const ciiIdentifiers = (ids: readonly string[]): Pattern =>
  identifiers(ids, ['ram:URIID'], () => true).map((context) => ({
    ...context,
    names: context.names.includes('*') ? ['ram:URIID', 'ram:ID', 'ram:GlobalID'] : context.names,
  }))
