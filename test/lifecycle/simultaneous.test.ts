/** @module-tag services */
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

/** A document that the buyer has approved, and the message that said so. */
const approved = async () => {
  const { sent, received } = await french.exchange()
  await french.move(french.buyer, received, { status: 'approved' })
  await french.settle()
  return { sent, received, ...(await french.lastMessage(sent)) }
}

const collected = { status: 'partially_paid', paymentDate: '2026-11-21', paymentAmount: 10 }

describe('statuses at the same time', () => {
  test('legal updates of one document at once all count, each with its own entry', async () => {
    const { sent } = await approved()
    const before = (await french.log(french.supplier, sent)).events.length
    const answers = await Promise.all(Array.from({ length: 6 }, () => french.move(french.supplier, sent, collected)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const log = await french.log(french.supplier, sent)
    expect(log.events).toHaveLength(before + 6)
    expect(log.currentStatus).toBe('partially_paid')
    // Each was told of what remained after the one before.
    expect(log.events.slice(-6).map((one: { payment: { remaining: number } }) => one.payment.remaining)).toEqual([
      1190, 1180, 1170, 1160, 1150, 1140,
    ])
  })

  test('of two decisions at once, one of which ends the document, the other is judged by that', async () => {
    const { received } = await french.exchange()
    const answers = await Promise.all([
      french.move(french.buyer, received, { status: 'rejected', reasonCode: 'LEG' }),
      french.move(french.buyer, received, { status: 'rejected', reasonCode: 'REC' }),
    ])
    expect(answers.map(({ status, body }) => body.error?.code ?? status).toSorted()).toEqual([
      200,
      'invalid_transition',
    ])
    expect(await french.statuses(french.buyer, received)).toEqual(['202', '203', '210'])
  })

  test('an update that meets an arriving status is never refused for that, and both stand in the log', async () => {
    const { sent, header, xml } = await approved()
    const statuses: (number | string)[] = []
    for (let round = 0; round < 4; round += 1) {
      const arriving = french.arrive(
        { ...header, instanceId: `again-${round}` },
        xml.replace(/<ram:ID>T-[^<]*<\/ram:ID>/, `<ram:ID>again-${round}</ram:ID>`),
      )
      const [{ status, body }] = await Promise.all([french.move(french.supplier, sent, collected), arriving])
      statuses.push(body.error?.code ?? status)
    }
    expect(statuses).toEqual(Array(4).fill(200))
    const counts = Object.groupBy(await french.statuses(french.supplier, sent), (code) => code)
    expect({ told: counts['205']?.length, collected: counts['212']?.length }).toEqual({ told: 5, collected: 4 })
  })
})
