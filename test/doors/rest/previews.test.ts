import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { formOf } from '../../support/forms.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let seller: Tenant
let buyer: Tenant
let stranger: Tenant
beforeAll(async () => {
  app = await startApp()
  seller = await app.tenant('platform')
  buyer = await app.tenant('platform')
  stranger = await app.tenant('platform')
})
afterAll(() => app.close())

const invoice = (document: object = {}): Body => ({
  type: 'invoice',
  from: seller.peppolId,
  to: buyer.peppolId,
  document: {
    number: 'PV-1',
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    allowances: [{ amount: '10.00', reason: 'Loyal', vatCategory: 'S', vatRate: 21 }],
    lines: [{ description: 'Consulting', quantity: '3.10', unit: 'HUR', unitPrice: '99.50', vatRate: 21 }],
    ...document,
  },
})

const arrived = async (number: string): Promise<Body> => {
  const path = `/v1/documents?direction=incoming&number=${number}`
  await app.settle()
  return (await buyer.get(path)).body.data[0]
}

describe('a preview', () => {
  test('shows a document as it would be sent, as PDF, page and XML, and stores nothing', async () => {
    const before = await seller.footprint()
    const pdf = await seller.post('/v1/documents/preview/pdf', invoice())
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.bytes.subarray(0, 4).toString()).toBe('%PDF')
    const page = await seller.post('/v1/documents/preview/html', { ...invoice(), language: 'fr' })
    expect(page.bytes.toString()).toContain('PV-1')
    expect(page.bytes.toString()).toContain('lang="fr"')
    const xml = await seller.post('/v1/documents/preview/xml', invoice())
    expect(xml.bytes.toString()).toContain('<cbc:ID>PV-1</cbc:ID>')
    expect(await seller.footprint()).toEqual(before)
    const { id } = (await seller.post('/v1/documents/send', invoice())).body
    expect((await seller.get(`/v1/documents/${id}/xml`)).bytes).toEqual(xml.bytes)
  })

  test('is had for a document that breaks rules, and over GraphQL', async () => {
    const broken = invoice({ number: 'PV-2', buyerReference: undefined })
    expect((await seller.post('/v1/documents/validate', broken)).body.valid).toBe(false)
    expect((await seller.post('/v1/documents/preview/html', broken)).status).toBe(200)
    const lines = [{ description: 'Chairs', quantity: '1', unitPrice: '10', vatRate: '21' }]
    const { data, errors } = await seller.graphql(
      `query($from: PeppolId!, $to: PeppolId!, $document: DocumentBodyInput!) {
        previewDocument(type: INVOICE, from: $from, to: $to, content: { document: $document }, rendition: HTML) {
          contentType fileName base64
        }
      }`,
      { from: seller.peppolId, to: buyer.peppolId, document: { number: 'PV-3', issueDate: '2026-11-20', lines } },
    )
    expect(errors).toBeUndefined()
    expect(data.previewDocument).toMatchObject({ contentType: 'text/html; charset=utf-8', fileName: 'PV-3.html' })
    expect(Buffer.from(data.previewDocument.base64, 'base64').toString()).toContain('PV-3')
  })

  test('of what has no structure is refused, and so is one in the name of another company', async () => {
    const file = Buffer.from('any').toString('base64')
    const { document: _document, ...others } = invoice()
    expectRefusal(
      await seller.post('/v1/documents/preview/pdf', { ...others, format: 'raw', file, fileName: 'a.bin' }),
      'CANNOT_RENDER',
    )
    expectRefusal(await stranger.post('/v1/documents/preview/pdf', invoice()), 'COMPANY_NOT_FOUND')
    expectRefusal(
      await seller.post('/v1/documents/preview/pdf', { ...invoice(), rendition: 'html' }),
      'INVALID_REQUEST',
    )
  })
})

