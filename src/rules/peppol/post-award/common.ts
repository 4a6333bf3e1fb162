/** PEPPOL-COMMON: what the rules of every post-award document start with. */
import type { XmlElement } from '../../../formats/xml/tree.ts'
import { day } from '../../numbers.ts'
import { isDocumentElement } from '../../position.ts'
import { fatal, never, type Pattern, warning } from '../../rule.ts'
import { ublIdentifiers } from '../identifiers.ts'

export const hasSchemaLocation = (root: XmlElement): boolean =>
  root.attributes.some(({ qname }) => qname.split(':').at(-1) === 'schemaLocation')

const dates = [
  'cbc:IssueDate',
  'cbc:DueDate',
  'cbc:TaxPointDate',
  'cbc:StartDate',
  'cbc:EndDate',
  'cbc:ActualDeliveryDate',
]
const identifiers = '040 041 042 052 053 043 044 045 046 047 049 050 054 055 056-1 056-2 057'

export const commonRules: readonly Pattern[] = [
  [
    {
      names: ['*'],
      at: ({ holdsBlank }) => holdsBlank,
      where: ({ isBlank }) => isBlank,
      rules: [fatal('PEPPOL-COMMON-R001', '', never, 'An element is empty.', 'Remove empty elements.')],
    },
  ],
  [
    {
      names: ['*'],
      at: isDocumentElement,
      rules: [
        warning(
          'PEPPOL-COMMON-R003',
          '',
          (root) => !hasSchemaLocation(root),
          'The document names the location of its schema, which is not allowed.',
          'Leave out xsi:schemaLocation.',
        ),
      ],
    },
  ],
  [
    {
      names: dates,
      rules: [
        fatal(
          'PEPPOL-COMMON-R030',
          '',
          (date) => date.stringValue.length === 10 && day(date.stringValue) !== undefined,
          'A date does not have the form YYYY-MM-DD, or does not exist in the calendar.',
          'Write the date as YYYY-MM-DD, without a time zone.',
        ),
      ],
    },
  ],
  ublIdentifiers(identifiers.split(' ').map((number) => `PEPPOL-COMMON-R${number}`)),
]
