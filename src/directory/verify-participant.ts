import { z } from 'zod'
import { peppolId } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { type DocumentType, documentTypes } from '../values/document-types.ts'
import { newLookup } from '../upstreams/directory/lookup.ts'
import type { Reception } from '../upstreams/directory/port.ts'
import { documentTypeIdsOf, documentTypesFor } from '../values/peppol-documents.ts'
import { spellingsOf } from '../values/peppol-id.ts'

/** `INVOICE`, `credit-note`, or the whole identifier that the network uses. */
const kindNamed = (text: string): DocumentType | undefined =>
  documentTypes.find((type) => type !== 'event' && type === text.toLowerCase().replaceAll('_', '-'))
const isIdentifier = (text: string): boolean => text.includes('::')

/** The document type to verify: of a kind, the first that the participant accepts, in the order in which we send. */
const meantBy = (documentType: string, accepts: readonly string[]): string => {
  const kind = kindNamed(documentType)
  if (kind === undefined) return documentType
  const candidates = documentTypeIdsOf(kind)
  const listed = documentTypesFor(accepts).includes(kind) ? candidates.find((id) => accepts.includes(id)) : undefined
  return listed ?? candidates[0] ?? documentType
}

export const verifyParticipant = operation({
  name: 'verifyParticipant',
  summary:
    'Checks whether a participant is registered on the network and receives a kind of document. Nothing is sent.',
  scope: 'directory',
  writes: false,
  input: z.strictObject({
    peppolId: peppolId.describe('The participant id to verify.'),
    documentType: z
      .string()
      .max(500)
      .refine((text) => isIdentifier(text) || kindNamed(text) !== undefined, {
        error: 'Expected a kind of document such as INVOICE, or a document type identifier of the network',
        params: { code: 'INVALID_ENUM' },
      })
      .meta({ examples: ['INVOICE'] })
      .describe(
        'The kind of document to check: `INVOICE`, `CREDIT_NOTE`, ' +
          '…, or a document type identifier of the network.',
      ),
    trace: z
      .boolean()
      .default(false)
      .describe('Whether to return the steps of the lookup: what was asked, who answered, and how long it took.'),
  }),
  errors: ['UPSTREAM_ERROR', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  async prepare(
    {
      platform: {
        upstreams: { directory },
      },
      trace,
    },
    given,
  ) {
    const lookup = newLookup(trace)
    const record = await directory.lookUp(lookup, given.peppolId)
    const reception: Reception =
      record.reason === null
        ? await directory.receptionOf(lookup, record, meantBy(given.documentType, record.accepts))
        : { endpoint: null, reason: record.reason }
    return { record, reception, steps: lookup.steps }
  },
  async run(
    { db },
    { peppolId: participant, documentType, trace },
    { record: { exists, name }, reception: { endpoint, reason }, steps },
  ) {
    // The network does not tell names; the directory does, where it was asked before.
    const listed =
      exists && name === null
        ? await db.directoryEntry.findFirst({
            where: { peppolId: { in: spellingsOf(participant) } },
            select: { name: true },
          })
        : null
    return {
      peppolId: participant,
      exists,
      canReceive: endpoint !== null,
      reason,
      recipientName: name ?? listed?.name ?? null,
      accessPoint: endpoint?.accessPoint ?? null,
      documentType: kindNamed(documentType)?.toUpperCase().replaceAll('-', '_') ?? documentType,
      steps,
      isTraced: trace,
    }
  },
})
