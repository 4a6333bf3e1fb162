import { z } from 'zod'
import { peppolId } from '../input.ts'
import { operation } from '../operation.ts'
import { type DocumentType, documentTypes } from '../values/document-types.ts'
import { documentTypesFor } from '../values/peppol-documents.ts'

/** `INVOICE`, `credit-note`, or the whole identifier that the network uses. */
const kindNamed = (text: string): DocumentType | undefined => documentTypes.find((type) => type !== 'event' && type === text.toLowerCase().replaceAll('_', '-'))
const isIdentifier = (text: string): boolean => text.includes('::')

export const verifyParticipant = operation({
  name: 'verifyParticipant',
  summary: 'Whether somebody is registered on the network and receives a kind of document, before anything is sent.',
  scope: 'directory',
  writes: false,
  input: z.strictObject({
    peppolId: peppolId.describe('The participant id to verify.'),
    documentType: z.string().max(500).refine((text) => isIdentifier(text) || kindNamed(text) !== undefined, { error: 'Expected a kind of document such as INVOICE, or a document type identifier of the network', params: { code: 'INVALID_ENUM' } })
      .meta({ examples: ['INVOICE'] }).describe('What is to be sent: `INVOICE`, `CREDIT_NOTE`, …, or a document type identifier of the network.'),
  }),
  errors: ['UPSTREAM_ERROR', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  prepare: ({ platform, trace }, given) => platform.upstreams.directory.lookUp(trace, given.peppolId),
  run: (_run, { peppolId: participant, documentType }, { exists, accepts, name, endpoint }) => {
    const kind = kindNamed(documentType)
    return Promise.resolve({
      peppolId: participant, exists, recipientName: name, accessPoint: endpoint?.accessPoint ?? null,
      canReceive: kind === undefined ? accepts.includes(documentType) : documentTypesFor(accepts).includes(kind),
      documentType: kind === undefined ? documentType : kind.toUpperCase().replaceAll('-', '_'),
    })
  },
})
