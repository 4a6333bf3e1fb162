/**
 * What registries last answered, shared by all instances: fresh answers are not asked for again, older ones serve while
 * a registry is down.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Client } from '../../kernel/database/open.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type ErrorCode, catalog } from '../../kernel/errors/catalog.ts'
import type { Prisma, RegistryAnswer } from '../../generated/prisma/client.ts'
import type { RegistryEntity } from './port.ts'
import { fromStored, toStored } from '../../kernel/stored-json.ts'
import { HOUR_MS } from '../../values/dates.ts'

const FRESH_MS = 24 * HOUR_MS
const KEPT_MS = 30 * 24 * HOUR_MS
/** A company may be registered tomorrow: that there is none is believed for a short time only. */
const REFUSAL_MS = HOUR_MS

/** An entity, and when its registry told it. */
export interface DatedEntity {
  entity: RegistryEntity
  at: Date
}

const toldBy = ({ entity, refusal, message, fetchedAt }: RegistryAnswer): DatedEntity => {
  if (refusal !== null) throw new AppError(refusal as ErrorCode, message === null ? {} : { message })
  return { entity: fromStored<RegistryEntity>(entity), at: fetchedAt }
}

const isDown = (error: unknown): boolean => error instanceof AppError && catalog[error.code].status >= 500
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'VAT_NOT_FOUND' || error.code === 'VAT_INACTIVE')

export const withMemory =
  ({ client, clock }: { client: Client; clock: Clock }) =>
  async (question: string, ask: () => Promise<RegistryEntity>): Promise<DatedEntity> => {
    const now = clock.now()
    const known = await client.registryAnswer.findUnique({ where: { question } })
    if (known && known.freshUntil > now) return toldBy(known)
    const keep = async (
      answer: Pick<Prisma.RegistryAnswerUncheckedCreateInput, 'entity' | 'refusal' | 'message'>,
      freshMs: number,
      keptMs: number,
    ): Promise<void> => {
      const row = {
        ...answer,
        fetchedAt: now,
        freshUntil: new Date(now.getTime() + freshMs),
        keptUntil: new Date(now.getTime() + keptMs),
      }
      await client.registryAnswer.upsert({ where: { question }, create: { question, ...row }, update: row })
    }
    try {
      const entity = await ask()
      await keep({ entity: toStored(entity), refusal: null, message: null }, FRESH_MS, KEPT_MS)
      return { entity, at: now }
    } catch (error) {
      if (isRefusal(error)) await keep({ refusal: error.code, message: error.message }, REFUSAL_MS, REFUSAL_MS)
      if (isDown(error) && known && known.refusal === null && known.keptUntil > now) return toldBy(known)
      throw error
    }
  }
