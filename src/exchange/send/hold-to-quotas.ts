/** Documents of several senders that are written together, against the quotas of each of them. */
import { sizeOf } from '../../documents/record/store-document.ts'
import type { Run } from '../../operation/operation.ts'
import { type StorageOwner, holdToStorage, storageOf } from '../storage-quota.ts'
import { countAgainstQuotas } from './quota.ts'
import type { PlannedSend } from './store-documents.ts'

/** Documents that count together. */
const holdToOne = async (
  run: Pick<Run, 'db' | 'emit' | 'enqueue'>,
  sends: readonly PlannedSend[],
  only: Partial<StorageOwner>,
): Promise<void> => {
  const [first] = sends
  if (!first) return
  const sizes = sends.map(({ plan }) => sizeOf(plan.content))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const owner = { ...storageOf(first.actor, first.plan.parties.sender), ...only }
  await holdToStorage(run, owner, bytes, { refuses: true, last: sizes.at(-1) ?? 0 })
}

const inOrder = (sends: readonly PlannedSend[], ownerOf: (send: PlannedSend) => string): PlannedSend[][] =>
  [...Map.groupBy(sends, ownerOf)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, same]) => same)

/** Companies before organizations, each in the order of its identifiers: two transactions never wait for each other. */
export const holdToQuotas = async (
  run: Pick<Run, 'db' | 'emit' | 'enqueue'>,
  sends: readonly PlannedSend[],
): Promise<void> => {
  await countAgainstQuotas(
    run,
    sends.map(({ actor, plan, now }) => ({ actor, sender: plan.parties.sender, now })),
  )
  const companyOf = ({ actor, plan }: PlannedSend): string => `${actor.organizationId} ${plan.parties.sender.id}`
  for (const same of inOrder(sends, companyOf)) await holdToOne(run, same, { organization: null })
  for (const same of inOrder(sends, ({ actor }) => actor.organizationId)) await holdToOne(run, same, { company: null })
}
