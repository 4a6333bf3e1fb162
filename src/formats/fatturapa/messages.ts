import { FormatError } from '../format-error.ts'
import type { Reading } from '../unmapped.ts'
import { readDocument } from '../xml/codec.ts'
import { shape, writeChildren, type Shape } from '../xml/shape.ts'
import { tableOf } from '../xml/table.ts'
import { fixedAttribute, ignored } from '../xml/fixed-bindings.ts'
import { namespaces, readXml, type XmlElement } from '../xml/tree.ts'
import { text } from '../xml/values.ts'
import { writeXml } from '../xml/write.ts'
import { ascii, latin } from './values.ts'

export const sdiMessageKinds = ['RC', 'NS', 'MC', 'AT', 'NE', 'DT', 'EC', 'SE', 'MT'] as const
export type SdiMessageKind = (typeof sdiMessageKinds)[number]

/** What the interchange system (SDI) says of a file, and what a public buyer answers through it. */
export type SdiMessage = {
  kind: SdiMessageKind
  /** The number that the interchange system gave the file. */
  sdiId: string
  /** The name of the invoice's file. */
  fileName?: string
  receivedAt?: string
  deliveredAt?: string
  recipient?: { code: string; name: string }
  errors: { code: string; description: string; remedy?: string }[]
  /** NE: the answer of the buyer, as it was given. */
  answer?: Outcome
  /** EC: accepted or refused. */
  outcome?: string
  /** SE: EN00 malformed, EN01 not admissible. */
  discard?: string
  invoice?: { number: string; year: string; position?: string }
  description?: string
  recipientCode?: string
  format?: string
  attempts?: string
  messageId?: string
  buyerMessageId?: string
  pecMessageId?: string
  note?: string
  hash?: string
}
type Outcome = {
  sdiId: string
  invoice?: SdiMessage['invoice']
  outcome: string
  description?: string
  buyerMessageId?: string
}

const invoice = tableOf<NonNullable<SdiMessage['invoice']>>()
const invoiceRows = [
  invoice.must('NumeroFattura', 'number', ascii(20)),
  invoice.must('AnnoFattura', 'year', text),
  invoice.one('PosizioneFattura', 'position', text),
]
const outcome = tableOf<Outcome>()
const error = tableOf<SdiMessage['errors'][number]>()
const recipient = tableOf<NonNullable<SdiMessage['recipient']>>()
const message = tableOf<SdiMessage>()

const version = fixedAttribute('versione', () => '1.0')
/** Signed by the interchange system, which its channel proves too. */
const signature = ignored('ds:Signature')

/** The elements that messages are made of. */
const row = {
  sdiId: message.must('IdentificativoSdI', 'sdiId', text),
  fileName: message.one('NomeFile', 'fileName', text),
  receivedAt: message.one('DataOraRicezione', 'receivedAt', text),
  deliveredAt: message.one('DataOraConsegna', 'deliveredAt', text),
  recipient: message.group('Destinatario', 'recipient', [
    recipient.must('Codice', 'code', text),
    recipient.must('Descrizione', 'name', latin(200)),
  ]),
  errors: message.wrap('ListaErrori', [
    message.list('Errore', 'errors', [
      error.must('Codice', 'code', text),
      error.must('Descrizione', 'description', latin(255)),
      error.one('Suggerimento', 'remedy', text),
    ]),
  ]),
  answer: message.group('EsitoCommittente', 'answer', [
    version,
    outcome.must('IdentificativoSdI', 'sdiId', text),
    outcome.group('RiferimentoFattura', 'invoice', invoiceRows),
    outcome.must('Esito', 'outcome', text),
    outcome.one('Descrizione', 'description', latin(255)),
    outcome.one('MessageIdCommittente', 'buyerMessageId', text),
  ]),
  invoice: message.group('RiferimentoFattura', 'invoice', invoiceRows),
  outcome: message.one('Esito', 'outcome', text),
  discard: message.one('Scarto', 'discard', text),
  description: message.one('Descrizione', 'description', latin(255)),
  recipientCode: message.one('CodiceDestinatario', 'recipientCode', text),
  format: message.one('Formato', 'format', text),
  attempts: message.one('TentativiInvio', 'attempts', text),
  messageId: message.one('MessageId', 'messageId', text),
  buyerMessageId: message.one('MessageIdCommittente', 'buyerMessageId', text),
  pecMessageId: message.one('PecMessageId', 'pecMessageId', text),
  note: message.one('Note', 'note', text),
  hash: message.one('HashFileOriginale', 'hash', text),
}
type Row = keyof typeof row

interface MessageForm {
  roots: readonly [string, ...string[]]
  rows: readonly Row[]
}

const closing = ['messageId', 'pecMessageId', 'note'] as const

/**
 * Every message: the names of its root (to public bodies, and between companies), and its elements in the order of the
 * schema.
 */
