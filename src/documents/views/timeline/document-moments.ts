/** What the columns of the documents themselves tell. */
import type { Validation } from '../../record/validation.ts'
import type { MomentFacts, MomentSource, TimelineDocument } from './moment.ts'

const ofColumns =
  (tell: (document: TimelineDocument) => MomentFacts[]): MomentSource =>
  (_db, documents) =>
    documents.flatMap((document) => tell(document).map((moment) => ({ ...moment, documentId: document.id })))

export const requestMoments = ofColumns(({ requestId, createdAt: at, format, originalHash, fileHash }) =>
  requestId === null
    ? []
    : [
        {
          at,
          what: 'accepted',
          by: null,
          text: 'The request with the document was accepted.',
          data: { requestId, format, messageHash: originalHash ?? fileHash },
        },
      ],
)

export const messageMoments = ofColumns(
  ({ direction, receivedAt, sentAt, deliveredAt, senderName, receiverName, instanceId, envelopeHash }) => [
    ...(direction === 'incoming' && receivedAt
      ? [
          {
            at: receivedAt,
            what: 'received',
            by: senderName,
            text: 'The document arrived over the network.',
            data: { instanceId, messageHash: envelopeHash },
          },
        ]
      : []),
    ...(sentAt
      ? [
          {
            at: sentAt,
            what: 'sent',
            by: null,
            text: "The recipient's access point accepted the document.",
            data: { instanceId },
          },
        ]
      : []),
    ...(direction === 'outgoing' && deliveredAt
      ? [
          {
            at: deliveredAt,
            what: 'delivered',
            by: receiverName,
            text: 'The delivery was confirmed.',
            data: { instanceId },
          },
        ]
      : []),
  ],
)

export const validationMoments = ofColumns(({ validation, createdAt: at }) => {
  const { profile = null, valid = true, errors = [], warnings = [] } = validation as Partial<Validation>
  return profile === null
    ? []
    : [
        {
          at,
          what: valid ? 'valid' : 'invalid',
          by: null,
          text: `The validation by ${profile} found ${errors.length} broken rules and ${warnings.length} warnings.`,
          data: { profile, rules: [...errors, ...warnings].map(({ rule }) => rule) },
        },
      ]
})
