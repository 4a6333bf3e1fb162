/** The answer to an order (T76): what its rules ask beyond the data model. */
import type { XmlElement } from '../../../formats/xml/tree.ts'
import type { CheckedDocument } from '../../checked-document.ts'
import { has, some, text } from '../../path.ts'
import { within } from '../../position.ts'
import { type Context, fatal, type Pattern, type Rule } from '../../rule.ts'
import { normalize } from '../../white-space.ts'
import { commonRules } from './common.ts'
import { orderResponseModel } from './order-response-model.ts'

const SPECIFICATION = 'urn:fdc:peppol.eu:poacc:trns:order_response:3'

/** How often each number of a line occurs. */
const lineNumbers = (document: CheckedDocument): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const line of document.named('cac:LineItem')) {
    const number = text(line, 'cbc:ID')
    if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return counts
}

const named = (id: string, who: string): Rule =>
  fatal(
    id,
    '',
    (party) => has(party, 'cac:PartyLegalEntity/cbc:RegistrationName') || has(party, 'cac:PartyIdentification/cbc:ID'),
    `The ${who} has neither a name nor an identifier.`,
    'Give one of the two.',
  )

const endsAfterItStarts = (period: XmlElement): boolean => {
  const [start, end] = [text(period, 'cbc:StartDate'), text(period, 'cbc:EndDate')]
  return start === undefined || end === undefined || end >= start
}

/** An answer to the whole order has no lines; one that changes it has all of them. */
const withLines = (id: string, code: string, wanted: boolean): Rule =>
  fatal(
    id,
    '',
    (response, { root }) => normalize(response.stringValue) !== code || has(root, 'cac:OrderLine') === wanted,
    wanted ? `An answer with the code ${code} has no lines.` : `An answer with the code ${code} has lines.`,
    wanted ? 'Give every line of the order with its status.' : 'Leave the lines out, or use the code CA.',
  )

const context = (name: string, rules: readonly Rule[], at?: Context['at']): Context => ({ names: [name], rules, at })

const rules: Pattern = [
  context('cbc:CustomizationID', [
    fatal(
      'PEPPOL-T76-R006',
      'BT-24',
      (id) => normalize(id.stringValue).startsWith(SPECIFICATION),
      'The specification is not that of an answer to an order.',
      `Write ${SPECIFICATION}.`,
    ),
  ]),
  context('cbc:PriceAmount', [
    fatal(
      'PEPPOL-T76-R005',
      'BT-5',
      (price, { root }) => some(root, 'cbc:DocumentCurrencyCode', price.attribute('currencyID') ?? ''),
      'A price is not in the currency of the document.',
      'Answer in one currency.',
    ),
  ]),
  context('cac:Party', [named('PEPPOL-T76-R001', 'buyer')], (at) => within(at, 'cac:BuyerCustomerParty')),
  context('cac:Party', [named('PEPPOL-T76-R002', 'seller')], (at) => within(at, 'cac:SellerSupplierParty')),
  context('cac:PromisedDeliveryPeriod', [
    fatal(
      'PEPPOL-T76-R004',
      '',
      endsAfterItStarts,
      'A promised delivery ends before it starts.',
      'Correct one of the two dates.',
    ),
  ]),
  context(
    'cac:LineItem',
    [
      fatal(
        'PEPPOL-T76-R003',
        'BT-126',
        (line, document) => document.fact(lineNumbers).get(text(line, 'cbc:ID') ?? '') === 1,
        'The number of a line is missing or used twice.',
        'Number the lines.',
      ),
    ],
    (at) => within(at, 'cac:OrderLine'),
  ),
  context('cbc:OrderResponseCode', [
    withLines('PEPPOL-T76-R007', 'CA', true),
    withLines('PEPPOL-T76-R008', 'AP', false),
    withLines('PEPPOL-T76-R009', 'RE', false),
    withLines('PEPPOL-T76-R010', 'AB', false),
  ]),
]

export const orderResponseRules: Pattern[] = [...commonRules, ...orderResponseModel, rules]
