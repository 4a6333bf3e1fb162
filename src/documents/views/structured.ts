/** What documents say, read from their bytes. */
import type { Db } from '../../kernel/database/open.ts'
import type { Json } from '../../formats/json/view.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { DocumentRow } from '../record/document.ts'
import { readFiles } from '../record/files.ts'
import { readStructure, withDecimals } from './read-structure.ts'

export const structureColumns = { organizationId: true, id: true, fileHash: true, syntax: true } as const

export type Structured = Record<string, Json>

/** Under the names of the send body; null for what was stored as it is. All of one organization, in one statement. */
export const structuredOf = async (
  platform: Pick<Platform, 'upstreams' | 'heavy'>,
  db: Db,
  trace: Trace,
  documents: readonly Pick<DocumentRow, keyof typeof structureColumns>[],
): Promise<(Structured | null)[]> => {
  const hashOfStructure = ({ fileHash, syntax }: (typeof documents)[number]): string | null =>
    syntax === 'file' ? null : fileHash
  const files = await readFiles(
    platform.upstreams.storage,
    db,
    trace,
    documents[0]?.organizationId ?? '',
    documents.flatMap((document) => hashOfStructure(document) ?? []),
  )
  return Promise.all(
    documents.map(async (document) => {
      const bytes = files.get(hashOfStructure(document) ?? '')
      if (!bytes) return null
      return withDecimals(
        await platform.heavy.run(readStructure, { bytes }, document.organizationId),
      ) as Structured | null
    }),
  )
}
