/** What a document says, what happened to it and what may be done with it: fields that are asked for many documents at once. */
import { builder } from '../graphql/builder.ts'
import { batched } from '../graphql/batched.ts'
import type { Context } from '../graphql/context.ts'
import { enumOf } from '../graphql/enums.ts'
import { args, read, runs } from '../graphql/field.ts'
import { abilities, abilityColumns, abilityNames, allows } from './record/abilities.ts'
import type { DocumentRow } from './record/document.ts'
import { getEvidence } from './views/get-evidence.ts'
import { getTimeline } from './views/get-timeline.ts'
import { Document } from './schema.ts'
import { type Structured, structureColumns, structuredOf } from './views/structured.ts'
import { type Moment, type TimelineDocument, sourceNames, timelineColumns, timelinesOf } from './views/timeline.ts'

type Structural = Pick<DocumentRow, keyof typeof structureColumns>

const structureOf = (document: Structural, context: Context): Promise<Structured | null> =>
  batched<Structural, Structured | null>(context, 'structures', (documents) =>
    structuredOf(context.call.platform, context.call.platform.db.client, context.call.trace, documents),
  ).load(document)

const rowsIn = (structure: Structured | null, name: string): Structured[] => (structure?.[name] ?? []) as Structured[]

interface Said {
  name: string
  type: 'String' | 'Decimal' | 'Date' | 'JSON'
  description: string
}

/** A field that a structure holds under the same name. */
const said =
  (fields: readonly Said[]) =>
  (t: { field(options: object): unknown }): never =>
    Object.fromEntries(
      fields.map(({ name, type, description }) => [
        name,
        t.field({ type, nullable: true, description, resolve: (row: Structured) => row[name] ?? null }),
      ]),
    ) as never

const DocumentLine = builder.objectRef<Structured>('DocumentLine').implement({
  description: 'A line of a document, under the names of the send body.',
  fields: said([
    { name: 'id', type: 'String', description: 'BT-126: how the document numbers it.' },
    { name: 'description', type: 'String', description: 'BT-153: what it is.' },
    { name: 'longDescription', type: 'String', description: 'BT-154: more of what it is.' },
    { name: 'itemCode', type: 'String', description: "BT-155: the seller's code." },
    { name: 'quantity', type: 'Decimal', description: 'BT-129: how many.' },
    { name: 'unit', type: 'String', description: 'BT-130: of what unit (Recommendation 20).' },
    { name: 'unitPrice', type: 'Decimal', description: 'BT-146: price of one.' },
    { name: 'netAmount', type: 'Decimal', description: 'BT-131: amount without VAT.' },
    { name: 'vatRate', type: 'Decimal', description: 'BT-152: VAT rate.' },
    { name: 'vatCategory', type: 'String', description: 'BT-151: VAT category.' },
    { name: 'vatExemptionReason', type: 'String', description: 'BT-120: why no VAT is charged.' },
    { name: 'vatExemptionCode', type: 'String', description: 'BT-121: the same as a code.' },
    { name: 'orderLineReference', type: 'String', description: 'BT-132: the line of the order.' },
    { name: 'note', type: 'String', description: 'BT-127: a remark.' },
    { name: 'period', type: 'JSON', description: 'BG-26: when it was supplied.' },
    { name: 'allowances', type: 'JSON', description: 'BG-27: what is taken off.' },
    { name: 'charges', type: 'JSON', description: 'BG-28: what is added.' },
  ]),
})

const DocumentParty = builder.objectRef<Structured>('DocumentParty').implement({
  description: 'Somebody that a document names.',
  fields: said([
    { name: 'role', type: 'String', description: '`seller`, `buyer`, `payee` or `tax-representative`.' },
    { name: 'id', type: 'String', description: 'Participant id.' },
    { name: 'name', type: 'String', description: 'Name.' },
    { name: 'tradingName', type: 'String', description: 'Name it trades under.' },
    { name: 'vatNumber', type: 'String', description: 'VAT number.' },
    { name: 'taxNumber', type: 'String', description: 'Other tax number.' },
    { name: 'legalId', type: 'JSON', description: 'Number in the register, with its scheme.' },
    { name: 'identifiers', type: 'JSON', description: 'Other identifiers.' },
    { name: 'address', type: 'JSON', description: 'Address.' },
    { name: 'contact', type: 'JSON', description: 'Whom to ask.' },
  ]),
})

