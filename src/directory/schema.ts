import type { DirectoryEntry } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, read, runs } from '../graphql/field.ts'
import { type LookupStep, OK, lookupSteps, stepDescriptions } from '../upstreams/directory/lookup.ts'
import { documentTypes } from '../values/document-types.ts'
import { getParticipant } from './get-participant.ts'
import { LookupReasonEnum } from './schema-reason.ts'
import { searchDirectory } from './search-directory.ts'
import { verifyParticipant } from './verify-participant.ts'

const DocumentType = enumOf('DocumentType', documentTypes)

type Participant = Omit<Awaited<ReturnType<typeof getParticipant.run>>, 'accepts' | 'endpoint' | 'transportProfile'> & {
  accepts?: string[]
  endpoint?: string | null
  transportProfile?: string | null
}

const ParticipantType = builder.objectRef<Participant | DirectoryEntry>('Participant').implement({
  description: 'Somebody who is registered on the network.',
  authScopes: { access: 'directory' },
  fields: (t) => ({
    peppolId: t.field({ type: 'PeppolId', description: 'Participant id.', resolve: ({ peppolId }) => peppolId }),
    name: t.exposeString('name', { description: 'Name.' }),
    country: t.field({
      type: 'CountryCode',
      nullable: true,
      description: 'Country.',
      resolve: ({ country }) => country,
    }),
    city: t.exposeString('city', { nullable: true, description: 'Town.' }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'Post code.' }),
    vatNumber: t.field({
      type: 'VatNumber',
      nullable: true,
      description: 'VAT number.',
      resolve: ({ vatNumber }) => vatNumber,
    }),
    documentTypes: t.field({
      type: [DocumentType],
      description: 'The kinds of documents that it receives.',
      resolve: (one) => one.documentTypes as string[],
    }),
    accessPoint: t.exposeString('accessPoint', { nullable: true, description: 'Who takes documents over for it.' }),
    identifiers: t.stringList({
      description: 'Numbers that it is found by.',
      resolve: ({ identifiers }) => identifiers,
    }),
    naceCodes: t.stringList({ description: 'What it does, as NACE codes.', resolve: ({ naceCodes }) => naceCodes }),
    detail: t.field({
      type: 'JSON',
      description: 'Street, contacts, websites and day of registration, where the directory tells them.',
      resolve: ({ detail }) => detail,
    }),
    accepts: t.stringList({
      nullable: true,
      description: 'Document type identifiers of its record on the network; only where one participant is asked for.',
      resolve: (one) => ('accepts' in one && one.accepts ? one.accepts : null),
    }),
    endpoint: t.string({
      nullable: true,
      description: 'Where documents for it are handed over; only where one participant is asked for.',
      resolve: (one) => ('endpoint' in one && one.endpoint ? one.endpoint : null),
    }),
    transportProfile: t.string({
      nullable: true,
      description: 'How they are handed over, as the network calls it; only where one participant is asked for.',
      resolve: (one) => ('transportProfile' in one && one.transportProfile ? one.transportProfile : null),
    }),
  }),
})

const LookupStepType = builder.objectRef<LookupStep>('LookupStep').implement({
  description: 'A step of a lookup on the network.',
  fields: (t) => ({
    step: t.field({
      type: enumOf('LookupStepName', lookupSteps, stepDescriptions),
      description: 'What was done.',
      resolve: ({ step }) => step,
    }),
    target: t.exposeString('target', {
      description: 'What was asked for: a name of the DNS, an address, a document type.',
    }),
    answered: t.exposeString('answered', {
      nullable: true,
      description: 'Who answered: a server, whose certificate it is, or the cache. Null where nobody did.',
    }),
    reason: t.field({
      type: LookupReasonEnum,
      nullable: true,
      description: 'Why the step failed; null for one that went well.',
      resolve: ({ outcome }) => (outcome === OK ? null : outcome),
    }),
    detail: t.exposeString('detail', { nullable: true, description: 'What the answer was, or what is wrong with it.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took.' }),
  }),
})

const Verification = builder.objectRef<Awaited<ReturnType<typeof verifyParticipant.run>>>('Verification').implement({
  description: 'Whether somebody can receive a kind of document.',
  fields: (t) => ({
    peppolId: t.expose('peppolId', { type: 'PeppolId', description: 'Who was asked for.' }),
    exists: t.exposeBoolean('exists', { description: 'Whether it is registered on the network.' }),
    canReceive: t.exposeBoolean('canReceive', { description: 'Whether it receives that kind of document.' }),
    recipientName: t.exposeString('recipientName', { nullable: true, description: 'Its name.' }),
    documentType: t.exposeString('documentType', { description: 'The kind of document that was asked for.' }),
    accessPoint: t.exposeString('accessPoint', { nullable: true, description: 'Who takes documents over for it.' }),
    reason: t.field({
      type: LookupReasonEnum,
      nullable: true,
      description: 'Why it cannot receive; null where it can.',
      resolve: ({ reason }) => reason,
    }),
    trace: t.field({
      type: [LookupStepType],
      description: 'The steps of the lookup, in their order.',
      resolve: ({ steps }) => steps,
    }),
  }),
})

builder.queryField('participant', (t) =>
  t.field({
    type: ParticipantType,
    description: getParticipant.summary,
    args: { peppolId: t.arg.id({ required: true, description: 'Participant id.' }) },
    extensions: runs(getParticipant),
    resolve: (_root, { peppolId }, context) => read(getParticipant, { participantId: peppolId }, context),
  }),
)

builder.queryField('searchDirectory', (t) =>
  t.connection(
    {
      type: ParticipantType,
      description: searchDirectory.summary,
      args: args(searchDirectory, t, PAGE_ARGUMENTS),
      extensions: runs(searchDirectory),
      resolve: async (_root, given, context) => connectionOf(await read(searchDirectory, given, context)) as never,
    },
    ...connectionTypes('Participant', 'participants'),
  ),
)

builder.queryField('verifyParticipant', (t) =>
  t.field({
    type: Verification,
    description: verifyParticipant.summary,
    args: args(verifyParticipant, t, ['trace']),
    extensions: runs(verifyParticipant),
    resolve: (_root, given, context) => read(verifyParticipant, given, context),
  }),
)