describe('a file that is read', () => {
  test('answers its kind and its content, as XML, in a PDF and as a part of a form, with every digit', async () => {
    const before = await seller.footprint()
    const lines = [{ description: 'Consulting', quantity: '3.1234567891', unitPrice: '99.50', vatRate: 21 }]
    const { bytes: xml } = await seller.post('/v1/documents/preview/xml', invoice({ number: 'RD-1', lines }))
    const read = await stranger.post('/v1/documents/read', { file: xml.toString('base64') })
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({
      type: 'invoice',
      document: {
        number: 'RD-1',
        allowances: [{ amount: 10, reason: 'Loyal' }],
        lines: [{ description: 'Consulting', unitPrice: 99.5 }],
      },
    })
    expect(read.bytes.toString()).toContain('"quantity":3.1234567891,')
    expect(await seller.footprint()).toEqual(before)
    const { id } = (await seller.post('/v1/documents/send', invoice({ number: 'RD-2' }))).body
    const hybrid = (await seller.get(`/v1/documents/${id}/facturx`)).bytes
    const form = await formOf({ file: new File([Uint8Array.from(hybrid)], 'invoice.pdf', { type: 'application/pdf' }) })
    const inside = await seller.send('POST', '/v1/documents/read', form.payload, form.headers)
    expect(inside.body.document.number).toBe('RD-2')
    const { data } = await seller.graphql(
      'query($file: File!) { readDocumentFile(file: $file) { type document { number lines { quantity } } } }',
      { file: xml.toString('base64') },
    )
    expect(data.readDocumentFile).toEqual({
      type: 'INVOICE',
      document: { number: 'RD-1', lines: [{ quantity: '3.1234567891' }] },
    })
  })

  test('is refused where it is no document, with what it is', async () => {
    const before = await seller.footprint()
    const refused = await seller.post('/v1/documents/read', { file: Buffer.from('<a><b></a>').toString('base64') })
    expectRefusal(refused, 'UNREADABLE_FILE')
    const pdf = Buffer.from('%PDF-1.4 nothing').toString('base64')
    expectRefusal(await seller.post('/v1/documents/read', { file: pdf }), 'UNREADABLE_FILE')
    expect(await seller.footprint()).toEqual(before)
  })
})

test('each message behind the timeline is had as it came, and only with the document that it belongs to', async () => {
  const { id } = (await seller.post('/v1/documents/send', invoice({ number: 'EV-1' }))).body
  const incoming = await arrived('EV-1')
  await buyer.post(`/v1/documents/${incoming.id}/lifecycle`, { status: 'under_review' })
  const moments = (await buyer.get(`/v1/documents/${incoming.id}/timeline`)).body.data as Body[]
  const messageHash: string = moments.find(({ source }) => source === 'message')?.['data'].messageHash
  const envelope = await buyer.get(`/v1/documents/${incoming.id}/evidence/${messageHash}`)
  expect(envelope.bytes.toString()).toContain('StandardBusinessDocument')
  const { data } = await buyer.graphql(
    'query($id: ID!, $hash: String!) { documentEvidenceFile(documentId: $id, messageHash: $hash) { base64 hash } }',
    { id: incoming.id, hash: messageHash },
  )
  expect(data.documentEvidenceFile.hash).toBe(messageHash)
  expectRefusal(await seller.get(`/v1/documents/${id}/evidence/${messageHash}`), 'RESOURCE_NOT_FOUND')
  expectRefusal(await stranger.get(`/v1/documents/${incoming.id}/evidence/${messageHash}`), 'DOCUMENT_NOT_FOUND')
})

test('a next status names every field that its update takes, and no other', async () => {
  await seller.post('/v1/documents/send', invoice({ number: 'OF-1' }))
  const incoming = await arrived('OF-1')
  const { data } = await buyer.graphql(
    'query($id: ID!) { document(id: $id) { transitions { target requiredFields optionalFields } } }',
    { id: incoming.id },
  )
  const named = Object.fromEntries(
    data.document.transitions.map((one: Body) => [one.target, [...one.requiredFields, ...one.optionalFields].sort()]),
  )
  const values: Body = {
    reason: 'Because',
    note: 'A note',
    reasonCode: 'NON',
    paymentDate: '2026-11-21',
    paymentAmount: 10,
    paymentCurrency: 'EUR',
    paymentReference: 'R',
    paymentByRate: [{ rate: 21, amount: 10 }],
    remainingAmount: 5,
    corrections: [{ term: 'BT-152', expected: '20' }],
    requestedAction: 'NIN',
  }
  for (const [target, fields] of Object.entries(named)) {
    const status = target.toLowerCase()
    for (const [field, value] of Object.entries(values)) {
      const { body } = await buyer.post(`/v1/documents/${incoming.id}/lifecycle`, {
        status,
        [field]: value,
        dryRun: true,
      })
      const isMisplaced = JSON.stringify(body).includes('allowed only with')
      expect({ target, field, isMisplaced }).toEqual({
        target,
        field,
        isMisplaced: field !== 'reasonCode' && !(fields as string[]).includes(field),
      })
    }
  }
})