const MomentType = builder.objectRef<Moment>('Moment').implement({
  description: 'One thing that happened to a document.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => at }),
    source: t.field({
      type: enumOf('TimelineSource', sourceNames),
      description: 'Where it is known from.',
      resolve: ({ source }) => source,
    }),
    what: t.exposeString('what', { description: 'What happened, as a word.' }),
    by: t.exposeString('by', { nullable: true, description: 'Who did it, where that is known.' }),
    text: t.exposeString('text', { description: 'In a sentence.' }),
    data: t.field({ type: 'JSON', description: 'The facts.', resolve: ({ data }) => data }),
  }),
})

const ViewerCan = builder.objectRef<Record<string, boolean>>('ViewerCan').implement({
  description: 'What the caller may do with a document now. The operations refuse exactly what is false here.',
  fields: (t) =>
    Object.fromEntries(
      abilityNames.map((name) => [
        name,
        t.boolean({ description: abilities[name].description, resolve: (can) => can[name] ?? false }),
      ]),
    ),
})

interface Linked {
  organizationId: string
  companyId: string
}
/** A caller bound to one company sees no document of another, whoever linked it. */
const seen = ({ call: { actor } }: Context) => (actor.companyId === null ? {} : { companyId: actor.companyId })

builder.prismaObjectFields(Document, (t) => ({
  structured: t.field({
    type: 'JSON',
    nullable: true,
    select: structureColumns,
    description:
      'What it says, under the names of the send body; decimals are texts. Null where it was stored as it is. REST: `GET /v1/documents/{document_id}/structured`.',
    resolve: (document, _args, context) => structureOf(document, context),
  }),
  lines: t.field({
    type: [DocumentLine],
    select: structureColumns,
    description: 'Its lines.',
    resolve: async (document, _args, context) => rowsIn(await structureOf(document, context), 'lines'),
  }),
  parties: t.field({
    type: [DocumentParty],
    select: structureColumns,
    description: 'Whom it names.',
    resolve: async (document, _args, context) => rowsIn(await structureOf(document, context), 'parties'),
  }),
  timeline: t.field({
    type: [MomentType],
    select: timelineColumns,
    description: 'What happened to it, oldest first. REST: `GET /v1/documents/{document_id}/timeline`.',
    resolve: (document, _args, context) =>
      batched<TimelineDocument, Moment[]>(context, 'timelines', (documents) =>
        timelinesOf(context.call.platform.db.client, documents),
      ).load(document),
  }),
  viewerCan: t.field({
    type: ViewerCan,
    select: abilityColumns,
    description: 'What the caller may do with it now.',
    resolve: (document, _args, { call }) =>
      Object.fromEntries(abilityNames.map((name) => [name, allows(name, call.actor, document)])),
  }),
  links: t.field({
    type: [Document],
    description: 'Documents that somebody linked with it, whichever way.',
    select: (_args: object, context: Context, nested: (selection?: object) => object) =>
      ({
        linksFrom: { where: { to: seen(context) }, select: { to: nested() } },
        linksTo: { where: { from: seen(context) }, select: { from: nested() } },
      }) as never,
    resolve: ((document: { linksFrom: { to: Linked }[]; linksTo: { from: Linked }[] }) => [
      ...document.linksFrom.map(({ to }) => to),
      ...document.linksTo.map(({ from }) => from),
    ]) as never,
  }),
  evidenceUrl: t.string({
    description: 'Where the evidence of its exchange is, with the same credentials.',
    resolve: ({ id }, _args, { call }) => `${call.platform.baseUrl}/v1/documents/${id}/evidence`,
  }),
}))

builder.queryField('documentTimeline', (t) =>
  t.field({
    type: [MomentType],
    description: getTimeline.summary,
    args: args(getTimeline, t),
    extensions: runs(getTimeline),
    resolve: (_root, given, context) => read(getTimeline, given, context),
  }),
)

const Evidence = builder
  .objectRef<Awaited<ReturnType<typeof getEvidence.run>> & { documentId: string }>('Evidence')
  .implement({
    description: 'Everything that proves the exchange of a document, in one archive.',
    fields: (t) => ({
      fileName: t.exposeString('fileName', { description: 'Name of the archive.' }),
      hash: t.exposeString('hash', { description: 'Changes when anything in it does.' }),
      names: t.exposeStringList('names', { description: 'What is in it.' }),
      url: t.string({
        description: 'Where the archive is, with the same credentials.',
        resolve: ({ documentId }, _args, { call }) =>
          `${call.platform.baseUrl}/v1/documents/${encodeURIComponent(documentId)}/evidence`,
      }),
    }),
  })

builder.queryField('documentEvidence', (t) =>
  t.field({
    type: Evidence,
    description: getEvidence.summary,
    args: args(getEvidence, t),
    extensions: runs(getEvidence),
    resolve: async (_root, given, context) => ({
      ...(await read(getEvidence, given, context)),
      documentId: String(given['documentId']),
    }),
  }),
)
