import { listing } from '../../src/directory/listings.ts'
import { newId } from '../../src/values/ids.ts'
import type { Tenant, TestApp } from './app.ts'

/**
 * Rows that no request of a test makes, or only dearly: users, who ask to join companies, the last use of each key, a
 * document of each company, and as many participants of others in the directory.
 */
export const fillByRows = async (app: TestApp, { organizationId }: Tenant, companies: string[]): Promise<void> => {
  const { client } = app.platform.db
  const createdAt = app.clock.now()
  await client.joinRequest.createMany({
    data: companies.map((companyId, nth) => ({
      organizationId,
      id: newId('joinRequest'),
      companyId,
      userId: `user-${nth}`,
      createdAt,
    })),
  })
  await client.member.createMany({
    data: companies.map((_company, nth) => ({
      organizationId,
      userId: `user-${nth}`,
      roles: ['viewer'],
      scopes: [],
      saidAt: createdAt,
      firstSeenAt: createdAt,
      lastSeenAt: createdAt,
    })),
  })
  const keys = await client.apiKey.findMany({ where: { organizationId }, select: { id: true } })
  await client.apiKeyUse.createMany({
    data: keys.map(({ id }) => ({ organizationId, id, at: createdAt, address: '192.0.2.1' })),
    skipDuplicates: true,
  })
  await client.document.createMany({
    data: companies.map((companyId, nth) => ({
      organizationId,
      id: newId('document'),
      companyId,
      type: 'invoice',
      direction: 'outgoing',
      number: `ROW-${nth}`,
      currency: 'EUR',
      status: 'delivered',
      lifecycleStatus: 'issued',
      format: 'network',
      searchText: '',
      createdAt,
      updatedAt: createdAt,
    })),
  })
  for (const nth of companies.keys()) {
    const peppolId = `0208:09000000${String(nth).padStart(2, '0')}`
    const found = { peppolId, name: `Aadam ${nth}`, country: 'BE', vatNumber: null, city: null, postalCode: null }
    const rest = { identifiers: [peppolId], entityKey: peppolId, head: true, naceCodes: [], accessPoint: null }
    await client.$executeRaw(listing({ ...found, ...rest, documentTypes: [], detail: {} }, createdAt))
  }
}
