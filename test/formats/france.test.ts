import { describe, expect, test } from 'vitest'
import { writeCii } from '../../src/formats/cii/invoice.ts'
import { invoiceBody } from '../../src/formats/json/body.ts'
import { draftInvoice, type InvoiceDraft } from '../../src/formats/json/draft.ts'
import type { KnownParty } from '../../src/formats/json/draft-party.ts'
import { writeUbl } from '../../src/formats/ubl/invoice.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate, type ProfileName } from '../../src/rules/validate.ts'

const party = (name: string, siren: string, siret: string): KnownParty => ({
  name,
  vatNumber: `FR00${siren}`,
  legalId: { value: siren, scheme: '0002' },
  identifiers: [{ value: siret, scheme: '0009' }],
  electronicAddress: { value: siren, scheme: '0225' },
  address: { street: '1 rue de Paris', city: 'Paris', postalCode: '75001', country: 'FR' },
})

const body = (document: object) =>
  invoiceBody.parse({
    number: 'F202500001',
    issueDate: '2026-01-31',
    dueDate: '2026-03-02',
    currency: 'EUR',
    businessProcess: 'S1',
    lines: [
      { description: 'Conseil', quantity: 2, unit: 'DAY', unitPrice: 700, vatRate: 20 },
      { description: 'Livre', quantity: 1, unitPrice: 20, vatRate: 5.5 },
    ],
    ...document,
  })

const fatal = (xml: string, profiles: readonly ProfileName[]) =>
  validate(readXml(xml), profiles).flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === 'fatal').map(({ rule }) => rule),
  )

const draft = (document: object, rest: Partial<InvoiceDraft> = {}) =>
  draftInvoice({
    type: 'invoice',
    document: body(document),
    seller: party('Vendeur SARL', '100000009', '10000000900017'),
    buyer: party('Client SA', '200000008', '20000000800012'),
    profile: 'france-en16931',
    ...rest,
  })

describe('a French invoice drafted from a plain body', () => {
  test.each([
    ['an invoice', draft({})],
    ['an invoice in the CIUS', draft({}, { profile: 'france-cius' })],
    ['an invoice of the B2B circuit', draft({ notes: [{ subject: 'BAR', text: 'B2B' }] })],
    ['a prepayment invoice', draft({}, { documentSubtype: 'PREPAYMENT_INVOICE' })],
    [
      'a corrected invoice',
      draft(
        { billingReference: 'F202500000', billingReferenceDate: '2026-01-01' },
        { documentSubtype: 'CORRECTED_INVOICE' },
      ),
    ],
    [
      'a credit note',
      draft({ billingReference: 'F202500000', billingReferenceDate: '2026-01-01' }, { type: 'credit-note' }),
    ],
    [
      'an exempt service',
      draft({
        lines: [
          {
            description: 'Formation',
            quantity: 1,
            unitPrice: 100,
            vatCategory: 'E',
            vatExemptionCode: 'VATEX-EU-132-1I',
          },
        ],
      }),
    ],
  ])('%s inside France breaks no fatal rule of the norm or of France, in UBL and in CII', (_, invoice) => {
    expect(fatal(writeUbl(invoice), ['en16931-ubl', 'fr-flux2-ubl'])).toEqual([])
    expect(fatal(writeCii(invoice), ['en16931-cii', 'fr-flux2-cii'])).toEqual([])
  })

  test('a French credit note that cites its invoice without a date breaks BR-FR-CO-05', () => {
    expect(
      fatal(writeUbl(draft({ billingReference: 'F202500000' }, { type: 'credit-note' })), ['fr-flux2-ubl']),
    ).toContainEqual(expect.stringContaining('BR-FR-CO-05'))
  })

  test('a French debit note breaks BR-FR-04', () => {
    expect(
      fatal(writeUbl(draft({ billingReference: 'F202500000' }, { type: 'debit-note' })), ['fr-flux2-ubl']),
    ).toContainEqual(expect.stringContaining('BR-FR-04'))
  })
})
