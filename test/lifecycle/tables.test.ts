import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approvedAmounts, collectedAmounts, splitByShares } from '../../src/lifecycle/tables/amounts.ts'
import { endingOfError, statusOfStep } from '../../src/lifecycle/tables/automatic.ts'
import {
  emittedStatuses,
  frenchStatusOf,
  frenchStatuses,
  motifsOf,
  phaseOf,
  statusesForAuthority,
  statusesWithReason,
} from '../../src/lifecycle/tables/french-statuses.ts'
import {
  motifFor,
  motifForPeppol,
  motifLabels,
  peppolReasons,
  reasonCodesFor,
} from '../../src/lifecycle/tables/reasons.ts'
import { meaningOf, responseFor, responses } from '../../src/lifecycle/tables/responses.ts'
import {
  type DatedStatus,
  type LifecycleState,
  type Party,
  type LifecycleTarget,
  allowedTargets,
  becomesCurrent,
  lifecycleStates,
  partyOf,
  paymentMoves,
  targets,
  terminalStatuses,
  transitions,
} from '../../src/lifecycle/tables/states.ts'
import { reasonsOfState } from '../../src/rules/france/lifecycle-codes.ts'
import { Decimal, sum } from '../../src/values/money.ts'
import { hasShared, shared } from '../support/shared.ts'

const money = (text: string): Decimal => new Decimal(text)

/** Who may set what from where, as it was decided. */
const decided: Readonly<Record<LifecycleState, Record<Party, string>>> = {
  draft: { buyer: '', supplier: '' },
  issued: { buyer: '', supplier: 'partially_paid paid' },
  received: { buyer: 'under_review approved rejected disputed', supplier: '' },
  under_review: { buyer: 'approved rejected disputed', supplier: 'partially_paid paid' },
  approved: { buyer: 'partially_paid paid disputed', supplier: 'partially_paid paid' },
  disputed: { buyer: 'under_review approved rejected', supplier: '' },
  partially_paid: { buyer: 'partially_paid paid disputed', supplier: 'partially_paid paid' },
  paid: { buyer: 'disputed', supplier: '' },
  rejected: { buyer: '', supplier: '' },
}

describe('the transitions', () => {
  test.each(lifecycleStates)('from %s are those that were decided, for either party', (state) => {
    for (const party of ['buyer', 'supplier'] as const) {
      expect(transitions[state][party].join(' ')).toBe(decided[state][party])
      expect(allowedTargets({ state, frenchStatus: null, selfBilled: false }, party).join(' ')).toBe(
        decided[state][party],
      )
    }
  })
  test('self-billing swaps the parties, and with them what they may do where the document begins', () => {
    expect(
      [true, false].flatMap((selfBilled) =>
        (['incoming', 'outgoing'] as const).map((direction) => partyOf({ direction, selfBilled, type: 'invoice' })),
      ),
    ).toEqual(['supplier', 'buyer', 'buyer', 'supplier'])
    expect(allowedTargets({ state: 'issued', frenchStatus: null, selfBilled: true }, 'buyer').join(' ')).toBe(
      decided.received.buyer,
    )
    expect(allowedTargets({ state: 'received', frenchStatus: null, selfBilled: true }, 'supplier').join(' ')).toBe(
      decided.issued.supplier,
    )
    expect(allowedTargets({ state: 'received', frenchStatus: null, selfBilled: true }, 'buyer')).toEqual([])
  })
  test('an order is decided by the supplier, who received it, and paid by the buyer, who sent it', () => {
    expect(
      (['incoming', 'outgoing'] as const).map((direction) =>
        partyOf({ direction, selfBilled: false, type: 'purchase-order' }),
      ),
    ).toEqual(['supplier', 'buyer'])
    const allowed = (state: LifecycleState, party: Party): string =>
      allowedTargets({ state, frenchStatus: null, selfBilled: false, ordered: true }, party).join(' ')
    expect([allowed('received', 'supplier'), allowed('issued', 'buyer'), allowed('received', 'buyer')]).toEqual([
      decided.received.buyer,
      decided.issued.supplier,
      '',
    ])
  })
  test('after a French end nothing follows, and a payment sent waits to be collected', () => {
    for (const party of ['buyer', 'supplier'] as const) {
      expect(allowedTargets({ state: 'paid', frenchStatus: '212', selfBilled: false }, party)).toEqual([])
      expect(allowedTargets({ state: 'rejected', frenchStatus: '210', selfBilled: false }, party)).toEqual([])
    }
    expect(allowedTargets({ state: 'paid', frenchStatus: '211', selfBilled: false }, 'supplier')).toEqual([
      'partially_paid',
      'paid',
    ])
    expect(allowedTargets({ state: 'paid', frenchStatus: '211', selfBilled: false }, 'buyer')).toEqual(['disputed'])
    expect(allowedTargets({ state: 'partially_paid', frenchStatus: '212', selfBilled: false }, 'supplier')).toEqual([
      'partially_paid',
      'paid',
    ])
  })
  test('a recorded payment moves what is approved, paid in part or disputed, and what a supplier has issued; nothing else', () => {
    const moved = (party: Party): string[] =>
      lifecycleStates.filter((state) => paymentMoves({ state, frenchStatus: null, selfBilled: false }, party))
    expect(moved('buyer')).toEqual(['approved', 'disputed', 'partially_paid'])
    expect(moved('supplier')).toEqual(['issued', 'approved', 'disputed', 'partially_paid'])
  })
})

