/** Findings are read by people: REST and GraphQL say them in the language that the caller accepts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, startExchange } from '../support/exchange.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp()
  x = await startExchange(app)
})
afterAll(() => app.close())

/** No reference of the buyer, and a unit that no list has. */
const broken = (): Body =>
  x.invoice({
    buyerReference: undefined,
    lines: [{ description: 'Consulting', quantity: 1, unit: 'XXX', unitPrice: '100', vatRate: 21 }],
  })

const RULES = ['PEPPOL-EN16931-R003', 'BR-CL-23']
const EXPECTED = {
  fr: [
    ["Il n'y a ni référence de l'acheteur (BT-10) ni référence de commande (BT-13).", "Indiquez la référence demandée par l'acheteur."],
    [
      'Une unité de mesure ne figure pas dans les recommandations UN/ECE 20 et 21.',
      'Utilisez un code de la liste, qui est mise à jour deux fois par an.',
    ],
  ],
  de: [
    [
      'Es gibt weder eine Käuferreferenz (BT-10) noch eine Auftragsreferenz (BT-13).',
      'Geben Sie die Referenz an, um die der Käufer gebeten hat.',
    ],
    [
      'Eine Maßeinheit steht nicht in den UN/ECE-Empfehlungen 20 und 21.',
      'Verwenden Sie einen Code der Liste; sie ändert sich zweimal im Jahr.',
    ],
  ],
  en: [
    [
      'There is neither a buyer reference (BT-10) nor an order reference (BT-13).',
      'Give the reference that the buyer asked for.',
    ],
    [
      'A unit of measure is not in UN/ECE recommendations 20 and 21.',
      'Use a code of the list; it changes twice a year.',
    ],
  ],
} as const

const sentences = (findings: readonly Body[]): string[][] =>
  RULES.map((rule) => findings.find((one) => one.rule === rule)).map(({ message, fix }) => [message, fix])

const VALIDATE = `query($document: DocumentBodyInput!, $from: PeppolId!, $to: PeppolId!) {
  validateDocument(type: INVOICE, from: $from, to: $to, content: { document: $document }) {
    validation { errors { rule said: message fix } }
  }
}`

describe.each(['fr', 'de', 'en'] as const)('for a reader of %s', (language) => {
  const accept = { 'accept-language': `${language}-BE,${language};q=0.9` }

  test('REST says the findings of a validation, names the language, and lets no cache mix languages', async () => {
    const { headers, body } = await x.sender.post('/v1/documents/validate', broken(), accept)
    expect(sentences(body.errors)).toEqual(EXPECTED[language])
    expect(headers['content-language']).toBe(language === 'en' ? undefined : language)
    expect(headers['vary']?.split(', ')).toContain('Accept-Language')
  })

  test('REST says why a document is refused, with the same code, rules and places', async () => {
    const before = await x.sender.footprint()
    const invoice = broken()
    const { body } = await x.sender.post('/v1/documents/send', invoice, accept)
    const { body: plain } = await x.sender.post('/v1/documents/send', invoice)
    expect(sentences(body.error.details)).toEqual(EXPECTED[language])
    const facts = ({ error }: Body) => [error.code, error.details.map(({ rule, field, xpath }: Body) => [rule, field, xpath])]
    expect(facts(body)).toEqual(facts(plain))
    expect(await x.sender.footprint()).toEqual(before)
  })

  test('GraphQL says the findings of a validation, also under another name, however often it is asked', async () => {
    const { type: _type, ...variables } = broken()
    for (const _time of [1, 2, 3]) {
      const { data, errors } = await x.sender.graphql(VALIDATE, variables, accept)
      expect(errors).toBeUndefined()
      const found = data.validateDocument.validation.errors.map(({ said, ...rest }: Body) => ({ ...rest, message: said }))
      expect(sentences(found)).toEqual(EXPECTED[language])
    }
  })
})

test('the findings stored with a document are shown in the language of each reader', async () => {
  const { body } = await x.sender.post('/v1/documents/send', x.invoice({ lines: [unsaid] }))
  const warnings = async (language: string): Promise<string[]> => {
    const query = 'query($id: ID!) { document(id: $id) { validation { warnings { message } } } }'
    const { data } = await x.sender.graphql(query, { id: body.id }, { 'accept-language': language })
    return data.document.validation.warnings.map(({ message }: Body) => message)
  }
  expect([await warnings('fr'), await warnings('de'), await warnings('en')]).toEqual([])
  const path = `/v1/documents/${body.id}`
  expect((await x.sender.get(path, { 'accept-language': 'fr' })).body.validation).toEqual([])
})
