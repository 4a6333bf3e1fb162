import { readFile } from '../../src/documents/record/files.ts'
import { newTrace } from '../../src/kernel/trace.ts'
import type { TestApp } from './app.ts'

/** A stored file, by what a row says of it. */
export const storedBytes = async (
  { platform: { clock, db, upstreams } }: Pick<TestApp, 'platform'>,
  { organizationId, fileHash }: { organizationId: string; fileHash: string | null },
): Promise<Buffer> =>
  Buffer.from(
    await readFile(upstreams.storage, db.client, newTrace(clock.now(), organizationId), organizationId, fileHash ?? ''),
  )
