/** Records of the French directory as rows of its copy. */
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import type {
  AnnuaireAddress,
  AnnuaireFacility,
  AnnuaireLine,
  AnnuairePortion,
  AnnuaireRoutingCode,
} from '../../upstreams/annuaire/records.ts'

const addressText = ({ addressLine1, addressLine2, addressLine3 }: AnnuaireAddress): string =>
  [addressLine1, addressLine2, addressLine3].filter((line) => line !== undefined).join(' ')

const facilityRow = (one: AnnuaireFacility): Prisma.FrenchFacilityCreateManyInput => ({
  ...one,
  siren: one.siret.slice(0, 9),
  addressText: addressText(one),
})

const codeRow = (one: AnnuaireRoutingCode): Prisma.FrenchRoutingCodeCreateManyInput => ({
  ...one,
  addressText: addressText(one),
})

/** `SIREN`, `SIREN_SIRET`, `SIREN_SIRET_CODE` or `SIREN_SUFFIX`. */
const identifierOf = ({ siren, siret, routingIdentifier, addressingSuffix }: Omit<AnnuaireLine, 'startsOn'>): string =>
  [siren, siret, routingIdentifier, addressingSuffix].filter((part) => part !== undefined).join('_')

const dayOf = (text: string): Date => new Date(`${text}T00:00:00Z`)

const lineRow = (one: AnnuaireLine): Prisma.FrenchLineCreateManyInput => ({
  ...one,
  addressingIdentifier: identifierOf(one),
  startsOn: dayOf(one.startsOn),
  endsOn: one.endsOn === undefined ? null : dayOf(one.endsOn),
})

/** What the companies of this deployment have said of themselves stays. */
export const storePortion = async (
  db: Db,
  { units, facilities, routingCodes, lines }: AnnuairePortion,
): Promise<void> => {
  await db.frenchUnit.createMany({ data: [...units], skipDuplicates: true })
  await db.frenchFacility.createMany({ data: facilities.map(facilityRow), skipDuplicates: true })
  await db.frenchRoutingCode.createMany({ data: routingCodes.map(codeRow), skipDuplicates: true })
  await db.frenchLine.createMany({ data: lines.map(lineRow), skipDuplicates: true })
}
