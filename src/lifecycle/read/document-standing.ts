/**
 * A document as the lifecycle sees it: where it stands, what the organization is in it, and who is at the other end.
 */
import type { Actor } from '../../auth/actor.ts'
import type { Db } from '../../kernel/database/open.ts'
import { visibleDocument, visibleDocuments } from '../../documents/record/document.ts'
import { type Company, type Document, Prisma } from '../../generated/prisma/client.ts'
import { isFromBuyer, isInvoiceKind } from '../../values/document-types.ts'
import { schemeOf } from '../../values/peppol-schemes.ts'
import { type Party, type DocumentStanding, otherParty, partyOf } from '../tables/states.ts'

export const withCompany = {
  include: {
    company: {
      select: {
        id: true,
        storageMegabytes: true,
        name: true,
        legalName: true,
        country: true,
        vatNumber: true,
        settings: true,
        status: true,
        bouncesWhileSuspended: true,
      },
    },
  },
} as const

/** The same in SQL, of the row of `companies`. */
export const companyAsJson = Prisma.raw(
  `json_build_object(${Object.keys(withCompany.include.company.select)
    .map((name) => `'${name}', companies."${name}"`)
    .join(', ')})`,
)

export type LifecycleDocument = Document & {
  company: Pick<Company, 'id' | 'name' | 'legalName' | 'country' | 'vatNumber' | 'settings'>
}

export const visibleWithCompany = async (db: Db, actor: Actor, ref: string): Promise<LifecycleDocument> =>
  (await visibleDocument(db, actor, ref, withCompany)) as LifecycleDocument

/** In any order, without those that the caller may not see. */
export const manyVisibleWithCompany = (db: Db, actor: Actor, ids: readonly string[]): Promise<LifecycleDocument[]> =>
  db.document.findMany({ where: { ...visibleDocuments(actor), id: { in: [...ids] } }, ...withCompany })

/** French statuses apply to the invoices of French companies; a document has one from its first day, or never. */
export const isFrench = ({ frenchStatus }: Pick<Document, 'frenchStatus'>): boolean => frenchStatus !== null

export type StandingColumn = 'lifecycleStatus' | 'frenchStatus' | 'selfBilled' | 'type'

export const standingOf = ({
  lifecycleStatus,
  frenchStatus,
  selfBilled,
  type,
}: Pick<Document, StandingColumn>): DocumentStanding => ({
  state: lifecycleStatus,
  frenchStatus,
  selfBilled,
  ordered: isFromBuyer({ type }),
  unpayable: !isInvoiceKind(type),
})

export interface TradeSide {
  peppolId: string | null
  name: string | null
  vatNumber: string | null
}

/** The two ends by what they are in the trade. */
export const sidesOf = (document: LifecycleDocument): Record<Party, TradeSide> & { own: Party; other: Party } => {
  const { company, direction } = document
  const own = partyOf(document)
  const sender = {
    peppolId: document.statusPeppolId ?? document.senderPeppolId,
    name: document.senderName,
    vatNumber: document.senderVatNumber,
  }
  const receiver = {
    peppolId: document.receiverPeppolId,
    name: document.receiverName,
    vatNumber: document.receiverVatNumber,
  }
  const [mine, theirs] = direction === 'outgoing' ? [sender, receiver] : [receiver, sender]
  const known = {
    peppolId: mine.peppolId,
    name: mine.name ?? company.legalName ?? company.name,
    vatNumber: company.vatNumber,
  }
  return {
    own,
    other: otherParty(own),
    buyer: own === 'buyer' ? known : theirs,
    supplier: own === 'supplier' ? known : theirs,
  }
}

/** Whether a party is reached in France: by its VAT number, or by the scheme of its address. */
export const isInFrance = ({ peppolId, vatNumber }: TradeSide): boolean =>
  vatNumber === null ? peppolId !== null && schemeOf(peppolId)?.country === 'FR' : vatNumber.startsWith('FR')
