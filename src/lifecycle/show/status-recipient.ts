/**
 * Whether a status reaches the other side of a document: the address that it goes to, whether the network says that it
 * takes such messages, and where it does not, which other address of the same company does.
 */
import { lineStatusOf } from '../../directory/french/view.ts'
import type { LineStatus } from '../../directory/french/words.ts'
import type { FrenchLine } from '../../generated/prisma/client.ts'
import type { Client } from '../../kernel/database/open.ts'
import { mapLimited } from '../../kernel/concurrency.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Trace } from '../../kernel/trace.ts'
import { settle } from '../../operation/batch.ts'
import type { Platform } from '../../operation/platform.ts'
import { LookupFailure, type LookupReason, newLookup } from '../../upstreams/directory/lookup.ts'
import { companyBehind, frenchAddressOf } from '../../values/french-address.ts'
import { dayOf } from '../../values/dates.ts'
import { type LifecycleDocument, sidesOf } from '../read/document-standing.ts'
import { isInvoiceKind } from '../../values/document-types.ts'
import { type MessageSyntax, networkTypes, syntaxTowards } from '../messages/channel.ts'

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

const MAX_OTHERS = 10
const MAX_LINES = 500
const AT_ONCE = 5

type Lines = ReadonlyMap<string, LineStatus>
type Line = Pick<FrenchLine, 'siren' | 'addressingIdentifier' | 'addressingSuffix' | 'startsOn' | 'endsOn'>

const sirenOf = (address: string): string | undefined => frenchAddressOf(address)?.siren

/** By SIREN, in one statement: the lines by which the directory knows the company, those for statuses first. */
const linesBySiren = async ({ db, clock }: Outside, addresses: readonly string[]): Promise<Map<string, Lines>> => {
  const sirens = [...new Set(addresses.map(sirenOf))].filter((siren) => siren !== undefined)
  if (sirens.length === 0) return new Map()
  const rows = await db.client.$queryRaw<Line[]>`
    SELECT lines.* FROM unnest(${sirens}::text[]) AS asked(siren)
    JOIN LATERAL (
      SELECT siren, "addressingIdentifier", "addressingSuffix", "startsOn", "endsOn" FROM french_lines
      WHERE french_lines.siren = asked.siren ORDER BY "addressingIdentifier" LIMIT ${MAX_LINES}
    ) AS lines ON true
    ORDER BY lines.siren, (upper(lines."addressingSuffix") = 'STATUTS') IS TRUE DESC, lines."addressingIdentifier"`
  const today = dayOf(clock.now())
  const bySiren = Map.groupBy(rows, ({ siren }) => siren)
  return new Map(
    [...bySiren].map(([siren, lines]) => [
      siren,
      new Map(lines.map((line) => [`0225:${line.addressingIdentifier}`, lineStatusOf({ ...line, today })])),
    ]),
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

interface Addressee {
  address: string
  syntax: MessageSyntax
  /** Address from which a document was sent, which may differ from the one for its statuses. */
  senderPeppolId: string | null
}

/** Null for a document that did not travel over the network, or whose other side receives no statuses. */
const addresseeOf = (document: LifecycleDocument): Addressee | null => {
  const sides = sidesOf(document)
  const { peppolId: address } = sides[sides.other]
  const syntax = isInvoiceKind(document.type) && document.instanceId !== null ? syntaxTowards(document) : null
  return address === null || syntax === null ? null : { address, syntax, senderPeppolId: document.senderPeppolId }
}

type Examine = (address: string, syntax: MessageSyntax) => Promise<StatusAddress>

/** Asks the network once for each address and syntax. */
const examining = (outside: Outside, trace: Trace, lines: ReadonlyMap<string, Lines>): Examine => {
  const examined = new Map<string, Promise<StatusAddress>>()
  const examine: Examine = async (address, syntax) => ({
    address,
    ...(await ask(outside, trace, address, syntax)),
    lineStatus: lines.get(sirenOf(address) ?? '')?.get(address) ?? null,
  })
  return (address, syntax) => {
    const key = `${syntax} ${address}`
    const answer = examined.get(key) ?? examine(address, syntax)
    examined.set(key, answer)
    return answer
  }
}

const recipientOf = async (
  { address, syntax, senderPeppolId }: Addressee,
  lines: Lines,
  examine: Examine,
): Promise<StatusRecipient> => {
  const first = await examine(address, syntax)
  if (first.takes !== false) return { ...first, syntax, others: [] }
  const enabled = [...lines].filter(([, status]) => status === 'Enabled').map(([line]) => line)
  const others = [...new Set([...enabled, companyBehind(address), senderPeppolId ?? address])]
    .filter((one) => one !== address && companyBehind(one) === companyBehind(address))
    .slice(0, MAX_OTHERS)
  const examined = await mapLimited(others, AT_ONCE, (one) => examine(one, syntax))
  return { ...first, syntax, others: examined.toSorted((one, other) => rank(one) - rank(other)) }
}

/** In the order of the documents. */
export const statusRecipientsOf = async (
  outside: Outside,
  trace: Trace,
  documents: readonly LifecycleDocument[],
): Promise<(StatusRecipient | null)[]> => {
  const addressees = documents.map(addresseeOf)
  const lines = await linesBySiren(
    outside,
    addressees.flatMap((addressee) => addressee?.address ?? []),
  )
  const examine = examining(outside, trace, lines)
  return mapLimited(addressees, AT_ONCE, async (addressee) =>
    addressee ? recipientOf(addressee, lines.get(sirenOf(addressee.address) ?? '') ?? new Map(), examine) : null,
  )
}

export const statusRecipientOf = async (
  outside: Outside,
  trace: Trace,
  document: LifecycleDocument,
): Promise<StatusRecipient | null> => (await statusRecipientsOf(outside, trace, [document]))[0] ?? null

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
