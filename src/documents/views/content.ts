/** What documents say, beside their rows: their fields under the names of the send body, and their XML. */
import { z } from 'zod'
import { shownXml } from '../../formats/xml/decode.ts'
import { oneOf } from '../../kernel/input.ts'
import { MarkedJson } from '../../kernel/json.ts'
import { runHeavy } from '../../operation/heavy.ts'
import type { Preparation } from '../../operation/operation.ts'
import type { Page } from '../../operation/pagination.ts'
import { limits } from '../../values/limits.ts'
import type { DocumentRow } from '../record/document.ts'
import { readFitting } from '../record/files.ts'
import { writeContent } from './read-structure.ts'

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
  xml?: MarkedJson | string | null
}

const isXml = ({ fileHash, fileType }: DocumentRow): boolean => fileHash !== null && fileType === 'application/xml'

export const withContent = async <Row extends DocumentRow>(
  call: Preparation,
  rows: readonly Row[],
  wanted: Wanted,
): Promise<(Row & DocumentContent)[]> => {
  if (wanted.length === 0) return [...rows]
  const { platform, db, trace, actor } = call
  const readable = rows.filter(isXml)
  const files = await readFitting(
    platform.upstreams.storage,
    db,
    trace,
    actor.organizationId,
    readable.map(({ fileHash }) => fileHash ?? ''),
    limits.contentBytes,
  )
  const content = new Map(readable.map((row, index) => [row, files[index]]))
  const shown: (Row & DocumentContent)[] = []
  // One after the other: a structure takes several times the memory of its file.
  for (const row of rows) shown.push({ ...row, ...(await contentOf(call, content.get(row), wanted)) })
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
  bytes: Uint8Array | undefined,
  wanted: Wanted,
): Promise<DocumentContent> => {
  const [withDocument, withXml] = [wanted.includes('document'), wanted.includes('xml')]
  if (!bytes) return { ...(withDocument && { document: null }), ...(withXml && { xml: null }) }
  if (!withDocument) return { xml: shownXml(bytes) }
  const { document, xml } = await runHeavy(call, writeContent, { bytes, withXml })
  return {
    document: document === null ? null : new MarkedJson(document),
    ...(withXml && { xml: new MarkedJson(xml) }),
  }
}
