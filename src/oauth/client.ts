import type { OauthClient } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { refusal } from '../kernel/errors/app-error.ts'

export const clientNamed = async (db: Db, id: string): Promise<OauthClient> => {
  const client = await db.oauthClient.findUnique({ where: { id } })
  if (client) return client
  throw refusal('INVALID_REQUEST', 'clientId', 'No client is registered under this id.')
}
