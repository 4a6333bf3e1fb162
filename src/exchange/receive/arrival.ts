/** What comes in from the network: in its envelope, or the bare document where the access point has opened it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { FormatError } from '../../formats/format-error.ts'
import { type Envelope, readEnvelope, standalone } from '../../formats/sbdh/envelope.ts'
import type { Header } from '../../formats/sbdh/header.ts'
import { type NetworkKind, PARTICIPANT_SCHEME, networkDocumentsById } from '../../values/peppol-documents.ts'
import { PUBLIC } from '../../auth/actor.ts'
import { examineDocument } from '../../documents/record/examine-document.ts'
import type { Heavy } from '../../kernel/threads/heavy.ts'
import { sidesOf } from '../send/draft/sides.ts'

export interface Arrival {
  header: Header
  payload: Uint8Array
  /** As it came, byte for byte. */
  envelope: Uint8Array
  /** The envelope without what is in it; null for a document that came without. */
  around: Uint8Array | null
}

/** What the operations behind the door of the network take. */
export const arrivalInput = z.strictObject({ arrival: z.custom<Arrival>() })

const IS_ENVELOPE = /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->)*<(?:[\w.-]+:)?StandardBusinessDocument[\s>]/
const latin1 = new TextDecoder('latin1')

const LONGEST_IDENTIFIER = 200

/** The prefixes that the document takes from its envelope: where it takes none, its bytes stay as they are. */
const usedIn = ({ payload, inherited }: Envelope): Envelope['inherited'] => {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  return new Map([...inherited].filter(([prefix]) => bytes.includes(`${prefix}:`)))
}

/** `payload` is a part of `bytes`. */
const withoutPayload = (bytes: Uint8Array, payload: Uint8Array): Uint8Array => {
  const start = payload.byteOffset - bytes.byteOffset
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + payload.byteLength)])
}

const refuseLongIdentifiers = ({ instanceId, sender, receiver }: Header): void => {
  const identifiers = {
    'instance identifier': instanceId,
    sender: participantOf(sender),
    receiver: participantOf(receiver),
  }
  for (const [name, identifier] of Object.entries(identifiers))
    if (identifier.trim() === '' || identifier.length > LONGEST_IDENTIFIER)
      throw new FormatError(
        'UNSUPPORTED',
        `The ${name} of the envelope must have between 1 and ${LONGEST_IDENTIFIER} characters.`,
      )
}

export const readArrival = async (heavy: Heavy, bytes: Uint8Array): Promise<Arrival> => {
  try {
    if (!IS_ENVELOPE.test(latin1.decode(bytes.subarray(0, 4_096)).replace(/^\u00EF\u00BB\u00BF/, '')))
      return await bareArrival(heavy, bytes)
    const read = readEnvelope(bytes)
    refuseLongIdentifiers(read.document)
    return {
      header: read.document,
      payload: standalone({ payload: read.payload, inherited: usedIn(read) }),
      envelope: bytes,
      around: withoutPayload(bytes, read.payload),
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new AppError(error.code === 'TOO_LARGE' ? 'TOO_LARGE' : 'INVALID_REQUEST', {
      message: error.message,
      details: [{ field: 'envelope', rule: 'SBDH_ERROR', message: error.message }],
    })
  }
}

/** A document without an envelope says itself who sends it to whom; its bytes are its identity. */
const bareArrival = async (heavy: Heavy, bytes: Uint8Array): Promise<Arrival> => {
  const { facts } = await heavy.run(examineDocument, { bytes }, PUBLIC)
  const { sender, receiver } = sidesOf(facts, null)
  const type = facts.network
  if (!sender.peppolId || !receiver.peppolId)
    throw new FormatError(
      'UNSUPPORTED',
      'The document has no envelope, and does not state the electronic ' +
        'addresses of both parties. Send it in an envelope (SBDH).',
    )
  const participant = (value: string) => ({ value, scheme: PARTICIPANT_SCHEME })
  return {
    payload: bytes,
    envelope: bytes,
    around: null,
    header: {
      version: '1.0',
      sender: participant(sender.peppolId),
      receiver: participant(receiver.peppolId),
      standard: type?.standard ?? '',
      typeVersion: type?.typeVersion ?? '',
      type: type?.type ?? '',
      instanceId: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      createdAt: '',
      ...(type && { documentType: type.documentType, process: type.process }),
      scopes: [],
    },
  }
}

/** What kind of document the envelope announces; undefined for one that is on no list. */
export const kindOf = ({ header }: Arrival): NetworkKind | undefined =>
  networkDocumentsById(header.documentType?.value ?? '')[0]?.kind

export const participantOf = ({ scheme, value }: { scheme?: string; value: string }): string =>
  scheme === undefined || value.includes(':') ? value : `${scheme}:${value}`
