/** A French status as a CDAR, for the other side or for the public portal. Pure: the same facts make the same bytes. */
import type { Acknowledgement, CdarParty, Figure, StatusDetail } from '../../formats/cdar/message.ts'
import { writeCdar } from '../../formats/cdar/acknowledgement.ts'
import { Decimal } from '../../values/money.ts'
import { type TradeSide, isInFrance } from '../read/document-standing.ts'
import { frenchStatuses, phaseOf } from '../tables/french-statuses.ts'
import { motifLabels, requestedActions } from '../tables/reasons.ts'
import type { Party } from '../tables/states.ts'
import type { FrenchVersion } from '../../rules/france/lists.ts'
import { figuresOfCorrections } from './corrections.ts'
import { type StatusFacts, addressOf, amountsOf, correctionsOf, paymentOf, sirenOf, tradeSides } from './facts.ts'
import { dayOf, secondOf } from '../../values/dates.ts'

const PROFILE = 'urn.cpro.gouv.fr:1p0:CDV:invoice'
/** Of what the portal alone is told. */
const PORTAL_PROFILE = 'urn.cpro.gouv.fr:1p0:CDV:einvoicingF2'
const PLATFORM: CdarParty = { identifiers: [], role: 'WK' }
/** The portal has another number in each edition of the norm. */
const portalNumbers: Readonly<Record<FrenchVersion, string>> = { '1.3': '9998', '1.4': '0000' }
const portalOf = (edition: FrenchVersion): CdarParty => ({
  identifiers: [{ scheme: '0238', value: portalNumbers[edition] }],
  name: 'PPF',
  role: 'DFH',
})
/** The subject under which a remark on a status stands. */
const NOTE_SUBJECT = 'AHN'
const DEFAULT_TYPE = '380'

const roles: Readonly<Record<Party, string>> = { supplier: 'SE', buyer: 'BY' }

const identifiersOf = (side: TradeSide): CdarParty['identifiers'] => {
  const siren = sirenOf(side)
  if (siren !== undefined) return [{ scheme: '0002', value: siren }]
  const other = side.vatNumber ?? side.peppolId
  return other === null ? [] : [{ scheme: side.vatNumber === null ? '0225' : '0223', value: other }]
}

const partyOf = (side: TradeSide, role: Party): CdarParty => ({
  identifiers: identifiersOf(side),
  ...(side.name !== null && { name: side.name }),
  role: roles[role],
})

const recipientOf = (side: TradeSide, role: Party): CdarParty => {
  const electronicAddress = addressOf(side)
  return { ...partyOf(side, role), ...(electronicAddress && { electronicAddress }) }
}

/** The amounts that go with the status; the day and the reference of a payment stand with the first. */
const figuresOf = ({ entry, document }: StatusFacts): Figure[] => {
  const payment = paymentOf(entry)
  return amountsOf(entry).map(({ kind, amount, currency, percent }, index) => ({
    kind,
    changed: false,
    amount: new Decimal(amount),
    currency: currency ?? document.currency ?? 'EUR',
    ...(percent !== undefined && { percent: new Decimal(percent) }),
    ...(payment && kind !== 'RAP' && { date: payment.date }),
    ...(payment?.reference && index === 0 && { text: payment.reference }),
  }))
}

const detailOf = (facts: StatusFacts): StatusDetail[] => {
  const { motif, reason, note, requestedAction } = facts.entry
  const figures = [...figuresOf(facts), ...figuresOfCorrections(correctionsOf(facts.entry), facts.document.currency)]
  if (motif === null && reason === null && note === null && requestedAction === null && figures.length === 0) return []
  const label = reason ?? (motif === null ? undefined : motifLabels[motif]?.[0])
  const action =
    requestedAction === null ? undefined : requestedActions[requestedAction as keyof typeof requestedActions][0]
  return [
    {
      ...(motif !== null && { reasonCode: motif }),
      ...(label !== undefined && { reason: label }),
      ...(requestedAction !== null && { actionCode: requestedAction }),
      ...(action !== undefined && { action }),
      sequence: 1,
      notes: note === null ? [] : [{ text: note, subject: NOTE_SUBJECT }],
      figures,
    },
  ]
}

/**
 * The other side, or the portal with the edition of the norm that it takes; or the own side, which its platform tells
 * what it says itself.
 */
type Addressee = 'other side' | 'own side' | { portal: FrenchVersion }

const headerOf = (facts: StatusFacts, addressee: Addressee) => {
  const sides = tradeSides(facts)
  if (typeof addressee === 'object') return { specification: PORTAL_PROFILE, recipients: [portalOf(addressee.portal)] }
  const recipient = addressee === 'own side' ? sides.own : sides.other
  return {
    process: isInFrance(sides.buyer) && isInFrance(sides.supplier) ? 'REGULATED' : 'B2BINT',
    specification: PROFILE,
    recipients: [recipientOf(sides[recipient], recipient)],
  }
}

/** Some statuses are told the portal and the other side by one message each, and each message names who is told. */
const acknowledgementOf = (facts: StatusFacts, addressee: Addressee): Acknowledgement => {
  const { entry, document, number } = facts
  const sides = tradeSides(facts)
  const code = entry.frenchStatus ?? ''
  const status = frenchStatuses[code]
  const phase = phaseOf(code)
  const decider = entry.party === 'platform' ? undefined : partyOf(sides[entry.party], entry.party)
  const issueDate = document.issueDate ? dayOf(document.issueDate) : undefined
  return {
    ...headerOf(facts, addressee),
    id: number,
    name: `${document.number}_CDV-${code}_${(status?.label ?? '').replaceAll(' ', '_')}`,
    createdAt: secondOf(entry.recordedAt),
    sender: PLATFORM,
    issuer: phase === '305' || decider === undefined ? PLATFORM : decider,
    several: false,
    phase,
    decidedAt: secondOf(entry.happenedAt),
    references: [
      {
        number: document.number,
        ...(status && { networkCode: status.networkCode }),
        typeCode: document.typeCode ?? DEFAULT_TYPE,
        receivedAt: secondOf(document.receivedAt ?? document.createdAt),
        ...(issueDate !== undefined && { issueDate }),
        status: code,
        ...(status && { label: status.label }),
        seller: { identifiers: identifiersOf(sides.supplier) },
        buyers: [],
        details: detailOf(facts),
      },
    ],
  }
}

export const cdarOf = (facts: StatusFacts, addressee: Addressee): Uint8Array =>
  Buffer.from(writeCdar(acknowledgementOf(facts, addressee)))