const kinds: Readonly<Record<SdiMessageKind, MessageForm>> = {
  RC: {
    roots: ['RicevutaConsegna'],
    rows: ['sdiId', 'fileName', 'receivedAt', 'deliveredAt', 'recipient', ...closing],
  },
  NS: { roots: ['NotificaScarto', 'RicevutaScarto'], rows: ['sdiId', 'fileName', 'receivedAt', 'errors', ...closing] },
  MC: {
    roots: ['NotificaMancataConsegna', 'RicevutaImpossibilitaRecapito'],
    rows: ['sdiId', 'fileName', 'receivedAt', 'description', ...closing],
  },
  AT: {
    roots: ['AttestazioneTrasmissioneFattura'],
    rows: ['sdiId', 'fileName', 'receivedAt', 'recipient', ...closing, 'hash'],
  },
  NE: { roots: ['NotificaEsito'], rows: ['sdiId', 'fileName', 'answer', ...closing] },
  DT: { roots: ['NotificaDecorrenzaTermini'], rows: ['sdiId', 'invoice', 'fileName', 'description', ...closing] },
  EC: { roots: ['NotificaEsitoCommittente'], rows: ['sdiId', 'invoice', 'outcome', 'description', 'buyerMessageId'] },
  SE: {
    roots: ['ScartoEsitoCommittente'],
    rows: ['sdiId', 'invoice', 'discard', 'messageId', 'buyerMessageId', 'pecMessageId', 'note'],
  },
  MT: {
    roots: ['MetadatiInvioFile'],
    rows: ['sdiId', 'fileName', 'recipientCode', 'format', 'attempts', 'messageId', 'note'],
  },
}

const tables = Object.fromEntries(
  Object.entries(kinds).map(([kind, { rows }]) => [
    kind,
    shape([
      version,
      fixedAttribute('IntermediarioConDupliceRuolo', () => undefined),
      ...rows.map((name) => row[name]),
      signature,
    ]),
  ]),
) as Record<SdiMessageKind, Shape>
const kindOfRoot = new Map(
  Object.entries(kinds).flatMap(([kind, { roots }]) => roots.map((root) => [root, kind as SdiMessageKind] as const)),
)

const NO_CURRENCIES = { currency: '', vatCurrency: undefined }

export const readSdiMessage = (source: Uint8Array | string | XmlElement): Reading<SdiMessage> => {
  const root = typeof source === 'string' || source instanceof Uint8Array ? readXml(source) : source
  const kind = kindOfRoot.get(root.name)
  if (kind === undefined)
    throw new FormatError(
      'UNSUPPORTED',
      `The root element is "${root.name}", not a message of the interchange system.`,
      root.line,
      root.column,
    )
  const reading = readDocument<Omit<SdiMessage, 'kind'>>(root, tables[kind], NO_CURRENCIES)
  return { ...reading, document: { ...reading.document, errors: reading.document.errors ?? [], kind } }
}

/** The message without a signature, which only its issuer can give. */
export const writeSdiMessage = (said: SdiMessage): string => {
  const content = writeChildren(tables[said.kind], said, { root: said, currencies: NO_CURRENCIES }) ?? {}
  return writeXml(`types:${kinds[said.kind].roots[0]}`, { types: namespaces.sdi }, content)
}

/** `IT01234567890_0000A_RC_001.xml`: the name of a message about a file. */
export const messageFileName = (fileName: string, kind: SdiMessageKind, count = 1): string =>
  `${fileName.replace(/\.xml(\.p7m)?$/i, '')}_${kind}_${String(count).padStart(3, '0')}.xml`

interface Meaning {
  says: string
  /** What becomes of the report of the invoice; absent where the message says nothing of it. */
  report?: 'reported' | 'failed'
  /** Nothing more comes after it. */
  final: boolean
}

/** What each message means to the sender of an invoice. */
export const meanings: Readonly<Record<SdiMessageKind, Meaning>> = {
  RC: { says: 'Delivered to the recipient.', report: 'reported', final: true },
  NS: { says: 'Rejected: the invoice counts as not issued.', report: 'failed', final: true },
  MC: {
    says: 'Issued; the recipient could not be reached and finds it in the reserved area.',
    report: 'reported',
    final: false,
  },
  AT: { says: 'Issued; the public body could not be reached in ten days.', report: 'reported', final: true },
  NE: { says: 'The public body has answered.', report: 'reported', final: true },
  DT: { says: 'The public body has not answered within fifteen days.', report: 'reported', final: true },
  EC: { says: 'The answer of a public body.', final: false },
  SE: { says: 'The answer of a public body was discarded.', final: true },
  MT: { says: 'The data that go with a file to its recipient.', final: false },
}

/** What a buyer decides, and how it is said there. */
export const outcomes = { approved: 'EC01', rejected: 'EC02' } as const

/** The way back; undefined for a code that is none. */
export const decisionOf = (outcome: string): keyof typeof outcomes | undefined =>
  (Object.keys(outcomes) as (keyof typeof outcomes)[]).find((decision) => outcomes[decision] === outcome)
