/**
 * The queries of a screen that shows documents: written once, for every client of others. The names are as Relay wants
 * them in a file `Story`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GraphQLObjectType, buildSchema, getNamedType, isObjectType } from 'graphql'

/** The schema as integrators get it. */
export const SCHEMA_FILE = join(import.meta.dirname, '../../schema.graphql')
export const clientSchema = buildSchema(readFileSync(SCHEMA_FILE, 'utf8'))

/** Types without an identity: what they say is a part of the object that they stand in. */
export const isPart = (type: unknown): type is GraphQLObjectType => isObjectType(type) && !('id' in type.getFields())

/** The fields of a type that hold such parts. */
export const partsOf = (name: string): string[] =>
  Object.values((clientSchema.getType(name) as GraphQLObjectType).getFields()).flatMap(({ name, type }) =>
    isPart(getNamedType(type)) ? [name] : [],
  )

interface Dialect {
  /** After `documents(…)`, and after a `document` that may be new to the list. */
  list?: string
  added?: string
  /** After the name of a fragment. */
  spread?: string
  /** Further variables of what may add to the list. */
  variables?: string
}

/** The kinds of events that have a document. */
const KINDS = [
  ...['RECEIVED', 'SENT', 'DELIVERED', 'FAILED', 'RETRYING', 'UPDATED'].map((kind) => `DOCUMENT_${kind}`),
  'LIFECYCLE_UPDATED',
]

const fragments = (spread: string) => ({
  row: `
    fragment Story_row on Document {
      id number status deliveryStatus lifecycleStatus archived read tags grossAmount amountDue
      sentAt deliveredAt updatedAt
      company { id name }
      partner { id name }
    }`,
  whole: `
    fragment Story_whole on Document {
      ...Story_row${spread}
      parties { role participantId name vatNumber }
      lines { lineId description netAmount }
      attempts { id outcome }
      messageStatuses { id code }
      lifecycleMessages { id direction deliveryStatus errorCode deliveredAt }
      timeline { source at what }
      statuses { id status reasonCode reason party author }
      transitions { target reasonCodes { code } }
      notes { id text }
      payments { id amount }
      viewerCan { act resend }
    }`,
})

export const clientDocuments = ({ list = '', added = '', spread = '', variables = '' }: Dialect = {}) => ({
  ...fragments(spread),
  list: `
    query StoryListQuery($filter: DocumentFilter) {
      documents(first: 20, filter: $filter)${list} { edges { node { ...Story_whole${spread} } } }
    }`,
  one: `
    query StoryOneQuery($id: ID!) {
      document(id: $id) { ...Story_whole${spread} }
    }`,
  send: `
    mutation StorySendMutation($input: SendDocumentInput!${variables}) {
      sendDocument(input: $input) { document${added} { ...Story_whole${spread} } }
    }`,
  archive: `
    mutation StoryArchiveMutation($id: ID!) {
      actOnDocument(input: {documentId: $id, action: ARCHIVE}) { document { ...Story_whole${spread} } }
    }`,
  dispute: `
    mutation StoryDisputeMutation($id: ID!) {
      updateLifecycle(input: {documentId: $id, status: DISPUTED, reasonCode: PRI, reason: "Not what we agreed"}) {
        result { document { ...Story_whole${spread} } }
      }
    }`,
  live: `
    subscription StoryLiveSubscription${variables && `(${variables.replace(/^, /, '')})`} {
      events(types: [${KINDS.join(' ')}]) { id seq document${added} { ...Story_whole${spread} } }
    }`,
})

type Documents = ReturnType<typeof clientDocuments>

/** Each operation with the fragments that it spreads, for clients that take one text. */
export const withFragments = ({ row, whole, ...operations }: Documents): Omit<Documents, 'row' | 'whole'> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, operation + whole + row]),
  ) as typeof operations
