/** A company on a network of our own on loopback, and how a look-up of it ends. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { type LookupReason, lookupReasons } from '../../src/upstreams/directory/lookup.ts'
import { packet } from '../../src/upstreams/directory/loopback/name-server.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from './app.ts'
import { type Network, startNetwork } from './network.ts'
import { expectRefusal } from './refusals.ts'

export interface Lookups {
  network: Network
  app: TestApp
  tenant: Tenant
  /** The company that is looked up unless another is named. */
  peppolId: string
  verify(documentType?: string, peppolId?: string): Promise<Answer>
  /** The SMP answers so to what ends so, and as usual to everything else. */
  smpSays(path: 'group' | 'service', say: (response: ServerResponse, request: IncomingMessage) => void): void
  /** The record of the company in the SML. */
  naptr(record: Parameters<Network['naptr']>[1]): void
  /** Changes the metadata before it is signed. */
  metadata(change: (xml: string) => string): void
  /** Puts an element into the metadata, before the certificate. */
  within(element: string): void
  /** All is well again, and whatever was looked up is forgotten. */
  heal(): void
  close(): Promise<void>
}

export const startLookups = async (): Promise<Lookups> => {
  const network = await startNetwork()
  const app = await startApp(network.settings)
  const tenant = await app.tenant('white_label')
  const company = { vatNumber: 'BE0417497106', capabilities: { receive: ['invoice'] } }
  const { peppolId } = (await tenant.post('/v1/companies', company)).body
  await app.platform.runner?.settle()
  const metadata = (change: (xml: string) => string): void => void (network.rewrite = change)
  return {
    network,
    app,
    tenant,
    peppolId,
    verify: (documentType = 'INVOICE', who = peppolId) =>
      tenant.post('/v1/directory/verify?trace=true', { peppolId: who, documentType }),
    smpSays(path, say) {
      network.answer = (request, response, usual) =>
        /\/services\//.test(request.url ?? '') === (path === 'service') ? say(response, request) : usual()
    },
    naptr(record) {
      network.respond = (query) => [packet(query, { answers: [network.naptr(peppolId, record)] })]
    },
    metadata,
    within: (element) => metadata((xml) => xml.replace('<Certificate>', `${element}<Certificate>`)),
    heal() {
      network.heal()
      // No record here is kept for longer.
      app.clock.advance(61_000)
    },
    async close() {
      await app.close()
      await network.close()
    },
  }
}

export const steps = ['sml', 'service-group', 'service-metadata', 'signature', 'endpoint']

export const traceIn = ({ body }: Answer): Body[] => body.trace ?? body.error.details[0].trace

/** The steps that were taken, and how each ended. */
export const stepsTaken = (answer: Answer): string[] => traceIn(answer).map(({ step, outcome }) => `${step} ${outcome}`)

/** It ended at that step for that reason, all before went well, and the caller is told so by the catalog's code. */
export const expectEnd = (answer: Answer, step: string, reason: LookupReason): void => {
  const before = steps.slice(0, steps.indexOf(step)).map((one) => `${one} OK`)
  expect(stepsTaken(answer)).toEqual([...before, `${step} ${reason}`])
  const { code } = lookupReasons[reason]
  if (catalog[code].status < 500)
    expect(answer).toMatchObject({
      status: 200,
      body: { exists: code !== 'RECIPIENT_NOT_FOUND', canReceive: false, reason, accessPoint: null },
    })
  else {
    expectRefusal(answer, code)
    expect(answer.body.error.details).toMatchObject([{ field: 'peppolId', rule: code, reason }])
  }
}
