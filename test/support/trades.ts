/** A trade in each country whose rules differ, with one document that tests move as they like. */
import type { LifecycleState, Party } from '../../src/lifecycle/tables/states.ts'
import type { Body, Tenant, TestApp } from './app.ts'
import { type Country, Trade } from './trade.ts'

export interface Trades {
  trades: Record<Country, Trade>
  /** The two copies of the document of each trade. */
  documents: Record<Country, { sent: string; received: string; number: string }>
  sideOf(country: Country, party: Party): { who: Tenant; id: string }
  /** A document in any state, as if it had come there. */
  putInto(id: string, lifecycleStatus: LifecycleState, frenchStatus: string | null): Promise<void>
  standing(id: string): Promise<Body>
  /** What this side has done to its document; work of earlier updates goes on beside it. */
  footprint(documentId: string): Promise<Body>
}

const COPIES = { buyer: 'received', supplier: 'sent' } as const

export const startTrades = async (app: TestApp): Promise<Trades> => {
  const trades = {} as Record<Country, Trade>
  const documents = {} as Trades['documents']
  for (const country of ['FR', 'BE', 'IT'] as const) {
    trades[country] = await Trade.between(app, country)
    documents[country] = await trades[country].exchange()
  }
  const { client } = app.platform.db
  return {
    trades,
    documents,
    sideOf: (country, party) => ({ who: trades[country][party], id: documents[country][COPIES[party]] }),
    async putInto(id, lifecycleStatus, frenchStatus) {
      await client.document.updateMany({ where: { id }, data: { lifecycleStatus, frenchStatus } })
    },
    standing: (id) =>
      client.document.findFirst({
        where: { id },
        select: { lifecycleStatus: true, frenchStatus: true, lifecycleVersion: true },
      }),
    footprint: async (documentId) => ({
      entries: await client.lifecycleEntry.count({ where: { documentId, source: 'api' } }),
      messages: await client.lifecycleMessage.count({
        where: { documentId, direction: 'outgoing', entryId: { not: null } },
      }),
      reports: await client.complianceReport.count({ where: { documentId } }),
    }),
  }
}
