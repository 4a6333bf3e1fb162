import { expect, test } from 'vitest'
import { systemClock } from '../../../src/kernel/clock.ts'
import type { Portal, PortalAnswer, PortalFlow } from '../../../src/upstreams/ppf/port.ts'
import { sandboxPortal } from '../../../src/upstreams/ppf/sandbox.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'
import { type PortalReply, startFakePortal } from '../../support/fake-portal.ts'

interface Opened {
  portal: Portal
  /** The portal refuses the flow with that code, is down or keeps silent, by the number of the invoice or as told. */
  meeting(what: '00025' | '00058' | '00503' | '00504'): PortalFlow
  /** How many flows have come in; not known of a simulator. */
  told(): number | undefined
  close(): Promise<void>
}

let last = 0
const flowOf = (invoiceNumber = 'F-1'): PortalFlow => ({
  id: `rep_${++last}`,
  invoiceNumber,
  files: [
    { kind: 'CDV', syntax: 'CDAR', name: 'CDV.xml', content: Buffer.from('<cdar/>') },
    { kind: 'F1', syntax: 'UBL', name: 'F1.xml', content: Buffer.from('<Invoice/>') },
  ],
})

const referenceIn = (answer: PortalAnswer): string => (answer.outcome === 'accepted' ? answer.reference : '')

const simulator = async (): Promise<Opened> => ({
  portal: sandboxPortal(),
  meeting: (what) => flowOf(`F-${what}`),
  told: () => undefined,
  close: () => Promise.resolve(),
})

const http = async (): Promise<Opened> => {
  const fake = await startFakePortal()
  const portal = fake.driver(systemClock)
  const refusal = (codeRetour: string): PortalReply => ({
    status: 400,
    body: JSON.stringify({ codeRetour, libelle: 'Le flux est rejeté.' }),
  })
  const replies = {
    '00025': refusal('00025'),
    '00058': refusal('00058'),
    '00503': { status: 503, body: '{}' },
    '00504': { status: 200, body: '', keepOpen: true },
  }
  return {
    portal,
    meeting(what) {
      fake.next = [replies[what]]
      return flowOf()
    },
    told: () => fake.flows.length,
    async close() {
      await portal.close?.()
      await fake.close()
    },
  }
}

forEachImplementation('the French portal', { simulator, http }, (opened) => {
  test('a report of e-reporting is a flow like others, and the same again keeps its reference', async () => {
    const { portal } = opened()
    const report: PortalFlow = {
      id: `erp_${++last}`,
      invoiceNumber: '',
      files: [{ kind: 'F10', syntax: 'FRR', name: 'F10.xml', content: Buffer.from('<Report/>') }],
    }
    const [first, again] = [await portal.submit(report, patient), await portal.submit(report, patient)]
    expect(first).toMatchObject({ outcome: 'accepted', reference: expect.stringMatching(/./) })
    expect(referenceIn(again)).toBe(referenceIn(first))
  })

  test('a flow that the portal accepts has a reference, and what the portal answered', async () => {
    const answer = await opened().portal.submit(flowOf(), patient)
    expect(answer).toEqual({ outcome: 'accepted', reference: expect.any(String), response: expect.any(Object) })
    expect(answer).toMatchObject({ response: { numeroFlux: referenceIn(answer) } })
  })

  test('a flow that comes again is the same: it has the reference that it had, and another has another', async () => {
    const { portal } = opened()
    const flow = flowOf()
    const first = await portal.submit(flow, patient)
    expect(await portal.submit(flow, patient)).toEqual(first)
    expect(referenceIn(await portal.submit(flowOf(), patient))).not.toBe(referenceIn(first))
  })

  test.each(['00025', '00058'] as const)(
    'a flow that the portal refuses with %s is answered with the code and with words, each time',
    async (code) => {
      for (const _ of [1, 2]) {
        const answer = await opened().portal.submit(opened().meeting(code), patient)
        expect(answer).toEqual({
          outcome: 'refused',
          code,
          message: expect.stringMatching(/^\w.{9,}/),
          response: { codeRetour: code, libelle: (answer as { message: string }).message },
        })
      }
    },
  )

  test('a portal that is down is a failure of the upstream, and nothing is sent a second time by itself', async () => {
    const { portal, meeting, told } = opened()
    const flow = meeting('00503')
    const before = told()
    expect(await rejectionOf(behindCircuit((signal) => portal.submit(flow, signal)))).toMatchObject({
      code: expect.stringMatching(/^UPSTREAM_(?:ERROR|UNAVAILABLE)$/),
    })
    expect(told()).toBe(before === undefined ? undefined : before + 1)
  })

  test('a portal that keeps silent is told as too slow, and is given up when the time is over', async () => {
    const { portal, meeting } = opened()
    expect(await rejectionOf(behindCircuit((signal) => portal.submit(meeting('00504'), signal), 100))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    })
    await rejectionOf(portal.submit(meeting('00504'), soon()))
  })

  test('nothing is sent when the time is over before', async () => {
    const { portal, told } = opened()
    const before = told()
    await rejectionOf(portal.submit(flowOf(), tooLate))
    expect(told()).toBe(before)
  })
})

test('a portal that cannot be reached is an upstream that is not available', async () => {
  const fake = await startFakePortal()
  const portal = fake.driver(systemClock)
  await fake.close()
  expect(await rejectionOf(behindCircuit((signal) => portal.submit(flowOf(), signal)))).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
  await portal.close?.()
})
