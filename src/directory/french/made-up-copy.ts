/** The sandbox has a directory of our own making, stored when it is asked for the first time. */
import type { Database } from '../../kernel/database/open.ts'
import type { Platform } from '../../operation/platform.ts'
import { madeUpAnnuaire } from '../../upstreams/annuaire/sandbox.ts'
import { storePortion } from './store-portion.ts'

const filled = new WeakSet<Database>()

export const fillMadeUp = async ({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<undefined> => {
  if (env.SERVICE_MODE === 'live' || filled.has(db)) return
  await storePortion(db.client, madeUpAnnuaire())
  filled.add(db)
}
