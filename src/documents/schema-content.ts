/** What a document says and what happened to it: fields that are asked for many documents at once. */
import { contentShape, lineShape, partyShape } from '../formats/json/described.ts'
import { batched } from '../graphql/batched.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { objectOf } from '../graphql/object.ts'
import { objectOfSchema } from '../graphql/outputs.ts'
import { query } from '../graphql/query.ts'
import type { DocumentRow } from './record/document.ts'
import { Document } from './schema.ts'
import { structuredView } from './views/content-view.ts'
import { getStructuredDocument } from './views/get-structured.ts'
import { getTimeline } from './views/get-timeline.ts'
import { type Structured, structureColumns, structuredOf } from './views/structured.ts'
import { type Moment, type TimelineDocument, timelineColumns, timelinesOf } from './views/timeline.ts'
import { momentView } from './views/view.ts'

type Structural = Pick<DocumentRow, keyof typeof structureColumns>

const structureOf = (document: Structural, context: Context): Promise<Structured | null> =>
  batched<Structural, Structured | null>(context, 'structures', (documents) =>
    structuredOf(context.call.platform, context.call.platform.db.client, context.call.trace, documents),
  ).load(document)

const partsOf = (structure: Structured | null, name: string): unknown[] => (structure?.[name] ?? []) as unknown[]

const MomentType = objectOf(momentView)

builder.prismaObjectFields(Document, (t) => ({
  structured: t.field({
    type: objectOfSchema(contentShape),
    nullable: true,
    select: structureColumns,
    description:
      'The content of the document, with the field names of the send body. Null when ' +
      'the file has no structured content. REST: `GET /v1/documents/{document_id}/structured`.',
    resolve: (document, _args, context) => structureOf(document, context),
  }),
  lines: t.field({
    type: [objectOfSchema(lineShape)],
    select: structureColumns,
    description: 'Lines of the document.',
    resolve: async (document, _args, context) => partsOf(await structureOf(document, context), 'lines'),
  }),
  parties: t.field({
    type: [objectOfSchema(partyShape)],
    select: structureColumns,
    description: 'Parties that the document names.',
    resolve: async (document, _args, context) => partsOf(await structureOf(document, context), 'parties'),
  }),
  timeline: t.field({
    type: [MomentType],
    select: timelineColumns,
    description: 'What happened to the document, oldest first. REST: `GET /v1/documents/{document_id}/timeline`.',
    resolve: (document, _args, context) =>
      batched<TimelineDocument, Moment[]>(context, 'timelines', (documents) =>
        timelinesOf(context.call.platform.db.client, documents),
      ).load(document),
  }),
}))

query('structuredDocument', getStructuredDocument, objectOf(structuredView))
query('documentTimeline', getTimeline, [MomentType])
