/** What the directory and the national registry say of a partner. */
import { malformedVat } from '../companies/identify.ts'
import { AppError } from '../errors/app-error.ts'
import { catalog } from '../errors/catalog.ts'
import { PartnerStatus } from '../generated/prisma/enums.ts'
import type { Trace } from '../requests/trace.ts'
import { newLookup } from '../upstreams/directory/lookup.ts'
import type { Told } from '../upstreams/registries/memory.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import { identityOfVat, vatNumberOf } from '../values/vat-number.ts'

export interface Identity { peppolId: string | null; vatNumber: string | null }

/** Each identity tells the other, where it can. */
export const completed = ({ peppolId, vatNumber }: Identity): Identity => {
  const known = vatNumber === null ? null : identityOfVat(vatNumber)
  if (vatNumber !== null && known === 'malformed') throw malformedVat(vatNumber)
  return {
    peppolId: peppolId ?? (known === null || typeof known === 'string' ? null : known.peppolId),
    vatNumber: vatNumber ?? (peppolId === null ? null : (vatNumberOf(peppolId) ?? null)),
  }
}

export interface Knowledge {
  peppolStatus: PartnerStatus
  name: string | null
  country: string | null
  enrichment: object
  /** Something could not be asked: it is asked again later. */
  incomplete: boolean
}

/** A partner is no less a partner while a registry is down; what the registry refuses is refused. */
const unlessDown = async <T>(question: Promise<T> | null): Promise<T | 'down' | null> => {
  try {
    return await question
  } catch (error) {
    if (error instanceof AppError && catalog[error.code].status >= 500) return 'down'
    throw error
  }
}

const enrichmentOf = ({ entity: { legalName, registrationNumber, taxNumber, address, provider }, at }: Told): object =>
  ({ legalName, registrationNumber, taxNumber, address, provider, syncedAt: at.toISOString() })

export const lookUpPartner = async ({ directory, registries }: Upstreams, trace: Trace, { peppolId, vatNumber }: Identity): Promise<Knowledge> => {
  const [record, entity] = await Promise.all([
    unlessDown(peppolId === null ? null : directory.lookUp(newLookup(trace), peppolId)),
    unlessDown(vatNumber === null ? null : registries.byVat(trace, vatNumber)),
  ])
  const [participant, company] = [record === 'down' ? null : record, entity === 'down' ? null : entity]
  const identity = vatNumber === null ? null : identityOfVat(vatNumber)
  return {
    peppolStatus: participant === null ? PartnerStatus.unknown : participant.exists ? PartnerStatus.active : PartnerStatus.not_registered,
    name: company?.entity.name ?? participant?.name ?? null,
    country: (identity !== null && typeof identity !== 'string' ? identity.country : null) ?? participant?.country ?? null,
    enrichment: company === null ? {} : enrichmentOf(company),
    incomplete: record === 'down' || entity === 'down',
  }
}