/** Rows of a table of the specification, by its heading. */
const rowsOf = (heading: string): string[][] => {
  const section =
    readFileSync(join(shared, 'specification.md'), 'utf8').split(`### ${heading}`)[1]?.split('\n### ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

describe.skipIf(!hasShared)('the French statuses', () => {
  const rows = hasShared ? rowsOf('3.3 French lifecycle status codes') : []
  test('are all fourteen of the specification', () => {
    expect(rows.map(([code]) => code)).toEqual([
      '200',
      '201',
      '202',
      '203',
      '204',
      '205',
      '206',
      '207',
      '208',
      '209',
      '210',
      '211',
      '212',
      '213',
    ])
  })
  test.each(rows)(
    '%s %s is what the specification says',
    (code = '', meaning, tier, emittedBy, how = '', next = '') => {
      expect(frenchStatuses[code]).toMatchObject({
        meaning,
        tier,
        emittedBy,
        next: next === 'none' ? [] : next.split(', '),
      })
      expect(emittedStatuses).toContain(code)
      expect(frenchStatuses[code]?.amounts ?? []).toEqual(
        /amount blocks? ([A-Z, ]+)/.exec(how)?.[1]?.replace(/, ?$/, '').split(', ') ??
          (/MDT-207 = MEN/.test(how) ? ['MEN'] : []),
      )
      expect(statusesWithReason.includes(code)).toBe(/reason required/.test(how))
      expect(statusesForAuthority.includes(code)).toBe(['200', '210', '212', '213'].includes(code))
      expect(terminalStatuses.includes(code)).toBe(['210', '212', '213'].includes(code))
    },
  )
  test.each(rows.filter(([, , , , how = '']) => how.startsWith('lifecycle update')))(
    '%s %s is what its update becomes',
    (code, _meaning, _tier, emittedBy, how = '') => {
      const target = /lifecycle update `(\w+)`/.exec(how)?.[1] as LifecycleTarget
      expect(
        frenchStatusOf({
          target,
          party: emittedBy as Party,
          partial: /`approved` with/.test(how),
          suspended: /`suspended`/.test(how),
        }),
      ).toBe(code)
    },
  )
  test('of a delivery are given by its steps and its failures', () => {
    expect(statusOfStep).toEqual({ 'document.sent': '201', 'document.delivered': '202' })
    for (const { frenchStatus, motif } of Object.values(endingOfError)) expect(motifsOf(frenchStatus)).toContain(motif)
  })
})

describe('the reasons', () => {
  test('of Peppol are those fourteen, and each has its AFNOR code only where one is allowed', () => {
    expect(Object.keys(peppolReasons)).toEqual([
      'NON',
      'REF',
      'LEG',
      'REC',
      'QUA',
      'DEL',
      'PRI',
      'QTY',
      'ITM',
      'PAY',
      'UNR',
      'FIN',
      'PPD',
      'OTH',
    ])
    for (const [status, motifs] of Object.entries(motifForPeppol))
      for (const motif of Object.values(motifs)) expect(motifsOf(status)).toContain(motif)
    for (const status of ['206', '207', '208', '210'])
      for (const code of ['NON', 'PPD']) expect(motifFor(status, code)).toBeUndefined()
  })
  test('of a French status are forwarded as they are, and no others', () => {
    for (const status of ['206', '207', '208', '210'])
      for (const code of Object.keys(motifLabels))
        expect(motifFor(status, code)).toBe(reasonsOfState[status]?.has(code) ? code : undefined)
    expect(motifFor('210', 'AUTRE')).toBeUndefined()
    expect(reasonCodesFor('210')).not.toContain('OTH')
  })
  test('have a label each', () => {
    for (const status of ['200', '206', '207', '208', '210', '213', '221'])
      for (const motif of motifsOf(status) ?? []) expect(motifLabels).toHaveProperty(motif)
  })
})

describe('responses of Peppol', () => {
  test('say every state that a buyer can set, and are understood back', () => {
    for (const { code, state, partial } of responses)
      expect(meaningOf(code, partial && code === 'PD' ? ['PPD'] : [])).toMatchObject({ code, state })
    for (const { code, state, partial } of responses.filter(({ state }) => state !== null))
      expect(responseFor(state as LifecycleState, partial)).toBe(code)
    expect(targets.every((target) => responseFor(target, false) !== undefined)).toBe(true)
  })
})

describe('amounts', () => {
  const cents = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => new Decimal(value).div(100))
  test('split over VAT rates add up to the cent, and no part is a cent away from its share', () => {
    fc.assert(
      fc.property(
        cents,
        fc.array(
          fc.integer({ min: 0, max: 1_000_000 }).map((value) => new Decimal(value).div(100)),
          { minLength: 1, maxLength: 12 },
        ),
        (amount, shares) => {
          const parts = splitByShares(amount, shares)
          expect(sum(parts).eq(amount)).toBe(true)
          const whole = sum(shares)
          const away = whole.isZero()
            ? []
            : parts.filter((part, index) =>
                part
                  .minus(amount.times(shares[index] ?? 0).div(whole))
                  .abs()
                  .gte('0.01'),
              )
          expect(away).toEqual([])
        },
      ),
    )
  })
  test('collected in full are the totals of each rate', () => {
    const rates = [
      { rate: money('20'), gross: money('864.00') },
      { rate: money('10'), gross: money('484.00') },
    ]
    expect(
      collectedAmounts(money('1348.00'), rates).map(
        ({ kind, amount, percent }) => `${kind} ${amount.toFixed(2)} ${percent?.toFixed()}`,
      ),
    ).toEqual(['MEN 864.00 20', 'MEN 484.00 10'])
  })
  test('approved and refused add up to the totals, with and without VAT', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 300_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (net, vat, part) => {
          const totals = { net: new Decimal(net).div(100), gross: new Decimal(net + vat).div(100) }
          const refused = new Decimal(Math.floor((net + vat) * part)).div(100)
          const [map, mapttc, mna, mnattc] = approvedAmounts(refused, totals)
          expect(map?.amount.plus(mna?.amount ?? 0).eq(totals.net)).toBe(true)
          expect(mapttc?.amount.plus(mnattc?.amount ?? 0).eq(totals.gross)).toBe(true)
        },
      ),
    )
  })
})

