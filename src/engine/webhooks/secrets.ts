/** The secrets that deliveries are signed with. */
import type { Webhook } from '../../generated/prisma/client.ts'

/** Whose secret it is: sealed with it, so that it opens nowhere else. */
export const sealContext = ({ organizationId, id }: Pick<Webhook, 'organizationId' | 'id'>): string =>
  `webhook ${organizationId} ${id}`

/** A secret that was replaced, sealed, in base64. */
interface PreviousSecret {
  secret: string
  until: string
}

/** Those whose time is not over, newest first. */
export const stillSigning = ({ previousSecrets }: Pick<Webhook, 'previousSecrets'>, now: Date): PreviousSecret[] =>
  (previousSecrets as unknown as PreviousSecret[]).filter(({ until }) => new Date(until) > now)
