import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { formOf } from '../../support/forms.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
let from: string
/** A hybrid PDF of an invoice that only another organization has sent, for somebody who gets it by mail. */
let hybrid: Buffer
const to = '0208:0417497106'
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  hybrid = await hybridOfAnother()
  tenant = await app.tenant('white_label')
  from = (await tenant.post('/v1/companies', { vatNumber: 'BE0403019261', settings: { emailFallback: true } })).body
    .peppolId
})
afterAll(() => app.close())

let made = 0
const number = (): string => `UP-${++made}`
const document = (): object => ({
  number: number(),
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  currency: 'EUR',
  buyerReference: 'PO-77',
  lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 }],
})

/** A good invoice as XML that was never sent. */
const freshXml = async (): Promise<string> => {
  const { body } = await tenant.post('/v1/documents/send', { type: 'invoice', from, to, document: document() })
  return (await tenant.get(`/v1/documents/${body.id}/xml`)).bytes
    .toString()
    .replace(`<cbc:ID>${body.number}</cbc:ID>`, `<cbc:ID>${number()}</cbc:ID>`)
}

/** The other organization lets go of the company, which is registered by the sender then. */
const hybridOfAnother = async (): Promise<Buffer> => {
  const other = await app.tenant('white_label')
  const { body: company } = await other.post('/v1/companies', { vatNumber: 'BE0403019261' })
  const parties = [
    {
      role: 'buyer',
      name: 'Buyer',
      address: { country: 'BE' },
      contact: { name: 'Accounts', email: 'buyer@example.com' },
    },
  ]
  const { body } = await other.post('/v1/documents/send', {
    type: 'invoice',
    from: company.peppolId,
    to,
    document: { ...document(), parties },
  })
  const { bytes } = await other.get(`/v1/documents/${body.id}/facturx`)
  await other.delete(`/v1/companies/${company.id}`)
  return bytes
}

const sendForm = async (
  parts: Record<string, string | Blob>,
  headers: Record<string, string> = {},
  path = '/v1/documents/send',
): Promise<Answer> => {
  const form = await formOf(parts)
  return tenant.send('POST', path, form.payload, { ...headers, ...form.headers })
}
const expectNothing = async (
  call: () => Promise<Answer>,
  code: Parameters<typeof expectRefusal>[1],
): Promise<Answer> => {
  const before = await tenant.footprint()
  const answer = await call()
  expectRefusal(answer, code)
  expect(await tenant.footprint()).toEqual(before)
  return answer
}

