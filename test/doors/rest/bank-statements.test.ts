import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type TestApp, startApp } from '../../support/app.ts'
import { camt053, camt054 } from '../../support/bank-files.ts'
import { type Payer, startPayer, textsOf } from '../../support/payments.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let x: Payer
beforeAll(async () => {
  app = await startApp()
  x = await startPayer(app)
})
afterAll(() => app.close())

const line = (answer: Answer): Body =>
  answer.body.lines.map(({ result, recorded, documentId }: Body) => [result, recorded, documentId])

describe('a statement of a bank', () => {
  test('a statement is matched by number, reference and transfer, proposed first and recorded once', async () => {
    const [byNumber, byReference, byOrder] = await x.invoices(3, (index) =>
      index === 1 ? { paymentReference: '+++010/8068/17183+++' } : {},
    )
    const [endToEndId] = textsOf((await x.order([byOrder?.id ?? ''])).bytes.toString(), 'EndToEndId')
    const xml = camt053([
      {
        amount: '121.00',
        direction: 'DBIT',
        bankReference: 'S1',
        text: `Payment of ${byNumber?.number.toLowerCase().replaceAll('-', '/')}`,
      },
      { amount: '100.00', direction: 'DBIT', bankReference: 'S2', structured: '010806817183' },
      { amount: '121.00', direction: 'DBIT', bankReference: 'S3', ...(endToEndId !== undefined && { endToEndId }) },
      { amount: '7.00', direction: 'DBIT', bankReference: 'S4', text: 'Bank charges' },
    ])
    const expected = (recorded: boolean) => [
      ['exact', recorded, byNumber?.id],
      ['partial', recorded, byReference?.id],
      ['exact', recorded, byOrder?.id],
      ['unmatched', false, null],
    ]
    const before = await x.count()
    expect(line(await x.give(xml, 'propose'))).toEqual(expected(false))
    expect(await x.count()).toBe(before)
    const recorded = await x.give(xml)
    expect(line(recorded)).toEqual(expected(true))
    expect(recorded.body).toMatchObject({
      mode: 'record',
      entries: 4,
      recorded: 3,
      recordedAmount: 342,
      counts: { exact: 2, partial: 1, unmatched: 1 },
    })
    // The same movements in a notification, in another edition.
    const again = await x.give(
      camt054([{ amount: '121.00', direction: 'DBIT', bankReference: 'S1', text: byNumber?.number ?? '' }], '02'),
    )
    expect(line(again)).toEqual([['already_recorded', false, byNumber?.id]])
    expect((await x.give(xml)).body).toMatchObject({ recorded: 0, counts: { already_recorded: 3 } })
    expect(await x.count()).toBe(before + 3)
    expect(await x.info(byReference?.id ?? '')).toMatchObject({
      amountPaid: 100,
      remaining: 21,
      status: 'partially_paid',
    })
  })
  test('a statement whose texts are longer than a reference is recorded, and they are cut between characters', async () => {
    const [one, other] = await x.invoices(2)
    const text = (number = ''): string => `${number} ${'x'.repeat(138 - number.length)}😀 and more`
    const answer = await x.give(
      camt053([
        { amount: '121.00', direction: 'DBIT', bankReference: 'C1', text: text(one?.number) },
        { amount: '121.00', direction: 'DBIT', bankReference: 'C2', text: text(other?.number) },
      ]),
    )
    expect(line(answer)).toEqual([
      ['exact', true, one?.id],
      ['exact', true, other?.id],
    ])
  })
  test('a statement with two payments of one document takes the first into account for the second', async () => {
    const { id, number } = await x.invoice()
    const answer = await x.give(
      camt053([
        { amount: '100.00', direction: 'DBIT', bankReference: 'T1', text: number, name: 'LUMIERE' },
        { amount: '21.00', direction: 'DBIT', bankReference: 'T2', text: number },
      ]),
    )
    expect(line(answer)).toEqual([
      ['partial', true, id],
      ['exact', true, id],
    ])
    expect(await x.info(id)).toMatchObject({ status: 'paid' })
  })
  test('a statement that names a document which is paid already leaves it to a person', async () => {
    const [byHand, inFile] = await x.invoices(2)
    await x.pay(byHand?.id ?? '', { amount: 121, date: '2026-11-19' })
    const answer = await x.give(
      camt053([
        { amount: '121.00', direction: 'DBIT', bankReference: 'P1', text: byHand?.number ?? '' },
        { amount: '121.00', direction: 'DBIT', bankReference: 'P2', text: inFile?.number ?? '' },
        { amount: '121.00', direction: 'DBIT', bankReference: 'P3', text: inFile?.number ?? '' },
      ]),
    )
    expect(line(answer)).toEqual([
      ['over', false, byHand?.id],
      ['exact', true, inFile?.id],
      ['over', false, inFile?.id],
    ])
    expect(answer.body.lines[0].because).toContain('nothing remains')
    for (const one of [byHand, inFile])
      expect(await x.info(one?.id ?? '')).toMatchObject({ amountPaid: 121, status: 'paid' })
  })
  test('a statement’s batch without amounts is one movement, and none of its parts counts for all of it', async () => {
    const [one, other] = await x.invoices(2)
    const part = (number = ''): string => `<TxDtls><RmtInf><Ustrd>${number}</Ustrd></RmtInf></TxDtls>`
    const xml = camt053([{ amount: '242.00', direction: 'DBIT', bankReference: 'Q1' }]).replace(
      /<TxDtls>.*<\/TxDtls>/,
      part(one?.number) + part(other?.number),
    )
    const answer = await x.give(xml)
    expect(answer.body).toMatchObject({ entries: 1, recorded: 0, lines: [{ result: 'unmatched', amount: 242 }] })
    for (const { id } of [one, other].flatMap((made) => made ?? []))
      expect(await x.info(id)).toMatchObject({ amountPaid: 0 })
  })
  test('a statement records no amount that a payment cannot have', async () => {
    const some = await x.invoices(4)
    const amounts = ['0.00', '-1.00', '1.005', '99999999999999.00']
    const answer = await x.give(
      camt053(
        amounts.map((amount, nth) => ({
          amount,
          direction: 'DBIT',
          bankReference: `R${nth}`,
          text: some[nth]?.number ?? '',
        })),
      ),
    )
    expect(line(answer)).toEqual(amounts.map(() => ['unmatched', false, null]))
    for (const { id } of some) expect(await x.info(id)).toMatchObject({ amountPaid: 0 })
  })
  test('a statement says why a movement fits nothing', async () => {
    const { number } = await x.invoice()
    const twins = await x.invoices(2, () => ({ paymentReference: 'TWIN-1' }))
    const answer = await x.give(
      camt053([
        { amount: '121.00', direction: 'CRDT', bankReference: 'W1', text: number },
        { amount: '121.00', direction: 'DBIT', currency: 'USD', bankReference: 'W2', text: number },
        { amount: '121.00', direction: 'DBIT', bankReference: 'W3', text: 'TWIN-1' },
      ]),
    )
    expect(answer.body.lines.map(({ result, because }: Body) => [result, because])).toEqual([
      ['unmatched', expect.stringContaining('is one that the organization has to pay')],
      ['unmatched', expect.stringContaining('USD')],
      ['ambiguous', expect.stringContaining(twins[0]?.number ?? '')],
    ])
  })
  test('a statement sees the documents of its own organization only', async () => {
    const stranger = await app.tenant()
    const { id, number } = await x.invoice({}, stranger)
    expect(
      line(await x.give(camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'X1', text: number }]))),
    ).toEqual([['unmatched', false, null]])
    expect(await app.platform.db.client.payment.count({ where: { documentId: id } })).toBe(0)
  })
  test('what one company has recorded of a statement tells another nothing, and takes nothing from it', async () => {
    const { companyId } = x.buyer
    const [one, other] = [await x.invoice({ number: 'SAME-1' }), await x.invoice({ number: 'SAME-1', companyId })]
    // Of an account that neither is known to have: each key says for whom it is read.
    const movements = [{ amount: '121.00', direction: 'DBIT', bankReference: 'K1', text: 'SAME-1' } as const]
    const xml = camt053(movements, '08', 'BE71096123456769')
    const keyOf = (company: string) => x.buyer.keyWith(['payments'], { companyId: company })
    const [first, second] = [await keyOf(x.companyId), await keyOf(companyId)]
    expect(line(await x.give(xml, 'record', first))).toEqual([['exact', true, one.id]])
    expect(line(await x.give(xml, 'record', second))).toEqual([['exact', true, other.id]])
    expect(line(await x.give(xml, 'record', second))).toEqual([['already_recorded', false, other.id]])
    for (const { id } of [one, other]) expect(await x.info(id)).toMatchObject({ amountPaid: 121 })
  })
  test('a statement read twice at once is recorded once', async () => {
    const { id, number } = await x.invoice()
    const xml = camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'Y1', text: number }])
    const answers = await Promise.all([x.give(xml), x.give(xml), x.give(xml)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.recorded).toSorted()).toEqual([0, 0, 1])
    expect(await x.info(id)).toMatchObject({ amountPaid: 121 })
  })
  test('statements of the same movements in opposite orders at once record each movement once', async () => {
    const some = await x.invoices(20)
    const movements = some.map(({ number }) => ({
      amount: '121.00',
      direction: 'DBIT' as const,
      bankReference: `V${number}`,
      text: number,
    }))
    const answers = await Promise.all([x.give(camt053(movements)), x.give(camt053(movements.toReversed()))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.recorded, 0)).toBe(some.length)
    for (const { id } of some) expect(await x.info(id)).toMatchObject({ amountPaid: 121, status: 'paid' })
  })
  test('a statement goes by GraphQL alike', async () => {
    const { id, number } = await x.invoice()
    const file = Buffer.from(
      camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'Z1', text: number }]),
    ).toString('base64')
    const { data, errors } = await x.buyer.graphql(
      'mutation($input: ImportBankFileInput!) { importBankFile(input: $input) { recorded recordedAmount ' +
        'counts { exact } lines { result documentId because } } }',
      { input: { file, mode: 'RECORD' } },
    )
    expect(errors).toBeUndefined()
    expect(data.importBankFile).toMatchObject({
      recorded: 1,
      recordedAmount: '121.00',
      counts: { exact: 1 },
      lines: [{ result: 'EXACT', documentId: id }],
    })
  })
  test.each<[string, (number: string) => string]>([
    [
      'that declares a document type',
      (number) =>
        camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'H1', text: number }]).replace(
          '<Document',
          '<!DOCTYPE x><Document',
        ),
    ],
    [
      'whose end is missing',
      (number) => camt053([{ amount: '121.00', direction: 'DBIT', bankReference: 'H2', text: number }]).slice(0, -20),
    ],
    ['that is another message', () => '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.02"/>'],
  ])('a statement %s is refused, and nothing of it is recorded', async (_name, file) => {
    const { number } = await x.invoice()
    const before = await x.count()
    expectRefusal(await x.give(file(number)), 'UNREADABLE_FILE')
    expect(await x.count()).toBe(before)
  })
  test('the media type of statements is not taken on other routes', async () =>
    expectRefusal(
      await x.buyer.send('POST', '/v1/companies', Buffer.from('<a/>'), { 'content-type': 'application/xml' }),
      'UNSUPPORTED_MEDIA_TYPE',
      'operation',
    ))
})
