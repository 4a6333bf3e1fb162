/** Work as it is done by one who does one thing after the other: what is recorded of it has one order. */
import { workKinds } from '../../src/app/work-kinds.ts'
import { outcomeOfFailure, recordFailure, recordSuccess } from '../../src/engine/work/record.ts'
import type { Runner } from '../../src/engine/work/runner.ts'
import type { Work } from '../../src/generated/prisma/client.ts'
import type { TestApp } from './app.ts'

/** In the place of the runner of an application that was started with `WORKERS=off`. */
export const workOneAtATime = ({ platform }: TestApp): void => {
  const { client } = platform.db

  const next = async (): Promise<Work | undefined> => {
    const found = await client.work.findFirst({
      where: { failedAt: null, dueAt: { lte: platform.clock.now() } },
      orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    })
    if (!found) return undefined
    const { organizationId, id } = found
    return client.work.update({
      where: { organizationId_id: { organizationId, id } },
      data: { attempts: { increment: 1 } },
    })
  }

  const attempt = async (work: Work): Promise<void> => {
    const kind = workKinds[work.kind as keyof typeof workKinds]
    try {
      const result = await kind.run(platform, work, AbortSignal.timeout(60_000))
      if (typeof result === 'object' && 'recorded' in result) return
      await recordSuccess(client, kind, work, result, platform.clock.now())
    } catch (error) {
      await recordFailure(client, work, error, outcomeOfFailure(kind, work, platform.clock.now()))
    }
  }

  const runner: Runner = {
    async settle() {
      for (let work = await next(); work; work = await next()) await attempt(work)
    },
    close: () => Promise.resolve(),
  }
  platform.runner = runner
}
