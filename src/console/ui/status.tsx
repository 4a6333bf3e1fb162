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

export const LifecycleBadge = ({ status }: { status: LifecycleStatus }) => {
  const { name } = useWords()
  return <Badge tone={lifecycleTones[status]}>{name(lifecycleNames[status])}</Badge>
}

export const DeliveryBadge = ({ status }: { status: DeliveryStatus | null | undefined }) => {
  const { name } = useWords()
  return status ? <Badge tone={deliveryTones[status]}>{name(deliveryNames[status])}</Badge> : '–'
}
