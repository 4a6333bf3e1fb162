/** Invoices of ten lines, as callers send them, and the organization that sends them. */
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import type { Server } from '../../support/servers.ts'
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

let numbered = 0
/** A fresh number every time, the keys and the companies in turn. */
export const sending =
  (path: string, { keys }: Tenant) =>
  (): Request => {
    const number = ++numbered
    const from = `0225:${String((number % 200) + 1).padStart(9, '0')}`
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
      headers: { ...bearer(keys[number % keys.length] ?? ''), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
  }

export const ask = async ({ url }: Server, { path, body, ...rest }: Request): Promise<void> => {
  const answer = await fetch(url + path, { ...rest, ...(body !== undefined && { body }) })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

export const seedSenders = async (session: SqlSession): Promise<Tenant> => {
  const tenant = await seedTenant(session, 'org_sender')
  await seedCompanies(session, tenant, 200)
  await grantOwnership(session, tenant)
  return tenant
}
