import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Exchange, startExchange } from '../../support/exchange.ts'
import { dataUrl, png } from '../../support/pictures.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { startItalianSeller } from '../../support/italian-seller.ts'
import { Trade } from '../../support/trade.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp()
  x = await startExchange(app)
})
afterAll(() => app.close())

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const send = async (document: object = {}, rest: object = {}): Promise<Body> => {
  const answer = await x.sender.post('/v1/documents/send', x.invoice(document, rest))
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}

const csv = Buffer.from('day;hours\n1;3\n')
const attachment = (filename: string, mimeType = 'text/csv'): object => ({
  reference: 'timesheet',
  description: 'Hours',
  filename,
  mimeType,
  content: csv.toString('base64'),
})

const entriesOf = async (archive: Buffer): Promise<Record<string, Buffer>> => {
  const entries: Record<string, Buffer> = {}
  const zip = await new Promise<Body>((resolve, reject) =>
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Body) =>
      zip.openReadStream(entry, (error: Error | null, stream: NodeJS.ReadableStream) =>
        error
          ? reject(error)
          : buffer(stream).then((bytes) => ((entries[entry.fileName] = bytes), zip.readEntry()), reject),
      ),
    )
    zip.on('end', resolve)
    zip.readEntry()
  })
  return entries
}

describe('a letterhead', () => {
  test(
    'a letterhead stands on what its company sends, in every readable form, not on what comes in',
    { tags: 'heavy' },
    async () => {
      const path = `/v1/companies/peppol:${encodeURIComponent(x.from)}`
      const letterhead = { color: '#8a1c1c', logo: dataUrl('png', png()) }
      const changed = await x.sender.patch(path, { settings: { letterhead } })
      expect(changed).toMatchObject({ status: 200, body: { settings: { letterhead } } })
      const { id, number } = await send()
      await x.settle()
      const read = async (tenant: Tenant, document: string, form: string): Promise<string> =>
        (await tenant.get(`/v1/documents/${document}/${form}`)).bytes.toString('latin1')
      const page = await read(x.sender, id, 'html')
      expect(page).toContain(`<img class="logo" alt="" src="${letterhead.logo}">`)
      expect(page).toContain(letterhead.color)
      for (const form of ['pdf', 'facturx']) expect(await read(x.sender, id, form)).toContain('/Subtype /Image')
      const incoming = (await x.receiver.get(`/v1/documents?number=${number}`)).body.data[0].id
      expect(await read(x.receiver, incoming, 'html')).not.toContain('<img')
      await x.sender.patch(path, { settings: {} })
      expect(await read(x.sender, id, 'html')).not.toContain('<img')
    },
  )
})

