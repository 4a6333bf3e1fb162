/** @module-tag heavy */
import { env } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/values/ids.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { ACCOUNT, camt053, camt054 } from '../../support/bank-files.ts'
import { banks } from '../../support/banks.ts'
import { type MadeDocument, type MadeStatement, madeStatement } from '../../support/statements.ts'

/** `STATEMENTS=1000` runs the long form (`npm run test:long -- statements`), which tells precision and recall. */
const COUNT = Number(env.STATEMENTS ?? 30)
const OTHER_ACCOUNT = 'BE71096123456769'

let app: TestApp
let tenant: Tenant
let stranger: Tenant
let companies: { organizationId: string; companyId: string }[]
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
  stranger = await app.tenant('white_label')
  const { body } = await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })
  const { organizationId } = tenant
  companies = [
    { organizationId, companyId: tenant.companyId },
    { organizationId, companyId: body.id },
    { organizationId: stranger.organizationId, companyId: stranger.companyId },
  ]
}, 60_000)
afterAll(() => app.close())

const accounts = [ACCOUNT, OTHER_ACCOUNT, ACCOUNT]

const store = async (documents: readonly MadeDocument[]): Promise<string[]> => {
  const now = app.clock.now()
  const rows = documents.map(({ owner, number, type, direction, party, partyIban, reference, currency, cents }) => {
    const amount = (cents / 100).toFixed(2)
    const isOut = direction === 'outgoing'
    return {
      ...(companies[owner] ?? { organizationId: '', companyId: '' }),
      id: newId('document'),
      type,
      direction,
      number,
      currency,
      grossAmount: amount,
      amountDue: amount,
      paymentReference: reference,
      ...(isOut ? { receiverName: party, senderName: 'Atelier' } : { senderName: party, receiverName: 'Atelier' }),
      paymentIban: isOut ? (accounts[owner] ?? null) : partyIban,
      status: 'delivered' as const,
      format: 'network',
      searchText: '',
      createdAt: now,
      updatedAt: now,
      lifecycleStatus: isOut ? ('issued' as const) : ('approved' as const),
    }
  })
  await app.platform.db.client.document.createMany({ data: rows })
  return rows.map(({ id }) => id)
}

const give = (xml: string, encoding: MadeStatement['encoding']) =>
  tenant.send(
    'POST',
    '/v1/payments/import?mode=record',
    Buffer.from(xml.replace('UTF-8', encoding), encoding === 'UTF-8' ? 'utf8' : 'latin1'),
    { 'content-type': 'application/xml' },
  )

interface Tally {
  honest: number
  found: number
  decoys: number
  wrong: string[]
}

/** What a line of the answer recorded, in a form that can be compared. */
const recordedIn = ({ recorded, payments }: Body): string =>
  recorded
    ? JSON.stringify(payments.map(({ documentId, amount }: Body) => [documentId, Math.round(amount * 100)]).toSorted())
    : '[]'

const judge = async (seed: number, tally: Tally): Promise<void> => {
  const { movements, edition, encoding, documents, bank } = madeStatement(seed)
  const ids = await store(documents)
  const xml = camt053(
    movements.map(({ movement }) => movement),
    edition,
  )
  const { status, body } = await give(xml, encoding)
  expect({ status, entries: body.entries }).toEqual({ status: 200, entries: movements.length })
  for (const [index, { what, pays, movement }] of movements.entries()) {
    const truth = JSON.stringify(pays.map(({ nth, cents }) => [ids[nth], cents]).toSorted())
    const said = recordedIn(body.lines[index])
    tally[pays.length > 0 ? 'honest' : 'decoys'] += 1
    if (pays.length > 0 && said === truth) tally.found += 1
    else if (said !== '[]')
      tally.wrong.push(`${bank} ${seed}, ${what}: ${JSON.stringify({ movement, documents, line: body.lines[index] })}`)
    else if (env.STATEMENTS && env.TELL && pays.length > 0)
      process.stderr.write(
        `missed: ${bank} ${seed}, ${what}: ${JSON.stringify(movement)} ${body.lines[index].because}\n`,
      )
  }
  const again = camt054(
    movements.map(({ movement }) => movement),
    edition,
  )
  if (!movements.some(({ what }) => what === 'the same amount without a number'))
    expect((await give(again, encoding)).body.recorded).toBe(0)
}

test(
  'of generated statements of ten banks no record is ever wrong, and nearly every certain payment is recorded',
  { timeout: 3_600_000 },
  async () => {
    expect(Object.keys(banks)).toHaveLength(10)
    // The companies state their accounts on what they sell.
    const seeds = Array.from({ length: COUNT }, (_, index) => index + 1)
    const own = { type: 'invoice', direction: 'outgoing', party: 'x', partyIban: null, reference: null } as const
    await store(
      ([0, 1, 2] as const).map((owner) => ({
        ...own,
        nth: 0,
        owner,
        number: `OWN${owner}`,
        currency: 'EUR',
        cents: 1,
      })),
    )
    const tally: Tally = { honest: 0, found: 0, decoys: 0, wrong: [] }
    for (const seed of seeds) {
      await judge(seed, tally)
      // A new window of the rate limit.
      if (seed % 40 === 0) app.clock.advance(61_000)
    }
    const { honest, found, decoys, wrong } = tally
    const recall = found / honest
    if (env.STATEMENTS)
      process.stderr.write(
        `${COUNT} statements: ${honest} payments, ${found} recorded (recall ${(recall * 100).toFixed(1)} %); ` +
          `${decoys} that only look like payments; ${wrong.length} wrong records ` +
          `(precision ${((found / (found + wrong.length)) * 100).toFixed(2)} %)\n`,
      )
    expect(wrong).toEqual([])
    expect(recall).toBeGreaterThan(0.85)
  },
)
