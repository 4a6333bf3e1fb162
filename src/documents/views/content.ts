/** What documents say, beside their rows: their fields under the names of the send body, and their XML. */
import { z } from 'zod'
import { oneOf } from '../../kernel/input.ts'
import { MarkedJson } from '../../kernel/json.ts'
import { runHeavy } from '../../operation/heavy.ts'
import type { Preparation } from '../../operation/operation.ts'
import type { Page } from '../../operation/pagination.ts'
import { limits } from '../../values/limits.ts'
import type { DocumentRow } from '../record/document.ts'
import { readFile } from '../record/files.ts'
import { writeStructure } from './read-structure.ts'

export const contentInput = z
  .array(
    oneOf('DocumentContent', {
      document: 'The content with the field names of the send body.',
      xml: 'The XML.',
    }),
  )
  .max(2)
  .default([])
  .describe('What to add to each document: its structured content, its XML, or both.')
type Wanted = z.output<typeof contentInput>

/** Null where there is none, or where the answer would become too large. */
export interface DocumentContent {
  document?: MarkedJson | null
  xml?: string | null
}

/** One after the other, so that no more than one large file is held beside what is answered. */
export const withContent = async <Row extends DocumentRow>(
  call: Preparation,
  rows: readonly Row[],
  wanted: Wanted,
): Promise<(Row & DocumentContent)[]> => {
  const shown: (Row & DocumentContent)[] = []
  let left: number = limits.contentBytes
  for (const row of rows) {
    const content = await contentOf(call, row, left)
    left -= content?.size ?? 0
    shown.push({
      ...row,
      ...(wanted.includes('document') && { document: content?.document ?? null }),
      ...(wanted.includes('xml') && { xml: content?.xml ?? null }),
    })
  }
  return shown
}

/** For `prepare` of a list: the page with the content of its documents, where that is asked for. */
export const pageWithContent = async (
  call: Preparation,
  wanted: Wanted,
  find: () => Promise<Page<DocumentRow>>,
): Promise<Page<DocumentRow & DocumentContent> | undefined> => {
  if (wanted.length === 0) return undefined
  const page = await find()
  return { ...page, rows: await withContent(call, page.rows, wanted) }
}

const contentOf = async (
  call: Preparation,
  row: DocumentRow,
  most: number,
): Promise<{ size: number; document: MarkedJson | null; xml: string } | undefined> => {
  const { fileHash, fileType, organizationId } = row
  if (most <= 0 || fileHash === null || fileType !== 'application/xml') return undefined
  const bytes = await readFile(call.platform.upstreams.storage, call.db, call.trace, organizationId, fileHash)
  if (bytes.length > most) return undefined
  const structure = await runHeavy(call, writeStructure, { bytes })
  return {
    size: bytes.length,
    document: structure === null ? null : new MarkedJson(structure),
    xml: Buffer.from(bytes).toString('utf8'),
  }
}
