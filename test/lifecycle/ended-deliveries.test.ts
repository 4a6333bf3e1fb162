import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startApp } from '../support/app.ts'
import { Trade } from '../support/trade.ts'

let app: TestApp
let french: Trade
beforeAll(async () => {
  app = await startApp()
  french = await Trade.between(app, 'FR')
})
afterAll(() => app.close())

let told = 0

/** A delivered document, and a way to let the other platform say a status of it. */
const delivered = async () => {
  const { sent, number } = await french.exchange()
  const { header, xml } = await french.lastMessage(sent)
  const tell = (status: string, reason: string): Promise<unknown> => {
    const id = `told-${(told += 1)}`
    const why = `<ram:SpecifiedDocumentStatus><ram:ReasonCode>${reason}</ram:ReasonCode></ram:SpecifiedDocumentStatus>`
    return french.arrive(
      { ...header, instanceId: id },
      xml
        .replace(/<ram:ID>T-[^<]*<\/ram:ID>/, `<ram:ID>${id}</ram:ID>`)
        .replace('>203<', `>${status}<`)
        .replace('</ram:ReferenceReferencedDocument>', `${why}$&`),
    )
  }
  return { sent, number, tell }
}

const counts = async (): Promise<{ delivered: number; failed: number }> => {
  const { body } = await french.supplier.get('/v1/stats?period=year')
  return { delivered: body.documents.delivered, failed: body.documents.failed }
}

describe('a status by which the other platform ends a delivery', () => {
  test.each([
    [
      '213',
      'DOUBLON',
      'rejected',
      'rejected',
      'AP_REJECTED',
      'Rejected by the platform of the recipient (213): DOUBLON (Duplicate)',
    ],
    [
      '501',
      'IRR_SYNTAX',
      'sent',
      'failed',
      'INADMISSIBLE',
      'Inadmissible by the platform of the recipient (501): IRR_SYNTAX',
    ],
  ])(
    '%s ends it with its reason, announces that once, counts, and frees the number',
    async (...[code, reason, status, deliveryStatus, errorCode, errorMessage]) => {
      const { sent, number, tell } = await delivered()
      const before = await counts()
      await tell(code, reason)
      await tell(code, reason)
      await french.settle()
      expect((await french.supplier.get(`/v1/documents/${sent}`)).body).toMatchObject({
        status,
        deliveryStatus,
        frenchStatus: code,
        errorCode,
        errorMessage: expect.stringContaining(errorMessage),
      })
      const failures = (await french.events(french.supplier, sent)).filter(({ type }) => type === 'document.failed')
      expect(failures).toMatchObject([{ errorCode, errorMessage: expect.stringContaining(errorMessage) }])
      expect(await counts()).toEqual({ ...before, failed: before.failed + 1 })
      const again = await french.supplier.post('/v1/documents/send', french.body({ number }))
      expect(again.status).toBe(201)
    },
  )

  test.each(['250', '251', '300', '301', '400', '401', '601'])(
    '%s is kept in the history, and moves neither the delivery nor the document',
    async (code) => {
      const { sent, tell } = await delivered()
      const before = (await french.supplier.get(`/v1/documents/${sent}`)).body
      await tell(code, 'AUTRE')
      const after = (await french.supplier.get(`/v1/documents/${sent}`)).body
      expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
      expect(await french.statuses(french.supplier, sent)).toContain(code)
    },
  )
})

describe('an approval in part', () => {
  test('a reason in words alone is told as another reason', async () => {
    const { sent, received } = await french.exchange()
    const answer = await french.move(french.buyer, received, {
      status: 'approved',
      remainingAmount: 120,
      reason: 'One hour was not worked.',
    })
    expect(answer.status).toBe(200)
    await french.settle()
    expect((await french.log(french.supplier, sent)).events.at(-1)).toMatchObject({
      frenchStatus: '206',
      reason: 'One hour was not worked.',
    })
    expect((await french.lastMessage(sent)).xml).toContain('<ram:ReasonCode>AUTRE</ram:ReasonCode>')
  })
})