describe('the current status', () => {
  const at = (second: number): Date => new Date(Date.UTC(2026, 10, 21, 10, 0, second))
  const story = [
    ['200', null],
    ['201', null],
    ['202', null],
    ['203', null],
    ['204', 'under_review'],
    ['207', 'disputed'],
    ['205', 'approved'],
    ['211', 'paid'],
    ['212', 'paid'],
  ] as const
  const given: DatedStatus[] = story.map(([frenchStatus, status], second) => ({
    frenchStatus,
    status,
    happenedAt: at(second),
  }))
  const play = (order: readonly DatedStatus[]): { state: LifecycleState; frenchStatus: string | null } => {
    let current: { state: LifecycleState; frenchStatus: string | null; at: Date | null } = {
      state: 'issued',
      frenchStatus: null,
      at: null,
    }
    for (const one of order)
      if (becomesCurrent(current, one))
        current = { state: one.status ?? current.state, frenchStatus: one.frenchStatus, at: one.happenedAt }
    return { state: current.state, frenchStatus: current.frenchStatus }
  }
  test('is the same in whatever order messages come, and however often', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(given, { minLength: 1 }), fc.shuffledSubarray(given), (some, again) => {
        const inOrder = some.toSorted((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime())
        expect(play([...some, ...again.filter((one) => some.includes(one))])).toEqual(play(inOrder))
      }),
      { numRuns: 500 },
    )
  })
  test('never leaves an end', () => {
    for (const end of ['210', '213'] as const) {
      const refused = { frenchStatus: end, status: 'rejected' as const, happenedAt: at(4) }
      expect(play([...given.slice(0, 4), refused, ...given.slice(4)])).toEqual({ state: 'rejected', frenchStatus: end })
    }
  })
  test('of a document whose way has failed can go on when it is sent again', () => {
    expect(
      play([
        ...given.slice(0, 1),
        { frenchStatus: '221', status: null, happenedAt: at(20) },
        { frenchStatus: '201', status: null, happenedAt: at(30) },
      ]),
    ).toEqual({ state: 'issued', frenchStatus: '201' })
  })
  test('has a phase that the norm gives it', () => {
    expect(Object.keys(frenchStatuses).filter((code) => phaseOf(code) === '305')).toEqual([
      '200',
      '201',
      '202',
      '203',
      '213',
      '221',
    ])
  })
})
