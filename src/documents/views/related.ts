/** Documents of one trade: they name each other by their numbers, between the same two parties. */
import { Prisma } from '../../generated/prisma/client.ts'
import type { DocumentRow } from '../record/document.ts'

const otherParty = ({ direction, senderPeppolId, receiverPeppolId }: DocumentRow): string | null =>
  direction === 'outgoing' ? receiverPeppolId : senderPeppolId

/**
 * Numbers are unique for their issuer only: two documents belong together where the same company deals with the same
 * partner.
 */
export const sameParties = (document: DocumentRow): Prisma.Sql => {
  const other = otherParty(document)
  return Prisma.sql`(
    d."companyId" = ${document.companyId} AND (d."senderPeppolId" = ${other} OR d."receiverPeppolId" = ${other}))`
}

/** How another document stands to this one. The first that holds is told. */
const relations = {
  order: ({ orderReference }, other) => orderReference !== null && other.number === orderReference,
  'cites-it-as-order': ({ number }, other) => other.orderReference === number,
  corrects: ({ billingReference }, other) => billingReference !== null && other.number === billingReference,
  'corrected-by': ({ number }, other) => other.billingReference === number,
  'same-order': ({ orderReference }, other) => orderReference !== null && other.orderReference === orderReference,
} as const satisfies Record<string, (document: DocumentRow, other: DocumentRow) => boolean>

type Relation = keyof typeof relations
export const relationNames = Object.keys(relations) as Relation[]

/** Everything that may be related; which way, `relationOf` tells. */
export const relatedSql = (document: DocumentRow): Prisma.Sql => {
  const { id, number, orderReference, billingReference } = document
  const cited = [orderReference, billingReference].filter((one) => one !== null)
  const parts = [
    Prisma.sql`d."orderReference" = ${number}`,
    Prisma.sql`d."billingReference" = ${number}`,
    ...cited.map((one) => Prisma.sql`d.number = ${one}`),
    ...(orderReference === null ? [] : [Prisma.sql`d."orderReference" = ${orderReference}`]),
  ]
  return Prisma.sql`(d.id <> ${id} AND ${sameParties(document)} AND (${Prisma.join(parts, ' OR ')}))`
}

export const relationOf = (document: DocumentRow, other: DocumentRow): Relation =>
  relationNames.find((name) => relations[name](document, other)) ?? 'same-order'
