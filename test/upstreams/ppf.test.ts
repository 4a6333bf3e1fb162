import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Portal, PortalFlow } from '../../src/upstreams/ppf/port.ts'
import { newTrace } from '../../src/kernel/trace.ts'
import { type Circuit, newCircuit } from '../../src/upstreams/circuit.ts'
import { TestClock } from '../support/app.ts'
import { type FakePortal, type PortalReply, startFakePortal } from '../support/fake-portal.ts'

let fake: FakePortal
let portal: Portal
let clock: TestClock
beforeEach(async () => {
  fake = await startFakePortal()
  clock = new TestClock()
  portal = fake.driver(clock)
})
afterEach(async () => {
  await portal.close?.()
  await fake.close()
})

const flow: PortalFlow = {
  id: 'rep_1',
  invoiceNumber: 'F-1',
  files: [
    { kind: 'CDV', syntax: 'CDAR', name: 'rep_1_CDV.xml', content: Buffer.from('<cdar/>') },
    { kind: 'F1', syntax: 'UBL', name: 'F1.xml', content: Buffer.from('<Invoice/>') },
  ],
}
const submit = () => portal.submit(flow, AbortSignal.timeout(5_000))

describe('the French portal over HTTP', () => {
  test('the French portal gets status and invoice data with a token, which serves until it ends', async () => {
    expect(await submit()).toEqual({
      outcome: 'accepted',
      reference: 'F-1',
      response: { codeRetour: 0, numeroFlux: 'F-1' },
    })
    expect(await submit()).toMatchObject({ outcome: 'accepted', reference: 'F-1' })
    expect(fake.tokens).toBe(1)
    expect(fake.flows[0]?.body).toEqual({
      flux: [
        {
          type: 'CDV',
          syntaxe: 'CDAR',
          nomFichier: 'rep_1_CDV.xml',
          contenu: Buffer.from('<cdar/>').toString('base64'),
        },
        { type: 'F1', syntaxe: 'UBL', nomFichier: 'F1.xml', contenu: Buffer.from('<Invoice/>').toString('base64') },
      ],
    })
    expect(fake.flows[0]?.headers['idempotency-key']).toBe('rep_1')
    clock.advance(3_600_000)
    await submit()
    expect(fake.tokens).toBe(2)
  })
  test('a portal that no longer knows the token is asked with a new one, once', async () => {
    fake.next = [{ status: 401, body: '{}' }]
    expect(await submit()).toMatchObject({ outcome: 'accepted' })
    expect(fake.tokens).toBe(2)
    fake.next = [
      { status: 401, body: '{}' },
      { status: 401, body: '{}' },
    ]
    await expect(submit()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' })
  })
  test.each([
    ['a failure of its own', { status: 500, body: '{"codeRetour":"00025"}' }],
    ['something that is not JSON', { status: 200, body: '<html>' }],
    ['an acceptance without a number', { status: 200, body: '{"codeRetour":0}' }],
    ['a refusal without a code', { status: 422, body: '{}' }],
    ['a redirect', { status: 302, body: '{}' }],
  ])('a portal that answers %s is to be tried again', async (_name, told) => {
    fake.next = [told]
    await expect(submit()).rejects.toThrow(/.+/)
  })
  test('a portal that does not know us gives no token, and nothing is sent', async () => {
    const stranger = fake.driver(clock, 'wrong')
    await expect(stranger.submit(flow, AbortSignal.timeout(5_000))).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' })
    await stranger.close?.()
    expect(fake.flows).toEqual([])
  })
})

describe('the circuit of the portal', () => {
  /** So many calls, one after the other, and what the portal was asked. */
  const through = async (circuit: Circuit, told: PortalReply, times: number): Promise<void> => {
    for (let nth = 0; nth < times; nth++) {
      fake.next = [told, told]
      await circuit
        .call(newTrace(clock.now(), null), 'submit', 200, (signal) => portal.submit(flow, signal))
        .catch(() => undefined)
    }
    fake.next = []
  }
  const circuitOf = (): Circuit => newCircuit('ppf', () => clock.now())
  const another = (circuit: Circuit) =>
    circuit.call(newTrace(clock.now(), null), 'submit', 5_000, (signal) =>
      portal.submit({ ...flow, id: 'rep_of_another' }, signal),
    )

  test.each([
    ['does not let in', { status: 401, body: '{}' }],
    ['may not send', { status: 403, body: '<html>Forbidden</html>' }],
    ['is refused without a code', { status: 422, body: '{}' }],
    ['is refused with a code', { status: 400, body: '{"codeRetour":"00025"}' }],
  ])('the circuit of the portal stays closed for others while one %s', async (_name, told) => {
    const circuit = circuitOf()
    await through(circuit, told, 8)
    expect(circuit.view()).toMatchObject({ state: 'closed', failures: 0 })
    await expect(another(circuit)).resolves.toMatchObject({ outcome: 'accepted' })
  })
  test.each([
    ['fails', { status: 503, body: '{}' }],
    ['does not answer in time', { status: 200, body: '', keepOpen: true }],
    ['asks for fewer flows', { status: 429, body: '{}' }],
    ['speaks nonsense', { status: 200, body: '<html>' }],
  ])('the circuit of the portal opens when the portal %s', async (_name, told) => {
    const circuit = circuitOf()
    await through(circuit, told, 5)
    expect(circuit.view()).toMatchObject({ state: 'open' })
    const before = fake.flows.length
    await expect(another(circuit)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(fake.flows).toHaveLength(before)
  })
  test('the circuit of the portal opens when the deployment itself is not known to it', async () => {
    const circuit = circuitOf()
    const stranger = fake.driver(clock, 'wrong')
    for (let nth = 0; nth < 5; nth++)
      await expect(
        circuit.call(newTrace(clock.now(), null), 'submit', 5_000, (signal) => stranger.submit(flow, signal)),
      ).rejects.toMatchObject({ code: 'UPSTREAM_ERROR', message: expect.stringContaining('401') })
    await stranger.close?.()
    expect(circuit.view()).toMatchObject({ state: 'open' })
  })
})
