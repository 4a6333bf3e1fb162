import type { Work } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { MADE_HERE, holdCompany, searchTextOf } from './company.ts'

/** Work: asks the registry again what it knows of a company. Safe to run twice: it writes what the registry says. */
export const refreshCompany = async (platform: Platform, work: Work): Promise<void | 'over'> => {
  const { organizationId, subjectId: id } = work
  const { client } = platform.db
  const company = await client.company.findUnique({ where: { organizationId_id: { organizationId, id } } })
  if (!company || company.status === 'inactive') return 'over'
  const now = platform.clock.now()
  const { entity, at } = await platform.upstreams.registries.byVat(newTrace(now, organizationId), company.vatNumber)
  const { legalName, registrationNumber, taxNumber, provider } = entity
  await platform.db.transaction(async (db) => {
    // Read again now that it is held: it may have been renamed while the registry was asked.
    await holdCompany(db, organizationId, id)
    const held = await db.company.findUnique({ where: { organizationId_id: { organizationId, id } } })
    if (!held) return
    await db.company.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        legalName,
        registrationNumber,
        taxNumber,
        dataProviderType: held.dataProviderType === MADE_HERE ? MADE_HERE : provider,
        dataProviderSyncDate: at,
        searchText: searchTextOf({ ...held, legalName }),
      },
    })
  })
}
