/** Reads a submitted file: what it is, and what is wrong with it as a file. Pure, and heavy. */
import { type DocumentFacts, type PortableFacts, factsOf, portable } from '../documents/record/facts.ts'
import { LONGEST_READ_MS, READ_IN_PLACE } from '../documents/record/examine-document.ts'
import { readSniffed } from '../documents/record/read-document.ts'
import { checkForm, type ShownFinding } from '../documents/record/validation.ts'
import { errorOfSniffed } from '../documents/record/refuse-sniffed.ts'
import { sniff } from '../formats/sniff.ts'
import type { XmlElement } from '../formats/xml/tree.ts'
import { heavyJob } from '../kernel/threads/job.ts'
import { type ExaminedReport, examineReport } from './examine-report.ts'

/** The file by which virus scanners are tested. No scanner is connected: it alone is recognized. */
const TEST_VIRUS = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')

const holdsVirus = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(TEST_VIRUS)

/** Kinds of files that an invoice may have inside. */
const ATTACHED: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/xml',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'text/csv',
  'text/plain',
  'text/xml',
])
const ENDINGS = /\.(pdf|png|jpe?g|gif|tiff?|csv|txt|xml|xlsx|ods)$/i

interface InsideFault {
  fileName: string
  fault: 'empty' | 'type' | 'virus'
}

export interface ExaminedFlow {
  /** What `sniff` says. */
  kind: string
  holdsVirus: boolean
  /** Why it is no document; null where it is one, or a message of another kind. */
  otherwise: string | null
  /** Of an invoice. */
  facts: PortableFacts | null
  /** What its schema says against it. */
  form: readonly ShownFinding[]
  /** Treatments that the notes with the subject BAR name. */
  treatments: readonly string[]
  inside: readonly InsideFault[]
  /** Of an e-reporting message. */
  report: ExaminedReport | null
}

const faultsInside = ({ inside }: DocumentFacts): InsideFault[] =>
  inside.flatMap(({ fileName, mimeType, bytes: held }): InsideFault[] => {
    const bytes = held instanceof Uint8Array ? held : held.whole()
    if (bytes.length === 0) return [{ fileName, fault: 'empty' }]
    if (holdsVirus(bytes)) return [{ fileName, fault: 'virus' }]
    return ATTACHED.has(mimeType) && ENDINGS.test(fileName) ? [] : [{ fileName, fault: 'type' }]
  })

const NOTHING = { otherwise: null, facts: null, form: [], treatments: [], inside: [], report: null } as const

/** An e-reporting message has a root in no namespace: its name alone tells what it is. */
const isReport = (root: XmlElement | null): root is XmlElement => root?.qname === 'Report'

export const examineFlow = heavyJob({
  name: 'examineFlow',
  run({ bytes }: { bytes: Uint8Array }): ExaminedFlow {
    if (holdsVirus(bytes)) return { kind: 'virus', holdsVirus: true, ...NOTHING }
    const sniffed = sniff(bytes)
    const read = readSniffed(sniffed, bytes)
    const root = read?.root ?? ('root' in sniffed ? sniffed.root : null)
    const facts = read ? factsOf(read) : null
    const notes = read?.model.kind === 'invoice' ? read.model.invoice.notes : []
    return {
      kind: isReport(root) ? 'frr' : sniffed.kind,
      holdsVirus: false,
      otherwise: read ? null : errorOfSniffed(sniffed).message,
      facts: facts && portable(facts, bytes),
      form: root === null ? [] : checkForm(root).errors,
      treatments: notes.filter(({ subject }) => subject === 'BAR').map(({ text }) => text.trim()),
      inside: facts ? faultsInside(facts) : [],
      report: isReport(root) ? examineReport(root) : null,
    }
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
