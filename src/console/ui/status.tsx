/** Where a document stands, as badges. */
import type { DeliveryStatus, LifecycleStatus } from '#operations'
import { deliveryNames, lifecycleNames } from '../words/codes.ts'
import { useWords } from '../words/words.ts'
import { Badge, type Tone } from './parts.tsx'

const lifecycleTones: Readonly<Record<LifecycleStatus, Tone>> = {
  DRAFT: 'neutral',
  ISSUED: 'busy',
  RECEIVED: 'busy',
  UNDER_REVIEW: 'busy',
  APPROVED: 'good',
  DISPUTED: 'warn',
  REJECTED: 'bad',
  PARTIALLY_PAID: 'warn',
  PAID: 'good',
}
const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  PENDING: 'busy',
  DELIVERED: 'good',
  FAILED: 'bad',
  REJECTED: 'bad',
}

const tones: Readonly<Record<string, Tone>> = {
  ...lifecycleTones,
  ...deliveryTones,
  ACTIVE: 'good',
  ACCEPTED: 'good',
  REPORTED: 'good',
  COMPLIANT: 'good',
  REGISTERED: 'good',
  VERIFIED: 'good',
  EXACT: 'good',
  OPEN: 'neutral',
  PAUSED: 'warn',
  SUSPENDED: 'warn',
  AMBIGUOUS: 'warn',
  PARTIAL: 'warn',
  OVER: 'warn',
  UNMATCHED: 'bad',
}

/** Of a code that pages show as it is; what is not known speaks softly. */
export const toneOf = (code: string): Tone => tones[code] ?? 'neutral'

export const LifecycleBadge = ({ status }: { status: LifecycleStatus }) => {
  const { name } = useWords()
  return <Badge tone={lifecycleTones[status]}>{name(lifecycleNames[status])}</Badge>
}

export const DeliveryBadge = ({ status }: { status: DeliveryStatus | null | undefined }) => {
  const { name } = useWords()
  return status ? <Badge tone={deliveryTones[status]}>{name(deliveryNames[status])}</Badge> : '–'
}