describe('attachments', () => {
  test('attachments are listed and downloaded with bytes, hash and name, by both parties and both doors', async () => {
    const { id, number } = await send({ attachments: [attachment('Stunden März.csv')] })
    await x.settle()
    const incoming = (await x.receiver.get(`/v1/documents?number=${number}`)).body.data[0].id
    for (const [tenant, documentId] of [
      [x.sender, id],
      [x.receiver, incoming],
    ] as const) {
      const { body } = await tenant.get(`/v1/documents/${documentId}/attachments`)
      expect(body.data).toEqual([
        {
          id: expect.stringMatching(/^att_/),
          fileName: 'Stunden März.csv',
          mimeType: 'text/csv',
          description: 'Hours',
          size: csv.length,
          hash: sha256(csv),
        },
      ])
      const path = `/v1/documents/${documentId}/attachments/${body.data[0].id}`
      const file = await tenant.get(path)
      expect({ bytes: file.bytes, type: file.headers['content-type'], etag: file.headers['etag'] }).toEqual({
        bytes: csv,
        type: 'text/csv',
        etag: `"${sha256(csv)}"`,
      })
      expect(file.headers['content-disposition']).toBe(
        'attachment; filename="Stunden M?rz.csv"; filename*=UTF-8\'\'Stunden%20M%C3%A4rz.csv',
      )
      const { data } = await tenant.graphql(
        'query($id: ID!) { document(id: $id) { attachments { fileName hash url size } } ' +
          'documentAttachments(documentId: $id) { id } }',
        { id: documentId },
      )
      expect(data.document.attachments).toEqual([
        { fileName: 'Stunden März.csv', hash: sha256(csv), url: `${app.platform.baseUrl}${path}`, size: csv.length },
      ])
      const found = await tenant.graphql(
        'query($id: ID!, $a: ID!) { documentAttachment(documentId: $id, attachmentId: $a) { base64 contentType } }',
        { id: documentId, a: data.documentAttachments[0].id },
      )
      expect(found.data.documentAttachment).toEqual({ base64: csv.toString('base64'), contentType: 'text/csv' })
    }
    const other = await send({ attachments: [attachment('b.csv')] })
    const [{ id: theirs }] = (await x.sender.get(`/v1/documents/${other.id}/attachments`)).body.data
    expectRefusal(await x.sender.get(`/v1/documents/${id}/attachments/${theirs}`), 'RESOURCE_NOT_FOUND')
  })

  test.each([
    ['a"b\\c.csv', /filename="a\\"b_c\.csv"/],
    ['../../etc/passwd', /filename=\.\._\.\._etc_passwd/],
    ['a\u202Efdp.csv', /filename=a_fdp\.csv/],
  ])('an attachment named %j breaks neither the header nor the folder that it is saved in', async (name, pattern) => {
    const { id } = await send({ attachments: [attachment(name)] })
    const [{ id: attachmentId }] = (await x.sender.get(`/v1/documents/${id}/attachments`)).body.data
    const { headers, status } = await x.sender.get(`/v1/documents/${id}/attachments/${attachmentId}`)
    expect({ status, disposition: headers['content-disposition'] }).toEqual({
      status: 200,
      disposition: expect.stringMatching(pattern),
    })
  })

  test('an attachment never runs in a browser, whatever it calls itself', async () => {
    const { id } = await send({ attachments: [attachment('page.html'), attachment('odd.bin')] })
    // The rules let no such types leave; what arrives with them is kept all the same.
    for (const [fileName, mimeType] of [
      ['page.html', 'text/html'],
      ['odd.bin', 'text/html; x="\r\n'],
    ] as const)
      await app.platform.db.client.documentAttachment.updateMany({
        where: { documentId: id, fileName },
        data: { mimeType },
      })
    const { data } = (await x.sender.get(`/v1/documents/${id}/attachments`)).body
    const files = await Promise.all(data.map((one: Body) => x.sender.get(`/v1/documents/${id}/attachments/${one.id}`)))
    expect(files.map(({ headers }: Answer) => headers['content-type'])).toEqual([
      'text/html',
      'application/octet-stream',
    ])
    for (const { headers } of files)
      expect(headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
  })
})

describe('a file', () => {
  const forms = {
    xml: 'application/xml',
    ubl: 'application/xml',
    cii: 'application/xml',
    original: 'application/xml',
    pdf: 'application/pdf',
    facturx: 'application/pdf',
    html: 'text/html; charset=utf-8',
  } as const
  test.each(Object.entries(forms))(
    'a file as %s has its type, a name, and its SHA-256 as entity tag, which who has it is told',
    async (form, type) => {
      const { id, number } = await send()
      const path = `/v1/documents/${id}/${form}`
      const { status, headers, bytes } = await x.sender.get(path)
      expect({ status, type: headers['content-type'], etag: headers['etag'] }).toEqual({
        status: 200,
        type,
        etag: `"${sha256(bytes)}"`,
      })
      expect(headers['content-disposition']).toContain(number)
      for (const held of [headers['etag'], `W/${headers['etag']}`, `"x", ${headers['etag']}`, '*'])
        expect(await x.sender.get(path, { 'if-none-match': String(held) })).toMatchObject({
          status: 304,
          bytes: Buffer.alloc(0),
        })
      expect((await x.sender.get(path, { 'if-none-match': '"x"' })).status).toBe(200)
      expect((await x.sender.get(`/v1/documents/number:${number}/${form}`)).bytes).toEqual(bytes)
    },
  )

  const kinds = [
    ['credit-note', { billingReference: 'F-0', billingReferenceDate: '2026-11-01' }],
    ['debit-note', { billingReference: 'F-0', billingReferenceDate: '2026-11-01' }],
    ['purchase-order', {}],
    ['sales-order', { orderReference: 'PO-1', responseCode: 'CA' }],
    ['quote', { validUntil: '2026-12-24' }],
    ['purchase-request', {}],
  ] as const
  test.each(kinds)(
    'the file of a %s is had in every form that it has, and its structure under the names of the send body',
    async (type, document) => {
      const { id, number } = await send(
        { ...(type.endsWith('-note') ? {} : { dueDate: undefined }), ...document },
        { type },
      )
      for (const form of ['xml', 'ubl', 'original', 'pdf', 'html'])
        expect({ form, status: (await x.sender.get(`/v1/documents/${id}/${form}`)).status }).toEqual({
          form,
          status: 200,
        })
      for (const form of ['facturx', 'cii']) {
        const { status, body } = await x.sender.get(`/v1/documents/${id}/${form}`)
        expect({ status, code: body.error?.code }).toEqual(
          type.endsWith('-note') ? { status: 200, code: undefined } : { status: 404, code: 'RESOURCE_NOT_FOUND' },
        )
      }
      const { body } = await x.sender.get(`/v1/documents/${id}/structured`)
      expect(body.document).toMatchObject({
        number,
        issueDate: '2026-11-20',
        currency: 'EUR',
        lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR' }, { description: 'Travel' }],
        parties: expect.arrayContaining([
          expect.objectContaining({ role: 'buyer' }),
          expect.objectContaining({ role: 'seller' }),
        ]),
        ...(type === 'credit-note' || type === 'debit-note' ? {} : document),
      })
    },
  )

  test('an invoice is had in either syntax: as it came, byte for byte, and written of what it says', async () => {
    const { id } = await send()
    const file = async (of: string, form: string): Promise<Buffer> =>
      (await x.sender.get(`/v1/documents/${of}/${form}`)).bytes
    expect(await file(id, 'ubl')).toEqual(await file(id, 'xml'))
    const cii = await file(id, 'cii')
    const said = async (of: string): Promise<Body> => (await x.sender.get(`/v1/documents/${of}/structured`)).body
    // Sent as it is, under another number, it says the same.
    const again = await x.sender.post('/v1/documents/send', {
      type: 'invoice',
      format: 'auto',
      from: x.from,
      to: x.to,
      file: Buffer.from(cii.toString().replaceAll((await said(id)).document.number, 'AGAIN-1')).toString('base64'),
    })
    expect(again).toMatchObject({ status: 201 })
    expect(await file(again.body.id, 'cii')).toEqual(await file(again.body.id, 'xml'))
    expect((await file(again.body.id, 'ubl')).toString()).toContain(
      'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    )
    const { number: _number, ...same } = (await said(id)).document
    expect((await said(again.body.id)).document).toMatchObject(same)
  })

  test('a file that was stored as it is has its bytes and nothing else', async () => {
    const { body } = await x.sender.post('/v1/documents/send', {
      type: 'invoice',
      format: 'raw',
      from: x.from,
      to: x.to,
      file: Buffer.from('scan').toString('base64'),
      fileName: 'scan\r\nX-Evil: 1.tif',
    })
    const original = await x.sender.get(`/v1/documents/${body.id}/original`)
    expect({
      text: original.bytes.toString(),
      evil: original.headers['x-evil'],
      type: original.headers['content-type'],
    }).toEqual({ text: 'scan', evil: undefined, type: 'application/octet-stream' })
    for (const form of ['xml', 'ubl', 'cii', 'pdf', 'html', 'facturx', 'structured'])
      expectRefusal(await x.sender.get(`/v1/documents/${body.id}/${form}`), 'RESOURCE_NOT_FOUND')
  })
})

describe('the content beside a document', () => {
  test('one document has its structure and its XML, and a list has them where they are asked for', async () => {
    const { id, number } = await send({ note: 'Content beside' })
    await x.settle()
    const xml = String((await x.sender.get(`/v1/documents/${id}/xml`)).bytes)
    const { body: one } = await x.sender.get(`/v1/documents/${id}`)
    expect(one).toMatchObject({ id, xml, document: { number, lines: [{}, {}] } })
    const { documentId, ...structured } = (await x.sender.get(`/v1/documents/${id}/structured`)).body
    expect({ documentId, structured }).toEqual({ documentId: id, structured: one })
    const { document, xml: _xml, ...alone } = one
    const listed = async (query: string) => (await x.sender.get(`/v1/documents?number=${number}${query}`)).body.data
    expect(await listed('')).toEqual([alone])
    expect(await listed('&include=document')).toEqual([{ ...alone, document }])
    expect(await listed('&include=document,xml')).toEqual([one])
    const searched = await x.sender.post('/v1/documents/search', { all: [{ number }], include: ['xml'] })
    expect(searched.body.data).toEqual([{ ...alone, xml }])
    expectRefusal(await x.sender.get('/v1/documents?include=pdf'), 'INVALID_ENUM')
  })

  test('of a long document too, the XML is as it came, character for character', async () => {
    const lines = Array.from({ length: 900 }, (_, index) => ({
      description: `"Quoted" \\ & <of> é 𝄞 ${index}`,
      quantity: 1,
      unit: 'HUR',
      unitPrice: 0.1,
      vatRate: 21,
    }))
    const { id, number } = await send({ lines })
    const xml = String((await x.sender.get(`/v1/documents/${id}/xml`)).bytes)
    expect(xml.length).toBeGreaterThan(100_000)
    const { body: structured } = await x.sender.get(`/v1/documents/${id}/structured`)
    expect(structured).toMatchObject({ xml, document: { lines: { length: 900 } } })
    expect(structured.document.lines[899]).toMatchObject({ description: lines[899]?.description, unitPrice: 0.1 })
    const { body: listed } = await x.sender.get(`/v1/documents?number=${number}&include=document,xml`)
    expect(listed.data).toMatchObject([{ xml, document: structured.document }])
  })

  test('what would make an answer too large is left out', { tags: 'heavy' }, async () => {
    const line = { description: 'x'.repeat(1_000), quantity: 1, unit: 'HUR', unitPrice: 1, vatRate: 21 }
    const large = { lines: Array.from({ length: 1_100 }, () => line) }
    const ids = [(await send(large)).id, (await send(large)).id, (await send(large)).id]
    const { body } = await x.sender.get('/v1/documents?limit=3&include=xml')
    expect(body.data.map((one: Body) => [one.id, one.xml !== null])).toEqual([
      [ids[2], true],
      [ids[1], true],
      [ids[0], false],
    ])
  })
})

describe('the evidence of an exchange', () => {
  test('the evidence of an exchange has bytes, envelope, receipts, attempts and history, each hashed', async () => {
    const { id } = await send({ attachments: [attachment('a.csv')] })
    await x.settle()
    await x.sender.post(`/v1/documents/${id}/actions`, { action: 'note', note: 'Checked.' })
    const { status, headers, bytes } = await x.sender.get(`/v1/documents/${id}/evidence`)
    expect({ status, type: headers['content-type'], length: headers['content-length'] }).toEqual({
      status: 200,
      type: 'application/zip',
      length: undefined,
    })
    const { 'manifest.json': manifest, ...entries } = await entriesOf(bytes)
    expect(Object.keys(entries).sort()).toEqual([
      'attachments/1-a.csv',
      'attempts.json',
      'document.xml',
      'history.json',
      'message-statuses/1-mls.xml',
      'receipts/attempt-1',
      'record.json',
      'sbdh.xml',
      'validation.json',
    ])
    expect(JSON.parse(String(manifest)).files).toEqual(
      Object.entries(entries).map(([name, content]) => ({ name, size: content.length, sha256: sha256(content) })),
    )
    expect(entries['document.xml']).toEqual((await x.sender.get(`/v1/documents/${id}/xml`)).bytes)
    expect(String(entries['sbdh.xml'])).toContain('StandardBusinessDocumentHeader')
    expect(entries['attachments/1-a.csv']).toEqual(csv)
    expect(JSON.parse(String(entries['history.json'])).map(({ what }: Body) => what)).toEqual(
      expect.arrayContaining(['accepted', 'valid', 'delivered', 'sent', 'note']),
    )
    const again = await x.sender.get(`/v1/documents/${id}/evidence`)
    expect({ etag: again.headers['etag'], same: again.bytes.equals(bytes) }).toEqual({
      etag: headers['etag'],
      same: true,
    })
    expect(
      (await x.sender.get(`/v1/documents/${id}/evidence`, { 'if-none-match': String(headers['etag']) })).status,
    ).toBe(304)
    const { data } = await x.sender.graphql(
      'query($id: ID!) { documentEvidence(documentId: $id) { fileName names url } document(id: $id) { evidenceUrl } }',
      { id },
    )
    expect(data.documentEvidence.names).toEqual([...Object.keys(entries), 'manifest.json'])
    expect(data.document.evidenceUrl).toBe(data.documentEvidence.url)
  })

  test('the evidence of a French invoice has each status as it went and came, and what the portal got and said', async () => {
    const trade = await Trade.between(app, 'FR')
    const { sent, received } = await trade.exchange()
    await trade.move(trade.buyer, received, { status: 'approved' })
    await trade.settle()
    await trade.move(trade.supplier, sent, { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200 })
    await trade.settle()
    const entries = await entriesOf((await trade.supplier.get(`/v1/documents/${sent}/evidence`)).bytes)
    const codeIn = (name: string): string | undefined =>
      /<ram:ProcessConditionCode>(\d+)</.exec(String(entries[name]))?.[1]
    const names = Object.keys(entries).filter((name) => /^(statuses|reports)/.test(name))
    expect(names.map((name) => [name, codeIn(name)])).toEqual([
      ['statuses/1-incoming-cdar.xml', '203'],
      ['statuses/2-incoming-cdar.xml', '205'],
      ['statuses/3-outgoing-cdar.xml', '212'],
      ['reports/1-PPF/given.xml', '200'],
      ['reports/1-PPF/answer.json', undefined],
      ['reports/2-PPF/given.xml', '212'],
      ['reports/2-PPF/answer.json', undefined],
    ])
    expect(JSON.parse(String(entries['reports/1-PPF/answer.json']))).toMatchObject({
      frenchStatus: '200',
      status: 'reported',
      platformResponse: { flux: [{ type: 'CDV' }, { type: 'F1' }] },
    })
    expect(String(entries['statuses/2-incoming-cdar.xml'])).toContain('StandardBusinessDocumentHeader')
  })

  test('the evidence of an Italian invoice has the file that SDI got, and each of its messages', async () => {
    const italian = await startItalianSeller(app)
    const { id } = await italian.send('IT09876543217')
    await italian.settle()
    await italian.afterChecks()
    const entries = await entriesOf((await italian.seller.get(`/v1/documents/${id}/evidence`)).bytes)
    const names = Object.keys(entries).filter((name) => name.startsWith('reports/'))
    expect(names).toEqual(['reports/1-SDI/given.xml', expect.stringMatching(/_RC_/), 'reports/1-SDI/answer.json'])
    expect(String(entries['reports/1-SDI/given.xml'])).toContain('FatturaElettronica')
    expect(String(entries[names[1] ?? ''])).toContain('RicevutaConsegna')
  })

  test('the recipient has the evidence of what it got, with the envelope that it came in', async () => {
    const { id, number } = await send()
    await x.settle()
    const { bytes } = await x.receiver.get(`/v1/documents/number:${number}/evidence`)
    const entries = await entriesOf(bytes)
    expect(Object.keys(entries)).toEqual(
      expect.arrayContaining(['document.xml', 'sbdh.xml', 'history.json', 'manifest.json']),
    )
    // The envelope as it came, without the document: the sender's, to the letter.
    const { 'sbdh.xml': whole } = await entriesOf((await x.sender.get(`/v1/documents/${id}/evidence`)).bytes)
    const payload = String(entries['document.xml'])
    expect(String(whole).replace(payload, '')).toBe(String(entries['sbdh.xml']))
    expect(String(entries['sbdh.xml'])).toContain('StandardBusinessDocumentHeader')
  })
})
