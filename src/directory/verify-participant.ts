import { z } from 'zod'
import { peppolId } from '../input.ts'
import { operation } from '../operation.ts'
import { type DocumentType, documentTypes } from '../values/document-types.ts'
import { type Lookup, newLookup } from '../upstreams/directory/lookup.ts'
import type { DirectoryRecord, Reception } from '../upstreams/directory/port.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import { documentTypeIdsOf } from '../values/peppol-documents.ts'

/** `INVOICE`, `credit-note`, or the whole identifier that the network uses. */
const kindNamed = (text: string): DocumentType | undefined => documentTypes.find((type) => type !== 'event' && type === text.toLowerCase().replaceAll('_', '-'))
const isIdentifier = (text: string): boolean => text.includes('::')

/** The first of a kind's document types that it receives; where there is none, why not the first. */
const receptionOf = async (directory: Upstreams['directory'], lookup: Lookup, record: DirectoryRecord, documentType: string): Promise<Reception> => {
  const kind = kindNamed(documentType)
  const meant = kind === undefined ? [documentType] : documentTypeIdsOf(kind)
  const listed = meant.filter((id) => record.accepts.includes(id))
  let reason: Reception | undefined
  for (const id of listed.length > 0 ? listed : meant.slice(0, 1)) {
    const reception = await directory.receptionOf(lookup, record, id)
    if (reception.endpoint) return reception
    reason ??= reception
  }
  return reason ?? { endpoint: null, reason: 'DOCUMENT_TYPE_NOT_SUPPORTED' }
}

export const verifyParticipant = operation({
  name: 'verifyParticipant',
  summary: 'Whether somebody is registered on the network and receives a kind of document, before anything is sent.',
  scope: 'directory',
  writes: false,
  input: z.strictObject({
    peppolId: peppolId.describe('The participant id to verify.'),
    documentType: z.string().max(500).refine((text) => isIdentifier(text) || kindNamed(text) !== undefined, { error: 'Expected a kind of document such as INVOICE, or a document type identifier of the network', params: { code: 'INVALID_ENUM' } })
      .meta({ examples: ['INVOICE'] }).describe('What is to be sent: `INVOICE`, `CREDIT_NOTE`, …, or a document type identifier of the network.'),
    trace: z.boolean().default(false).describe('Whether to tell the steps of the lookup: what was asked, who answered, how long it took.'),
  }),
  errors: ['UPSTREAM_ERROR', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  async prepare({ platform: { upstreams: { directory } }, trace }, given) {
    const lookup = newLookup(trace)
    const record = await directory.lookUp(lookup, given.peppolId)
    const reception: Reception = record.reason === null ? await receptionOf(directory, lookup, record, given.documentType) : { endpoint: null, reason: record.reason }
    return { record, reception, steps: lookup.steps }
  },
  async run({ db }, { peppolId: participant, documentType, trace }, { record: { exists, name }, reception: { endpoint, reason }, steps }) {
    // The network does not tell names; the directory does, where it was asked before.
    const listed = exists && name === null ? await db.directoryEntry.findFirst({ where: { peppolId: { equals: participant, mode: 'insensitive' } }, select: { name: true } }) : null
    return {
      peppolId: participant, exists, canReceive: endpoint !== null, reason, recipientName: name ?? listed?.name ?? null, accessPoint: endpoint?.accessPoint ?? null,
      documentType: kindNamed(documentType)?.toUpperCase().replaceAll('-', '_') ?? documentType, steps, isTraced: trace,
    }
  },
})
