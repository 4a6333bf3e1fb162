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

const NOT_CARRIED = {
  fr: 'Un document du type invoice ne peut pas contenir ce champ : le destinataire ne le voit pas.',
  de: 'Ein Dokument des Typs invoice kann dieses Feld nicht aufnehmen; der Empfänger sieht es daher nicht.',
  en: 'A document of the type invoice cannot hold this field, so the recipient does not see it.',
}
const FIX = {
  fr: "Mettez l'information dans une note, ou supprimez le champ.",
  en: 'Put the information in a note, or remove the field.',
}

const RULES = ['PEPPOL-EN16931-R003', 'BR-CL-23']
const EXPECTED = {
  fr: [
    [
      "Il n'y a ni référence de l'acheteur (BT-10) ni référence de commande (BT-13).",
      "Indiquez la référence demandée par l'acheteur.",
    ],
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
    const facts = ({ error }: Body) => [
      error.code,
      error.details.map(({ rule, field, xpath }: Body) => [rule, field, xpath]),
    ]
    expect(facts(body)).toEqual(facts(plain))
    expect(await x.sender.footprint()).toEqual(before)
  })

  test('GraphQL says the findings of a validation, also under another name, however often it is asked', async () => {
    const { type: _type, ...variables } = broken()
    for (const _time of [1, 2, 3]) {
      const { data, errors } = await x.sender.graphql(VALIDATE, variables, accept)
      expect(errors).toBeUndefined()
      const found = data.validateDocument.validation.errors.map(({ said, ...rest }: Body) => ({
        ...rest,
        message: said,
      }))
      expect(sentences(found)).toEqual(EXPECTED[language])
    }
  })
})

test('an error is told in the language of the caller, with the same code', async () => {
  const accept = { 'accept-language': 'de-AT, en;q=0.5' }
  const rest = await x.sender.get('/v1/documents/doc_00000000000000000000000000', accept)
  expect(rest.body.error).toMatchObject({ code: 'DOCUMENT_NOT_FOUND', message: 'Das Dokument wurde nicht gefunden.' })
  expect(rest.headers['content-language']).toBe('de')
  const faulty = await x.sender.post('/v1/companies', {}, { 'accept-language': 'fr' })
  expect(JSON.stringify(faulty.body.error.details)).toContain('Ce champ est obligatoire.')
  const query =
    'mutation { revokeApiKey(input: { keyId: "key_00000000000000000000000000" }) { refusal { code said: message } } }'
  const { data } = await x.sender.graphql(query, {}, accept)
  expect(data.revokeApiKey.refusal).toEqual({
    code: 'RESOURCE_NOT_FOUND',
    said: 'Unter diesem Pfad oder dieser Kennung wurde nichts gefunden.',
  })
  const { errors } = await app.anyone.graphql('{ apiKeys { nodes { id } } }', {}, accept)
  expect(errors).toMatchObject([
    { message: 'Die Anfrage enthält keine Zugangsdaten.', extensions: { code: 'MISSING_AUTH' } },
  ])
})

test('a document is stored with its findings in English and shown to each reader in a language of theirs', async () => {
  const parties = [{ role: 'payer', name: 'Parent SA' }]
  const { body } = await x.sender.post('/v1/documents/send', x.invoice({ parties }), { 'accept-language': 'de' })
  expect(body.warnings ?? body.validation.warnings).toMatchObject([{ rule: 'NOT_CARRIED', message: NOT_CARRIED.de }])
  const message = async (language: string): Promise<string> => {
    const query = 'query($id: ID!) { document(id: $id) { validation { warnings { rule message } } } }'
    const { data } = await x.sender.graphql(query, { id: body.id }, { 'accept-language': language })
    return data.document.validation.warnings[0].message
  }
  expect({ fr: await message('fr'), de: await message('de'), en: await message('nl') }).toEqual(NOT_CARRIED)
  const row = await app.platform.db.client.document.findFirstOrThrow({ where: { id: body.id } })
  expect(row.validation).toMatchObject({ warnings: [{ rule: 'NOT_CARRIED', message: NOT_CARRIED.en }] })
})

test('a repeated request is answered from the stored answer in the language of the repetition', async () => {
  const invoice = x.invoice({ parties: [{ role: 'payer', name: 'Parent SA' }] })
  const send = (language: string) =>
    x.sender.post('/v1/documents/send', invoice, { 'idempotency-key': 'in two languages', 'accept-language': language })
  const [first, again] = [await send('en'), await send('fr')]
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toEqual(
    JSON.parse(JSON.stringify(first.body).replace(NOT_CARRIED.en, NOT_CARRIED.fr).replace(FIX.en, FIX.fr)),
  )
  expect(JSON.stringify(again.body)).toContain(NOT_CARRIED.fr)
})

test('what callers say in their metadata leaves as they wrote it, whatever the language of the answer', async () => {
  const metadata = { message: NOT_CARRIED.en, more: { fix: FIX.en, note: 'a } and a "', message: NOT_CARRIED.en } }
  const invoice = x.invoice({ parties: [{ role: 'payer', name: 'Parent SA' }] }, { metadata })
  const { body } = await x.sender.post('/v1/documents/send', invoice, { 'accept-language': 'fr' })
  expect(body.metadata).toEqual(metadata)
  expect(body.warnings ?? body.validation.warnings).toMatchObject([{ message: NOT_CARRIED.fr }])
})
