/**
 * Whether a status reaches the other side of a document: the address that it goes to, whether the network says that it
 * takes such messages, and where it does not, which other address of the same company does.
 */
import { lineStatusOf } from '../directory/french/view.ts'
import type { LineStatus } from '../directory/french/words.ts'
import type { Client } from '../kernel/database/open.ts'
import { mapLimited } from '../kernel/concurrency.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Trace } from '../kernel/trace.ts'
import { settle } from '../operation/batch.ts'
import type { Platform } from '../operation/platform.ts'
import { LookupFailure, type LookupReason, newLookup } from '../upstreams/directory/lookup.ts'
import { companyBehind, frenchAddressOf } from '../values/french-address.ts'
import { dayIn } from '../values/period.ts'
import { type LifecycleDocument, isInvoiceKind, sidesOf } from './document-standing.ts'
import { type MessageSyntax, networkTypes, syntaxTowards } from './messages/channel.ts'

type Outside = Pick<Platform, 'upstreams' | 'clock'> & { db: { client: Client } }

export interface StatusAddress {
  address: string
  /** Null where the network could not be asked. */
  takes: boolean | null
  reason: LookupReason | null
  /** What the French directory says of it; null where it has no such line. */
  lineStatus: LineStatus | null
}

export interface StatusRecipient extends StatusAddress {
  syntax: MessageSyntax
  /** Other addresses of the same company, those that take it first; none are asked for where the first one does. */
  others: StatusAddress[]
}

const MOST_OTHERS = 10
const AT_ONCE = 5

/** Lines by which the directory knows a company, those for statuses first. */
const linesOf = async ({ db, clock }: Outside, address: string): Promise<Map<string, LineStatus>> => {
  const siren = frenchAddressOf(address)?.siren
  if (siren === undefined) return new Map()
  const today = dayIn(clock.now())
  const rows = await db.client.frenchLine.findMany({
    where: { siren },
    orderBy: { addressingIdentifier: 'asc' },
    take: 500,
  })
  const forStatuses = rows.filter(({ addressingSuffix }) => addressingSuffix?.toUpperCase() === 'STATUTS')
  return new Map(
    [...forStatuses, ...rows].map((row) => [`0225:${row.addressingIdentifier}`, lineStatusOf({ ...row, today })]),
  )
}

const ask = async (
  { upstreams: { directory } }: Outside,
  trace: Trace,
  address: string,
  syntax: MessageSyntax,
): Promise<Pick<StatusAddress, 'takes' | 'reason'>> => {
  const type = networkTypes[syntax]
  if (!type) return { takes: null, reason: null }
  const answer = await settle(async () => {
    const lookup = newLookup(trace, 'address')
    const record = await directory.lookUp(lookup, address)
    if (record.reason !== null) return record.reason
    return (await directory.receptionOf(lookup, record, type.documentTypeId, type.processIds[0])).reason
  })
  if (answer instanceof AppError) return { takes: null, reason: answer instanceof LookupFailure ? answer.reason : null }
  return { takes: answer === null, reason: answer }
}

const rank = ({ takes }: StatusAddress): number => (takes === true ? 0 : takes === null ? 1 : 2)

/** Null where nobody is told: what did not go over the network, or what its other side is not told of. */
export const statusRecipientOf = async (
  outside: Outside,
  trace: Trace,
  document: LifecycleDocument,
): Promise<StatusRecipient | null> => {
  const sides = sidesOf(document)
  const { peppolId: address } = sides[sides.other]
  const syntax = isInvoiceKind(document) && document.instanceId !== null ? syntaxTowards(document) : null
  if (address === null || syntax === null) return null
  const lines = await linesOf(outside, address)
  const examine = async (one: string): Promise<StatusAddress> => ({
    address: one,
    ...(await ask(outside, trace, one, syntax)),
    lineStatus: lines.get(one) ?? null,
  })
  const first = await examine(address)
  if (first.takes !== false) return { ...first, syntax, others: [] }
  const enabled = [...lines].filter(([, status]) => status === 'Enabled').map(([line]) => line)
  const others = [...new Set([...enabled, companyBehind(address), document.senderPeppolId ?? address])]
    .filter((one) => one !== address && companyBehind(one) === companyBehind(address))
    .slice(0, MOST_OTHERS)
  const examined = await mapLimited(others, AT_ONCE, examine)
  return { ...first, syntax, others: examined.toSorted((one, other) => rank(one) - rank(other)) }
}

/** In words, for whoever has to do something about it; undefined where it takes it, or nobody knows. */
export const obstacleOf = (recipient: StatusRecipient | null): string | undefined => {
  if (recipient?.takes !== false) return undefined
  const { address, others } = recipient
  const able = others.filter(({ takes }) => takes === true).map((one) => one.address)
  return (
    `The address ${address} takes no messages about the status of documents (${recipient.reason}).` +
    (able.length > 0 ? ` These addresses of the company do: ${able.join(', ')}.` : ' No other address of it does.')
  )
}
