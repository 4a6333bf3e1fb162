/** Invoices of ten lines, as callers send them, and the organization that sends them. */
import type { SqlSession } from '../../../../src/kernel/database/session.ts'
import type { Server } from '../../../support/servers.ts'
import type { Request } from './peers.ts'
import { type Tenant, bearer, grantOwnership, seedCompanies, seedTenant } from './seed.ts'

const lines = Array.from({ length: 10 }, (_, index) => ({
  description: `Lamp of model ${index + 1}`,
  quantity: index + 1,
  unitPrice: 19.95,
  vatCategory: 'S',
  vatRate: 20,
  itemCode: `LAMP-${index + 1}`,
}))

/** An organization with companies that may send, numbered after those of others. */
export interface Senders extends Tenant {
  companies: number
  others: number
}

let numbered = 0
/** A fresh number every time, the keys and the companies in turn; `isKeyed` for those with an Idempotency-Key. */
export const sending = (path: string, { keys, companies, others }: Senders, isKeyed = false): (() => Request) => {
  let turn = 0
  return () => {
    const number = ++numbered
    const from = `0225:${String(others + (++turn % companies) + 1).padStart(9, '0')}`
    const body = {
      type: 'invoice',
      from,
      to: '0208:0417497106',
      format: 'json',
      document: {
        number: `B-${number}`,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        currency: 'EUR',
        buyerReference: 'PO-7',
        paymentTerms: 'Thirty days',
        lines,
        parties: [
          {
            role: 'buyer',
            name: 'Café du Coin SRL',
            address: { street: 'Rue Haute 1', city: 'Bruxelles', postalCode: '1000', country: 'BE' },
          },
        ],
      },
    }
    return {
      method: 'POST',
      path,
      headers: {
        ...bearer(keys[turn % keys.length] ?? ''),
        'content-type': 'application/json',
        ...(isKeyed && { 'idempotency-key': `bench-${number}` }),
      },
      body: JSON.stringify(body),
    }
  }
}

interface SeededSenders extends Omit<Senders, 'keys'> {
  keys: number
}

export const ask = async ({ url }: Server, { path, body, ...rest }: Request): Promise<void> => {
  const answer = await fetch(url + path, { ...rest, ...(body !== undefined && { body }) })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

export const seedSenders = async (
  session: SqlSession,
  { organizationId = 'org_sender', keys, companies = 200, others = 0 }: Partial<SeededSenders> = {},
): Promise<Senders> => {
  const tenant = await seedTenant(session, organizationId, keys)
  await seedCompanies(session, tenant, companies, others)
  await grantOwnership(session, tenant)
  return { ...tenant, companies, others }
}
