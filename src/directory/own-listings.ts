/** Companies of this deployment in the directory. */
import type { Address, Company } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { receivedTypes } from '../values/document-types.ts'
import { together } from '../kernel/database/rows.ts'
import { hasFurtherAddresses } from '../values/french-address.ts'
import { linesOf, unlistLines } from './french/own-lines.ts'
import { listing } from './listings.ts'

type ListedCompany = Company & { legalAddress: Pick<Address, 'city' | 'postalCode' | 'street'> | null }

/** In one statement, after its addresses were read: who calls holds the company, so that the last to come has the newest. */
export const listCompany = async (db: Db, company: ListedCompany, now: Date): Promise<void> => {
  const {
    peppolId,
    name,
    country,
    vatNumber,
    isPublic,
    legalAddress,
    additionalIdentifiers,
    capabilities,
    registrationNumber,
  } = company
  if (!isPublic) return void (await unlistCompany(db, company))
  const addresses = hasFurtherAddresses(peppolId)
    ? await db.companyAddress.findMany({ where: { organizationId: company.organizationId, companyId: company.id } })
    : []
  const further = addresses.filter(({ publishedAt }) => publishedAt !== null)
  const others = [
    ...(additionalIdentifiers as { value: string }[]).map(({ value }) => value),
    ...further.map(({ address }) => address),
  ]
  const listed = listing(
    {
      peppolId,
      name,
      country,
      vatNumber,
      city: legalAddress?.city ?? null,
      postalCode: legalAddress?.postalCode ?? null,
      identifiers: [
        ...new Set([peppolId, vatNumber, ...(registrationNumber === null ? [] : [registrationNumber]), ...others]),
      ],
      entityKey: vatNumber,
      head: true,
      naceCodes: [],
      documentTypes: receivedTypes(capabilities).filter((type) => type !== 'event'),
      accessPoint: null,
      detail: legalAddress?.street ? { street: legalAddress.street } : {},
    },
    now,
  )
  await db.$executeRaw`WITH ${together([listed, ...linesOf(company, addresses, now)])} SELECT 1`
}

export const unlistCompany = async (db: Db, { id, peppolId }: { id: string; peppolId: string }): Promise<void> => {
  await db.directoryEntry.deleteMany({ where: { peppolId } })
  await unlistLines(db, { id })
}
