/** What the directory and the network answer of participants. */
import { z } from 'zod'
import type { DirectoryEntry } from '../generated/prisma/client.ts'
import {
  choice,
  choiceOf,
  country,
  extend,
  flag,
  integer,
  object,
  peppolId,
  pick,
  structure,
  text,
  vatNumber,
  view,
} from '../operation/view.ts'
import {
  type LookupStep,
  OK,
  lookupOutcomes,
  lookupReasons,
  lookupSteps,
  stepDescriptions,
} from '../upstreams/directory/lookup.ts'
import { documentTypeMeanings, documentTypes } from '../values/document-types.ts'
import type { getParticipant } from './get-participant.ts'
import type { verifyParticipant } from './verify-participant.ts'
import type { ResultOf } from '../operation/operation.ts'

const documentTypeChoice = choiceOf('DocumentType', documentTypes, documentTypeMeanings)

const reasons: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(lookupReasons).map(([reason, { description }]) => [reason, description]),
)
export const lookupReasonChoice = choiceOf('LookupReason', Object.keys(reasons), reasons)

const basic = {
  peppolId: peppolId('Participant id.'),
  name: text('Name.').like('Atelier Logistics'),
  country: country('Country code. Null when it is not known.').orNull(),
  city: text('Town. Null when it is not known.').orNull(),
  postalCode: text('Post code. Null when it is not known.').orNull(),
  vatNumber: vatNumber('VAT number. Null when it is not known.').orNull(),
  documentTypes: choice(documentTypeChoice, 'The kinds of documents that the participant receives.').list(),
  accessPoint: text("Name of the participant's access point. Null when it is not known.").orNull(),
}

const identifiers = text('Numbers by which the participant can be found.').list()
const naceCodes = text('Activities of the participant, as NACE codes.').list()
const said = (description: string) => z.string().optional().describe(description)

const contactShape = z
  .object({
    name: said('Name.'),
    email: said('E-mail address.'),
    phone: said('Telephone number.'),
    type: said('Kind of contact, in the words of the directory.'),
  })
  .meta({ id: 'DirectoryContact', graphql: 'DirectoryContact', about: 'A contact of a participant.' })

const detailShape = z
  .object({
    street: said('Street and number.'),
    contacts: z.array(contactShape).optional().describe('Contacts.'),
    websites: z.array(z.string()).optional().describe('Addresses of web sites.'),
    registeredOn: said('Day of registration, in the form of the directory.'),
  })
  .meta({
    id: 'DirectoryDetail',
    graphql: 'DirectoryDetails',
    about: 'Further facts about a participant. What the directory does not have is null.',
  })

const detail = structure(
  detailShape,
  'Street, contacts, websites and day of registration, as far as the directory has them.',
)

type Participant = ResultOf<typeof getParticipant>

/** Rows of a search have no record on the network. */
export const participantView = view<Participant>()('Participant', 'A participant that is registered on the network.', {
  ...basic,
  identifiers,
  naceCodes,
  accepts: text(
    "Document type identifiers in the participant's record on the " +
      'network. Null in lists: read a single participant to get them.',
  )
    .list()
    .orNull(),
  endpoint: text("Address of the endpoint that receives the participant's documents. Null in lists.").orNull(),
  transportProfile: text('Transport profile of the endpoint, as the network names it. Null in lists.').orNull(),
  detail,
})

/** The one that is asked for. */
export const participantOnNetworkView = extend<Participant, object>(participantView)(
  'Participant',
  participantView.description,
  {
    accepts: text("Document type identifiers in the participant's record on the network.").list(),
    endpoint: text(
      "Address of the endpoint that receives the participant's documents. Null when it has none.",
    ).orNull(),
    transportProfile: text('Transport profile of the endpoint, as the network names it.').orNull(),
  },
)

export const listedView = view<DirectoryEntry>()(
  'ListedParticipant',
  'A participant that the directory lists. It has identifiers, activities and detail only with `detail=full`.',
  {
    ...basic,
    identifiers: identifiers.orAbsent(),
    naceCodes: naceCodes.orAbsent(),
    detail: detail.orAbsent(),
  },
)

export const brieflyListedView = pick(
  listedView,
  'BrieflyListedParticipant',
  'A participant that the directory lists, in a short form.',
  Object.keys(basic),
)

const stepView = view<LookupStep>()('LookupStep', 'One step of a lookup on the network.', {
  step: choice(choiceOf('LookupStepName', lookupSteps, stepDescriptions), 'Kind of step.'),
  target: text('Subject of the step: a DNS name, an address, or a document type.'),
  answered: text(
    'Who answered: a server, the owner of a certificate, or the cache. Null when nobody answered.',
  ).orNull(),
  detail: text('The answer, or what is wrong with it.').orNull(),
  outcome: choice(
    choiceOf('LookupOutcome', lookupOutcomes, { ...reasons, OK: 'The step succeeded.' }),
    '`OK`, or the reason why the step failed.',
  ).onlyIn('rest'),
  reason: choice(lookupReasonChoice, 'Why the step failed. Null when it succeeded.')
    .orNull()
    .by(['outcome'], ({ outcome }: Pick<LookupStep, 'outcome'>) => (outcome === OK ? null : outcome))
    .onlyIn('graphql'),
  durationMs: integer('Duration of the step in milliseconds.'),
})

type Verification = ResultOf<typeof verifyParticipant>

export const verificationView = view<Verification>()(
  'Verification',
  'The result of checking whether a participant receives a kind of document.',
  {
    peppolId: peppolId('Participant id that was checked.'),
    exists: flag('Whether the participant is registered on the network.'),
    canReceive: flag('Whether the participant receives that kind of document.'),
    reason: choice(lookupReasonChoice, 'Why the participant cannot receive the document. Null when it can.').orNull(),
    recipientName: text('Name of the participant. Null when it is not known.').orNull(),
    accessPoint: text("Name of the participant's access point. Null when it is not known.").orNull(),
    documentType: text('The kind of document that was checked.').like('INVOICE'),
    trace: object(stepView, 'The steps of the lookup, in order.').list().from('steps'),
  },
)

type Traced = Pick<Verification, 'steps' | 'isTraced'>

/** With its steps only where they were asked for. */
export const tracedVerificationView = extend<Verification, object>(verificationView)(
  'Verification',
  verificationView.description,
  {
    trace: object(stepView, 'The steps of the lookup, in order. Present only with `?trace=true`.')
      .list()
      .orAbsent()
      .by(['steps', 'isTraced'], ({ steps, isTraced }: Traced) => (isTraced ? steps : undefined)),
  },
)
