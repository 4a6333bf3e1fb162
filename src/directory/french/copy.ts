/** The copy of the French directory, brought from edition to edition of the portal. */
import type { Database } from '../../kernel/database/open.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Platform } from '../../operation/platform.ts'
import type { AnnuaireEdition } from '../../upstreams/annuaire/port.ts'
import { forgetOthers, storePortion } from './store-portion.ts'

type Copying = Pick<Platform, 'db' | 'clock' | 'upstreams'>

/** The one row. */
const ID = 1
/** Whoever applies an edition says so again with each portion; one that died leaves it to the next. */
const BUSY_MS = 10 * 60_000

const claim = async ({ db, clock }: Copying, after: string | null): Promise<boolean> => {
  const now = clock.now()
  await db.client.frenchCopy.createMany({ data: { id: ID, updatedAt: now }, skipDuplicates: true })
  const { count } = await db.client.frenchCopy.updateMany({
    where: { id: ID, producedAt: after, OR: [{ busyUntil: null }, { busyUntil: { lt: now } }] },
    data: { busyUntil: new Date(now.getTime() + BUSY_MS) },
  })
  return count > 0
}

const note = async ({ db, clock }: Copying, data: { producedAt?: string; busyUntil: Date | null }): Promise<void> => {
  await db.client.frenchCopy.updateMany({ where: { id: ID }, data: { ...data, updatedAt: clock.now() } })
}

/** Portion by portion: one that is interrupted is applied again from its beginning, and tells the same. */
const apply = async (copying: Copying, edition: AnnuaireEdition): Promise<void> => {
  const { db, clock, upstreams } = copying
  const { producedAt, isComplete } = edition
  for await (const portion of upstreams.annuaire.read(edition)) {
    await db.transaction((inside) => storePortion(inside, portion, producedAt))
    await note(copying, { busyUntil: new Date(clock.now().getTime() + BUSY_MS) })
  }
  if (isComplete) await forgetOthers(db.client, producedAt)
}

/** Applies the editions that there are. False where another server is at it. */
export const updateFrenchCopy = async (copying: Copying): Promise<boolean> => {
  const { db, clock, upstreams } = copying
  for (;;) {
    const after = (await db.client.frenchCopy.findUnique({ where: { id: ID } }))?.producedAt ?? null
    const edition = await upstreams.annuaire.next(newTrace(clock.now(), null), after)
    if (!edition) return true
    if (!(await claim(copying, after))) return false
    try {
      await apply(copying, edition)
    } catch (error) {
      await note(copying, { busyUntil: null })
      throw error
    }
    await note(copying, { producedAt: edition.producedAt, busyUntil: null })
  }
}

const filled = new WeakMap<Database, Promise<boolean>>()

/** The made-up directory of the sandbox is stored when it is asked for the first time. */
export const fillMadeUp = async (platform: Copying & Pick<Platform, 'env'>): Promise<undefined> => {
  const { env, db } = platform
  if (env.SERVICE_MODE === 'live' || env.ANNUAIRE_FOLDER) return
  const filling = filled.get(db) ?? updateFrenchCopy(platform)
  filled.set(db, filling)
  await filling.catch((error: unknown) => {
    filled.delete(db)
    throw error
  })
}
