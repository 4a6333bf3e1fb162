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

export interface PartnerIdentity {
  peppolId: string | null
  vatNumber: string | null
}

/** Refuses a number that has not the form of its country: nobody can have it. */
export const refuseMalformed = (vatNumber: string | null | undefined): void => {
  if (vatNumber && identityOfVat(vatNumber) === 'malformed') throw malformedVat(vatNumber)
}

/** Derives the participant id from the VAT number, or the other way, where that is possible. */
export const completed = ({ peppolId, vatNumber }: PartnerIdentity): PartnerIdentity => {
  refuseMalformed(vatNumber)
  const known = vatNumber === null ? null : identityOfVat(vatNumber)
  return {
    peppolId: peppolId ?? (known === null || typeof known === 'string' ? null : known.peppolId),
    vatNumber: vatNumber ?? (peppolId === null ? null : (vatNumberOf(peppolId) ?? null)),
  }
}

/** What directory and registry know of a partner. */
export interface PartnerFacts {
  /** `unknown` where nobody was asked, or the directory did not answer. */
  peppolStatus: PartnerStatus
  name: string | null
  country: string | null
  enrichment: object
  /** Whether directory or registry did not answer: both are asked again soon. */
  incomplete: boolean
  /** The refusal of the registry, such as of a number that it does not know. */
  refusal: AppError | null
}

const isDown = ({ code }: AppError): boolean => catalog[code].status >= 500

const enrichmentOf = ({
  entity: { legalName, registrationNumber, taxNumber, address, provider },
  at,
}: DatedEntity): object => ({ legalName, registrationNumber, taxNumber, address, provider, syncedAt: at.toISOString() })

/**
 * Asks directory and registry at the same time. When one of them fails or refuses, the answer of the other still
 * counts.
 */
export const lookUpPartner = async (
  { directory, registries }: Upstreams,
  trace: Trace,
  { peppolId, vatNumber }: PartnerIdentity,
): Promise<PartnerFacts> => {
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

/**
 * For making or changing a partner: a refusal of the registry is thrown, while a registry that is down does not matter.
 */
export const acceptedPartner = async (
  upstreams: Upstreams,
  trace: Trace,
  identity: PartnerIdentity,
): Promise<PartnerFacts> => {
  const known = await lookUpPartner(upstreams, trace, identity)
  if (known.refusal) throw known.refusal
  return known
}
