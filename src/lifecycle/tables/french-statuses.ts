/**
 * The French statuses of an invoice (XP Z12-012): what each means, who says it, how a CDAR names it, where it moves the
 * business, and what it has to carry. The service emits 200 to 213; the others are understood.
 */
import { reasonsOfState } from '../../rules/france/lifecycle-codes.ts'
import { type LifecycleState, type Party, type LifecycleTarget, flowStatuses } from './states.ts'

export type Tier = 'mandatory' | 'recommended' | 'free'
export type Emitter = 'seller platform' | 'buyer platform' | 'any platform' | Party
/** MDT-207: what an amount of a status is. */
export const amountKinds = ['MEN', 'MPA', 'RAP', 'MAP', 'MAPTTC', 'MNA', 'MNATTC', 'MAJ'] as const
export type AmountKind = (typeof amountKinds)[number]

export interface FrenchStatus {
  code: string
  meaning: string
  /** MDT-106. */
  label: string
  tier: Tier
  emittedBy: Emitter
  /** MDT-88: the same for other networks. */
  networkCode: string
  /** Where it moves the business; null where it does not. */
  moves: LifecycleState | null
  amounts: readonly AmountKind[]
  next: readonly string[]
}

type FrenchStatusRow = [
  code: string,
  meaning: string,
  label: string,
  tier: Tier,
  emittedBy: Emitter,
  networkCode: string,
  moves: LifecycleState | null,
  next: readonly string[],
  amounts?: readonly AmountKind[],
]
const row = (
  ...[code, meaning, label, tier, emittedBy, networkCode, moves, next, amounts = []]: FrenchStatusRow
): FrenchStatus => ({ code, meaning, label, tier, emittedBy, networkCode, moves, amounts, next })

/** Codes of the list that are about flows and not invoices. They are kept in the history and move nothing. */
const ofFlow = (code: string): FrenchStatus =>
  row(code, `Flow status ${code}`, `Statut ${code}`, 'free', 'any platform', '5', null, [])

export const frenchStatuses: Readonly<Record<string, FrenchStatus>> = Object.fromEntries(
  [
    row('200', 'Deposited', 'Déposée', 'mandatory', 'seller platform', '10', null, ['201', '213']),
    row('201', 'Issued by platform', 'Émise', 'free', 'seller platform', '51', null, ['202', '213']),
    row('202', 'Received by platform', 'Reçue', 'free', 'buyer platform', '43', null, ['203', '213']),
    row('203', 'Made available', 'Mise à disposition', 'recommended', 'buyer platform', '48', null, ['204']),
    row('204', 'Acknowledged', 'Prise en charge', 'recommended', 'buyer', '45', 'under_review', [
      '205',
      '206',
      '207',
      '208',
      '210',
    ]),
    row('205', 'Approved', 'Approuvée', 'recommended', 'buyer', '1', 'approved', ['211']),
    row(
      '206',
      'Partially approved',
      'Approuvée partiellement',
      'recommended',
      'buyer',
      '49',
      'approved',
      ['211'],
      ['MAP', 'MAPTTC', 'MNA', 'MNATTC'],
    ),
    row('207', 'In dispute', 'En litige', 'free', 'buyer', '46', 'disputed', ['205', '206', '210']),
    row('208', 'Suspended', 'Suspendue', 'free', 'buyer', '39', 'disputed', ['209']),
    row('209', 'Completed', 'Complétée', 'free', 'supplier', '37', 'under_review', ['204'], ['MAJ']),
    row('210', 'Refused', 'Refusée', 'mandatory', 'buyer', '50', 'rejected', []),
    row('211', 'Payment sent', 'Paiement transmis', 'recommended', 'buyer', '47', 'paid', ['212'], ['MPA', 'RAP']),
    row('212', 'Collected', 'Encaissée', 'mandatory', 'supplier', '47', 'paid', [], ['MEN']),
    row('213', 'Rejected', 'Rejetée', 'mandatory', 'any platform', '8', 'rejected', []),
    row('214', 'Endorsed', 'Visée', 'free', 'buyer', '5', null, []),
    row('220', 'Cancelled', 'Annulée', 'free', 'supplier', '5', null, []),
    row('221', 'Routing error', 'Erreur de routage', 'free', 'any platform', '8', null, []),
    row('224', 'Direct payment requested', 'Demande de paiement direct', 'free', 'supplier', '5', null, []),
    row('225', 'Factored', 'Affacturée', 'free', 'supplier', '5', null, []),
    row('226', 'Confidentially factored', 'Affacturée confidentiel', 'free', 'supplier', '5', null, []),
    row('227', 'Payment account changed', 'Changement de compte à payer', 'free', 'supplier', '5', null, []),
    row('228', 'Not factored', 'Non affacturée', 'free', 'supplier', '5', null, []),
    row('500', 'Admissible', 'Recevable', 'free', 'any platform', '5', null, []),
    row('501', 'Inadmissible', 'Irrecevable', 'free', 'any platform', '5', null, []),
    ...flowStatuses.map((code) => ofFlow(code)),
  ].map((status) => [status.code, status]),
)

/** What this service says itself; the rest of the table is read and stored. */
export const emittedStatuses: readonly string[] = [
  '200',
  '201',
  '202',
  '203',
  '204',
  '205',
  '206',
  '207',
  '208',
  '209',
  '210',
  '211',
  '212',
  '213',
  '221',
]

/** What the tax authority is told, by the platform of the party that says it. */
export const statusesForAuthority: readonly string[] = ['200', '210', '212', '213']

/** MDT-77: whether a message is about the way of an invoice (305) or about what becomes of it (23). */
const TRANSMISSION: readonly string[] = ['200', '201', '202', '203', '213', '221']
export const phaseOf = (code: string): '305' | '23' => (TRANSMISSION.includes(code) ? '305' : '23')

/** Statuses that say why, by a code of their own list (CDV-15). */
export const statusesWithReason: readonly string[] = ['206', '207', '208', '210', '213', '501']

/** The AFNOR codes that a status may give as its reason; null where any will do. */
export const motifsOf = (code: string): readonly string[] | null => {
  const motifs = reasonsOfState[code]
  return motifs ? [...motifs.codes] : null
}

/** Who may send a status to us, when the other side of the document is this party. Every side has a platform. */
export const mayCome = (code: string, from: Party): boolean => {
  const emitter = frenchStatuses[code]?.emittedBy
  return (
    emitter === from ||
    emitter === 'any platform' ||
    emitter === (from === 'buyer' ? 'buyer platform' : 'seller platform')
  )
}

interface FrenchStatusQuery {
  target: LifecycleTarget
  party: Party
  partial: boolean
  suspended: boolean
}

/**
 * The status by which a move of the business is told in France. `partial`: something remains; `suspended`: on hold, not
 * contested.
 */
export const frenchStatusOf = ({ target, party, partial, suspended }: FrenchStatusQuery): string => {
  const codes: Readonly<Record<LifecycleTarget, string>> = {
    under_review: '204',
    approved: partial ? '206' : '205',
    disputed: suspended ? '208' : '207',
    rejected: '210',
    partially_paid: party === 'buyer' ? '211' : '212',
    paid: party === 'buyer' ? '211' : '212',
  }
  return codes[target]
}
