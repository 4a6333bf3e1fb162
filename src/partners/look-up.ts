/** What the directory and the national registry say of a partner. */
import { settle } from '../operation/batch.ts'
import { malformedVat } from '../companies/identify.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { PartnerStatus } from '../generated/prisma/enums.ts'
import type { Trace } from '../kernel/trace.ts'
import { newLookup } from '../upstreams/directory/lookup.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import { identityOfVat, vatNumberOf } from '../values/vat-number.ts'

export interface Identity {
  peppolId: string | null
  vatNumber: string | null
}

/** A number that no country writes so is nobody's. */
export const refuseMalformed = (vatNumber: string | null | undefined): void => {
  if (vatNumber && identityOfVat(vatNumber) === 'malformed') throw malformedVat(vatNumber)
}

/** Each identity tells the other, where it can. */
export const completed = ({ peppolId, vatNumber }: Identity): Identity => {
  refuseMalformed(vatNumber)
  const known = vatNumber === null ? null : identityOfVat(vatNumber)
  return {
    peppolId: peppolId ?? (known === null || typeof known === 'string' ? null : known.peppolId),
    vatNumber: vatNumber ?? (peppolId === null ? null : (vatNumberOf(peppolId) ?? null)),
  }
}

export interface Knowledge {
  /** `unknown` also where the directory could not be asked. */
  peppolStatus: PartnerStatus
  name: string | null
  country: string | null
  enrichment: object
  /** Something could not be asked: it is asked again later. */
  incomplete: boolean
  /** What the registry refuses, such as a number that it does not know. */
  refusal: AppError | null
}

const isDown = ({ code }: AppError): boolean => catalog[code].status >= 500

const enrichmentOf = ({
  entity: { legalName, registrationNumber, taxNumber, address, provider },
  at,
}: DatedEntity): object => ({ legalName, registrationNumber, taxNumber, address, provider, syncedAt: at.toISOString() })

/** Directory and registry are asked beside each other: what one of them cannot tell, or refuses, does not hide what the other tells. */
export const lookUpPartner = async (
  { directory, registries }: Upstreams,
  trace: Trace,
  { peppolId, vatNumber }: Identity,
): Promise<Knowledge> => {
  const answers = await Promise.all([
    peppolId === null ? null : settle(() => directory.lookUp(newLookup(trace), peppolId)),
    vatNumber === null ? null : settle(() => registries.byVat(trace, vatNumber)),
  ])
  const [participant, company] = [
    answers[0] instanceof AppError ? null : answers[0],
    answers[1] instanceof AppError ? null : answers[1],
  ]
  const errors = answers.filter((answer) => answer instanceof AppError)
  const identity = vatNumber === null ? null : identityOfVat(vatNumber)
  return {
    peppolStatus:
      participant === null
        ? PartnerStatus.unknown
        : participant.exists
          ? PartnerStatus.active
          : PartnerStatus.not_registered,
    name: company?.entity.name ?? participant?.name ?? null,
    country:
      (identity !== null && typeof identity !== 'string' ? identity.country : null) ?? participant?.country ?? null,
    enrichment: company === null ? {} : enrichmentOf(company),
    incomplete: errors.some(isDown),
    refusal: errors.find((error) => !isDown(error)) ?? null,
  }
}

/** The same for who makes or changes a partner: it is no less a partner while a registry is down, and what the registry refuses is refused. */
export const acceptedPartner = async (upstreams: Upstreams, trace: Trace, identity: Identity): Promise<Knowledge> => {
  const known = await lookUpPartner(upstreams, trace, identity)
  if (known.refusal) throw known.refusal
  return known
}
