/** What the directory and the network answer of participants. */
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
  record,
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
import { documentTypes } from '../values/document-types.ts'
import type { getParticipant } from './get-participant.ts'
import type { verifyParticipant } from './verify-participant.ts'
import type { ResultOf } from '../operation/operation.ts'

const documentTypeChoice = choiceOf('DocumentType', documentTypes)

const reasons: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(lookupReasons).map(([reason, { description }]) => [reason, description]),
)
export const lookupReasonChoice = choiceOf('LookupReason', Object.keys(reasons), reasons)

const basic = {
  peppolId: peppolId('Participant id.'),
  name: text('Name.').like('Atelier Logistics'),
  country: country('Country.').orNull(),
  city: text('Town.').orNull(),
  postalCode: text('Post code.').orNull(),
  vatNumber: vatNumber('VAT number.').orNull(),
  documentTypes: choice(documentTypeChoice, 'The kinds of documents that it receives.').list(),
  accessPoint: text('Who takes documents over for it.').orNull(),
}

const identifiers = text('Numbers that it is found by.').list()
const naceCodes = text('What it does, as NACE codes.').list()
const detail = record('Street, contacts, websites and day of registration, where the directory tells them.')

type Participant = ResultOf<typeof getParticipant>

/** Rows of a search have no record on the network. */
export const participantView = view<Participant>()('Participant', 'Somebody who is registered on the network.', {
  ...basic,
  identifiers,
  naceCodes,
  accepts: text('Document type identifiers of its record on the network; only where one participant is asked for.')
    .list()
    .orNull(),
  endpoint: text('Where documents for it are handed over; only where one participant is asked for.').orNull(),
  transportProfile: text(
    'How they are handed over, as the network calls it; only where one participant is asked for.',
  ).orNull(),
  detail,
})

/** The one that is asked for. */
export const participantOnNetworkView = extend<Participant, object>(participantView)(
  'Participant',
  participantView.description,
  {
    accepts: text('Document type identifiers of its record on the network.').list(),
    endpoint: text('Where documents for it are handed over; null where it takes none.').orNull(),
    transportProfile: text('How they are handed over, as the network calls it.').orNull(),
  },
)

export const listedView = view<DirectoryEntry>()(
  'ListedParticipant',
  'Somebody whom the directory lists. Identifiers, activities and detail only with `detail=full`.',
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
  'Somebody whom the directory lists, in brief.',
  Object.keys(basic),
)

const stepView = view<LookupStep>()('LookupStep', 'A step of a lookup on the network.', {
  step: choice(choiceOf('LookupStepName', lookupSteps, stepDescriptions), 'What was done.'),
  target: text('What was asked for: a name of the DNS, an address, a document type.'),
  answered: text('Who answered: a server, whose certificate it is, or the cache. Null where nobody did.').orNull(),
  detail: text('What the answer was, or what is wrong with it.').orNull(),
  outcome: choice(choiceOf('LookupOutcome', lookupOutcomes), '`OK`, or why the step failed.').onlyIn('rest'),
  reason: choice(lookupReasonChoice, 'Why the step failed; null for one that went well.')
    .orNull()
    .by(['outcome'], ({ outcome }: Pick<LookupStep, 'outcome'>) => (outcome === OK ? null : outcome))
    .onlyIn('graphql'),
  durationMs: integer('How long it took, in milliseconds.'),
})

type Verification = ResultOf<typeof verifyParticipant>

export const verificationView = view<Verification>()(
  'Verification',
  'Whether somebody can receive a kind of document.',
  {
    peppolId: peppolId('Who was asked for.'),
    exists: flag('Whether it is registered on the network.'),
    canReceive: flag('Whether it receives that kind of document.'),
    reason: choice(lookupReasonChoice, 'Why it cannot receive; null where it can.').orNull(),
    recipientName: text('Its name.').orNull(),
    accessPoint: text('Who takes documents over for it.').orNull(),
    documentType: text('The kind of document that was asked for.').like('INVOICE'),
    trace: object(stepView, 'The steps of the lookup, in their order.').list().from('steps'),
  },
)

type Traced = Pick<Verification, 'steps' | 'isTraced'>

/** With its steps only where they were asked for. */
export const tracedVerificationView = extend<Verification, object>(verificationView)(
  'Verification',
  verificationView.description,
  {
    trace: object(stepView, 'The steps of the lookup, with `?trace=true`.')
      .list()
      .orAbsent()
      .by(['steps', 'isTraced'], ({ steps, isTraced }: Traced) => (isTraced ? steps : undefined)),
  },
)
