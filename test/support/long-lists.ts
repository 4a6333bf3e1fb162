import { listing } from '../../src/directory/listings.ts'
import { newId } from '../../src/values/ids.ts'
import type { Tenant, TestApp } from './app.ts'

/**
 * What nobody makes by the doors of a test: users, who ask to join companies, and as many participants of others in the
 * directory.
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
  for (const nth of companies.keys()) {
    const peppolId = `0208:09000000${String(nth).padStart(2, '0')}`
    const found = { peppolId, name: `Aadam ${nth}`, country: 'BE', vatNumber: null, city: null, postalCode: null }
    const rest = { identifiers: [peppolId], entityKey: peppolId, head: true, naceCodes: [], accessPoint: null }
    await client.$executeRaw(listing({ ...found, ...rest, documentTypes: [], detail: {} }, createdAt))
  }
}
