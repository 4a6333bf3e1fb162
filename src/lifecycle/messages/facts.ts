/** What both kinds of message are written from. */
import type { LifecycleEntry } from '../../generated/prisma/client.ts'
import { type LifecycleDocument, type TradeSide, sidesOf } from '../read/document-standing.ts'
import type { Payment } from '../decide/decision.ts'
import { sirenOfAddress, sirenOfVatNumber } from '../../values/french-address.ts'
import type { AmountKind } from '../tables/french-statuses.ts'
import type { Correction } from '../read/update-input.ts'
import { fromStored } from '../../kernel/stored-json.ts'

export interface StatusFacts {
  /** How the message names itself. */
  number: string
  entry: LifecycleEntry
  document: LifecycleDocument
}

export interface KeptAmount {
  kind: AmountKind
  amount: string
  currency: string | null
  percent?: string
}

export const paymentOf = ({ payment }: LifecycleEntry): Payment | null => payment as Payment | null
export const amountsOf = ({ amounts }: LifecycleEntry): KeptAmount[] => fromStored<KeptAmount[]>(amounts)
export const correctionsOf = ({ corrections }: LifecycleEntry): Correction[] => fromStored<Correction[]>(corrections)

/** `2026-11-21T10:00:00`: in UTC, and without saying so. */

export const addressOf = ({ peppolId }: TradeSide): { scheme: string; value: string } | undefined => {
  const [, scheme, value] = /^(\d{4}):(.+)$/.exec(peppolId ?? '') ?? []
  return scheme && value ? { scheme, value } : undefined
}

/** The nine digits by which France knows a company: in its VAT number, or in its address. */
export const sirenOf = ({ vatNumber, peppolId }: TradeSide): string | undefined =>
  sirenOfVatNumber(vatNumber) ?? sirenOfAddress(peppolId)

/** The sides of a document, by what they are in the trade. */
export const tradeSides = ({ document }: StatusFacts): ReturnType<typeof sidesOf> => sidesOf(document)
