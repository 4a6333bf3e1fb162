import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DatedStatus,
  type LifecycleState,
  type Party,
  allowedTargets,
  becomesCurrent,
  lifecycleStates,
  partyOf,
  paymentMoves,
  targets,
  terminalStatuses,
  transitions,
} from '../../src/lifecycle/tables/states.ts'
import { decided, everyState, everyTarget } from './decided.ts'

describe('the transitions', () => {
  test('the states and the targets of an update are those of the specification', () => {
    expect(lifecycleStates).toEqual(everyState)
    expect(Object.keys(targets)).toEqual(everyTarget)
    expect(terminalStatuses).toEqual(['210', '212', '213'])
  })
  test.each(everyState)('the transitions from %s are those that were decided, for either party', (state) => {
    for (const party of ['buyer', 'supplier'] as const) {
      expect(transitions[state][party].join(' ')).toBe(decided[state][party])
      expect(allowedTargets({ state, frenchStatus: null, selfBilled: false }, party).join(' ')).toBe(
        decided[state][party],
      )
    }
  })
  test('self-billing swaps the parties, and what they may do where the document begins', () => {
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
  test('an order is decided by its supplier, who received it, and paid by its buyer, who sent it', () => {
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
  test('a recorded payment moves what is approved, partly paid, disputed, or issued by a supplier', () => {
    const moved = (party: Party): string[] =>
      everyState.filter((state) => paymentMoves({ state, frenchStatus: null, selfBilled: false }, party))
    expect(moved('buyer')).toEqual(['approved', 'disputed', 'partially_paid'])
    expect(moved('supplier')).toEqual(['issued', 'approved', 'disputed', 'partially_paid'])
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
  test('the current status is the same in whatever order messages come, and however often', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(given, { minLength: 1 }), fc.shuffledSubarray(given), (some, again) => {
        const inOrder = some.toSorted((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime())
        expect(play([...some, ...again.filter((one) => some.includes(one))])).toEqual(play(inOrder))
      }),
      { numRuns: 500 },
    )
  })
  test('the current status never leaves an end', () => {
    for (const end of ['210', '213'] as const) {
      const refused = { frenchStatus: end, status: 'rejected' as const, happenedAt: at(4) }
      expect(play([...given.slice(0, 4), refused, ...given.slice(4)])).toEqual({ state: 'rejected', frenchStatus: end })
    }
  })
  test('the status of a document whose way has failed can go on when it is sent again', () => {
    expect(
      play([
        ...given.slice(0, 1),
        { frenchStatus: '221', status: null, happenedAt: at(20) },
        { frenchStatus: '201', status: null, happenedAt: at(30) },
      ]),
    ).toEqual({ state: 'issued', frenchStatus: '201' })
  })
})