describe('a form', () => {
  test('a form sends a file that is an invoice, with the name it came with', async () => {
    const xml = await freshXml()
    const sent = await sendForm({
      type: 'invoice',
      format: 'auto',
      from,
      to,
      file: new File([xml], 'Rechnung № 7 „März“.xml', { type: 'application/xml' }),
    })
    expect(sent).toMatchObject({
      status: 201,
      body: { type: 'invoice', grossAmount: 361.19, deliveryStatus: 'pending' },
    })
    const original = await tenant.get(`/v1/documents/${sent.body.id}/original`)
    expect(original.bytes.toString()).toBe(xml)
    expect(original.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('Rechnung № 7 „März“.xml')}`,
    )
  })
  test.each([
    ['a hybrid PDF', 'application/pdf', 'original.pdf', 'email', () => Promise.resolve(hybrid)],
    [
      'JSON',
      'application/json',
      'original.json',
      'peppol',
      () => Promise.resolve(Buffer.from(JSON.stringify(document(), null, 2))),
    ],
  ] as const)(
    'a form whose file is %s gives these very bytes back, and the invoice inside travels',
    async (_what, type, kept, channel, make) => {
      const file = await make()
      const sent = await sendForm({
        type: 'invoice',
        format: 'auto',
        from,
        to,
        file: new File([new Uint8Array(file)], `given-${kept}`, { type }),
      })
      expect(sent).toMatchObject({ status: 201, body: { grossAmount: 361.19, deliveryStatus: 'pending', channel } })
      const original = await tenant.get(`/v1/documents/${sent.body.id}/original`)
      expect({ same: original.bytes.equals(file), type: original.headers['content-type'] }).toEqual({
        same: true,
        type,
      })
      expect(original.headers['content-disposition']).toContain(`given-${kept}`)
      expect((await tenant.get(`/v1/documents/${sent.body.id}/xml`)).bytes.toString()).toContain('ID>UP-')
      const { data } = await tenant.graphql('query($id: ID!) { documentEvidence(documentId: $id) { names } }', {
        id: sent.body.id,
      })
      expect(data.documentEvidence.names).toEqual(expect.arrayContaining(['document.xml', kept]))
    },
  )
  test('a hybrid PDF is looked at as a file: what its receiver may stumble over is a warning', async () => {
    const validate = (bytes: string): Promise<Answer> => {
      const file = new File([Buffer.from(bytes, 'latin1')], 'invoice.pdf', { type: 'application/pdf' })
      return sendForm({ type: 'invoice', format: 'auto', from, to, file }, {}, '/v1/documents/validate')
    }
    const warnings = ({ body }: Answer): { rule: string; fix: string }[] =>
      body.warnings.filter(({ rule }: { rule: string }) => rule.startsWith('FX-'))
    const good = hybrid.toString('latin1')
    expect(warnings(await validate(good))).toEqual([])
    const careless = await validate(good.replace(/\/AFRelationship \/\w+/, '').replace(/(:part>)3/, '$11'))
    expect(careless).toMatchObject({ status: 200, body: { valid: true } })
    expect(warnings(careless)).toMatchObject([
      { rule: 'FX-PDFA', severity: 'warning', fix: expect.stringContaining('PDF/A-3'), profile: 'factur-x' },
      { rule: 'FX-RELATIONSHIP', severity: 'warning', fix: expect.stringContaining('AF of the catalog') },
    ])
  })
  const named = (encoding: string, xml: string): string =>
    xml.replace(/^<\?xml[^>]*\?>/, `<?xml version="1.0" encoding="${encoding}"?>`)
  test.each([
    ['ISO-8859-1', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    // What was once UTF-16, and is not any more.
    ['utf-16', (text: string) => Buffer.from(text)],
  ] as const)('a file in %s is kept as it came, and travels in UTF-8', async (encoding, encoded) => {
    const xml = (await freshXml()).replace('>Consulting<', '>Größe<')
    const file = encoded(named(encoding, xml))
    const sent = await sendForm({ type: 'invoice', format: 'auto', from, to, file: new File([file], 'a.xml') })
    expect(sent).toMatchObject({ status: 201, body: { grossAmount: 361.19 } })
    expect((await tenant.get(`/v1/documents/${sent.body.id}/original`)).bytes.equals(file)).toBe(true)
    expect((await tenant.get(`/v1/documents/${sent.body.id}/xml`)).bytes.toString()).toBe(named('UTF-8', xml))
  })
  test.each(['ISO-8859-1', 'utf-16'])(
    'XML in a field is a text already, also where it declares %s',
    async (encoding) => {
      const xml = (await freshXml()).replace('>Consulting<', '>Größe<')
      for (const mark of ['', '\uFEFF']) {
        const fresh = xml.replaceAll('UP-', mark === '' ? 'UP-' : 'UP-M')
        const body = { type: 'invoice', format: 'ubl-xml', from, to, xml: mark + named(encoding, fresh) }
        const sent = await tenant.post('/v1/documents/send', body)
        expect(sent).toMatchObject({ status: 201 })
        expect((await tenant.get(`/v1/documents/${sent.body.id}/xml`)).bytes.toString()).toBe(named('UTF-8', fresh))
      }
    },
  )
  test('a form sends a JSON document, XML in a field, flags and metadata, as the JSON body does', async () => {
    expect(
      await sendForm({
        type: 'invoice',
        from,
        to,
        selfBilled: 'true',
        document: JSON.stringify(document()),
        metadata: '{"customer":"4711"}',
      }),
    ).toMatchObject({ status: 201, body: { typeCode: '389', selfBilled: true, metadata: { customer: '4711' } } })
    expect(await sendForm({ type: 'invoice', format: 'ubl-xml', from, to, xml: await freshXml() })).toMatchObject({
      status: 201,
      body: { typeCode: '380' },
    })
    expect(
      await sendForm({
        type: 'invoice',
        format: 'ubl-xml',
        from,
        to,
        xml: new File([await freshXml()], 'invoice.xml'),
      }),
    ).toMatchObject({ status: 201 })
  })
  test('a form is validated without effect as it would be sent', async () => {
    const before = await tenant.footprint()
    expect(
      await sendForm({ type: 'invoice', from, to, document: JSON.stringify(document()) }, {}, '/v1/documents/validate'),
    ).toMatchObject({ status: 200, body: { valid: true, totals: { grossAmount: 361.19 } } })
    expect(await tenant.footprint()).toEqual(before)
  })
  test('a form with an idempotency key happens once, whatever its boundary, and not with another file', async () => {
    const xml = await freshXml()
    const parts = (content: string) => ({
      type: 'invoice',
      format: 'auto',
      from,
      to,
      file: new File([content], 'a.xml'),
    })
    const first = await sendForm(parts(xml), { 'idempotency-key': 'form-1' })
    const again = await sendForm(parts(xml), { 'idempotency-key': 'form-1' })
    expect({ status: again.status, body: again.body, replayed: again.headers['idempotent-replayed'] }).toEqual({
      status: 201,
      body: first.body,
      replayed: 'true',
    })
    expect(await sendForm(parts(`${xml} `), { 'idempotency-key': 'form-1' })).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_body_mismatch' } },
    })
  })
  test('a form with unknown, repeated or malformed fields is refused at the field', async () => {
    const unknown = await expectNothing(
      () => sendForm({ type: 'invoice', from, to, document: JSON.stringify(document()), fiel: 'x' }),
      'INVALID_REQUEST',
    )
    expect(unknown.body.error.details).toMatchObject([{ field: 'fiel', nearest: 'file' }])
    const broken = await expectNothing(
      () => sendForm({ type: 'invoice', from, to, document: '{"number":' }),
      'INVALID_REQUEST',
    )
    expect(broken.body.error.details).toMatchObject([{ field: 'document' }])
    const form = await formOf({ type: 'invoice', from, to })
    const twice = Buffer.from(form.payload.toString().replaceAll('name="to"', 'name="from"'))
    const answer = await expectNothing(
      () => tenant.send('POST', '/v1/documents/send', twice, form.headers),
      'INVALID_REQUEST',
    )
    expect(answer.body.error.details).toMatchObject([{ field: 'from', message: expect.stringContaining('twice') }])
  })
  test('a form that is cut off, has no boundary, a very long one or too many parts is refused', async () => {
    const form = await formOf({ type: 'invoice', from, to, file: new File(['x'.repeat(1_000)], 'a.xml') })
    await expectNothing(
      () => tenant.send('POST', '/v1/documents/send', form.payload.subarray(0, -200), form.headers),
      'INVALID_REQUEST',
    )
    await expectNothing(
      () => tenant.send('POST', '/v1/documents/send', form.payload, { 'content-type': 'multipart/form-data' }),
      'INVALID_REQUEST',
    )
    for (const length of [253, 300, 5_000])
      await expectNothing(
        () =>
          tenant.send('POST', '/v1/documents/send', form.payload, {
            'content-type': `multipart/form-data; boundary=${'x'.repeat(length)}`,
          }),
        'INVALID_REQUEST',
      )
    const many = await formOf(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x'])))
    const answer = await expectNothing(
      () => tenant.send('POST', '/v1/documents/send', many.payload, many.headers),
      'INVALID_REQUEST',
    )
    expect(answer.body.error.message).toContain('at most 50')
  })
  test(
    'a form whose file is empty or larger than 25 MB is refused with what the limit is',
    { tags: 'heavy' },
    async () => {
      const empty = await expectNothing(
        () => sendForm({ type: 'invoice', format: 'raw', from, to, file: new File([], 'a.bin') }),
        'INVALID_REQUEST',
      )
      expect(empty.body.error.details).toMatchObject([{ field: 'file', message: 'The file is empty.' }])
      const large = await expectNothing(
        () =>
          sendForm({
            type: 'invoice',
            format: 'raw',
            from,
            to,
            file: new File([Buffer.alloc(25 * 1024 * 1024 + 1)], 'a.bin'),
          }),
        'PAYLOAD_TOO_LARGE',
      )
      expect(large.body.error).toMatchObject({
        message: expect.stringContaining('25 MB'),
        details: [{ field: 'file', limitBytes: 26_214_400 }],
      })
    },
  )
  test('a form is refused before it is read on routes that take no files', async () => {
    const form = await formOf({ name: 'x' })
    expectRefusal(await tenant.send('POST', '/v1/api-keys', form.payload, form.headers), 'UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('a file by itself', () => {
  test('a file by itself is sent with the fields in the query', async () => {
    const xml = await freshXml()
    expect(
      await tenant.send(
        'POST',
        `/v1/documents/send?type=invoice&from=${from}&to=${to}&fileName=a.xml`,
        Buffer.from(xml),
        { 'content-type': 'application/xml' },
      ),
    ).toMatchObject({ status: 201, body: { grossAmount: 361.19 } })
    const kept = await tenant.send(
      'POST',
      `/v1/documents/send?type=invoice&format=raw&from=${from}&to=${to}`,
      Buffer.from([0, 1, 2, 255]),
      { 'content-type': 'application/octet-stream' },
    )
    expect(kept).toMatchObject({ status: 201, body: { deliveryStatus: null } })
    expect((await tenant.get(`/v1/documents/${kept.body.id}/original`)).bytes).toEqual(Buffer.from([0, 1, 2, 255]))
  })
  test('a file by itself needs those fields, and has at most 25 MB', async () => {
    const { body } = await expectNothing(
      () => tenant.send('POST', '/v1/documents/send', Buffer.from('<a/>'), { 'content-type': 'application/xml' }),
      'MISSING_FIELD',
    )
    expect(body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual(['from', 'to', 'type'])
    await expectNothing(
      () =>
        tenant.send(
          'POST',
          `/v1/documents/send?type=invoice&format=raw&from=${from}&to=${to}`,
          Buffer.alloc(25 * 1024 * 1024 + 1),
          { 'content-type': 'application/octet-stream' },
        ),
      'PAYLOAD_TOO_LARGE',
    )
  })
})
