/** The secrets that deliveries are signed with. */
import type { Webhook } from '../../generated/prisma/client.ts'
import { fromStored } from '../../kernel/stored-json.ts'

/** Whose secret it is: sealed with it, so that it opens nowhere else. */
export const sealContext = ({ organizationId, id }: Pick<Webhook, 'organizationId' | 'id'>): string =>
  `webhook ${organizationId} ${id}`

/** A secret that was replaced, sealed, in base64. */
export interface PreviousSecret {
  secret: string
  until: string
}

export const isSigning = ({ until }: PreviousSecret, now: Date): boolean => new Date(until) > now

/** Those whose time is not over, newest first. */
export const stillSigning = ({ previousSecrets }: Pick<Webhook, 'previousSecrets'>, now: Date): PreviousSecret[] =>
  fromStored<PreviousSecret[]>(previousSecrets).filter((one) => isSigning(one, now))
