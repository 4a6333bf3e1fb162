/** What can be said of a body before anybody is asked: drafted or read, and judged by the rules. Pure, and heavy. */
import { LONGEST_READ_MS, READ_IN_PLACE } from '../../../documents/record/examine-document.ts'
import { type DocumentFacts, type PortableFacts, arrivedFacts, portable } from '../../../documents/record/facts.ts'
import type { ReadDocument } from '../../../documents/record/read-document.ts'
import {
  UNCHECKED,
  type Validation,
  checkDocument,
  jsonPaths,
  withReportingFindings,
  withLook,
  withUnsaid,
} from '../../../documents/record/validation.ts'
import { automaticAuthority } from '../../../companies/authorities.ts'
import { reportingFindings } from '../../../formats/fatturapa/as-reported.ts'
import { jsonFieldOf } from '../../../formats/json/paths.ts'
import { ChunkedBytes } from '../../../kernel/bytes.ts'
import { mapLimited } from '../../../kernel/concurrency.ts'
import { AppError } from '../../../kernel/errors/app-error.ts'
import { Upload } from '../../../kernel/input.ts'
import { heavyJob, isSmall } from '../../../kernel/threads/job.ts'
import { settle } from '../../../operation/batch.ts'
import { runHeavy } from '../../../operation/heavy.ts'
import type { Preparation } from '../../../operation/operation.ts'
import { draftDocument } from '../draft/draft-document.ts'
import type { SendParties } from '../read/known-parties.ts'
import { withPartnerDefaults } from '../draft/partner-defaults.ts'
import type { SendInput } from '../read/send-input.ts'

/** A body whose file is taken apart, so that it can cross to a thread. */
interface SendQuestion {
  body: Omit<SendInput, 'file'>
  file: Uint8Array | ChunkedBytes | null
  fileName: string | null
  parties: SendParties
  /** Of the partner that the recipient is; undefined where it is none. */
  defaults: unknown
  now: Date
}

export interface SendJudgement<F> {
  facts: F
  validation: Validation
}

const NO_HASH = ''

const validationOf = ({ root, model, look }: ReadDocument, input: SendInput): Validation => {
  if (root === null) return UNCHECKED
  if (input.format !== 'json') return withLook(checkDocument(root), look)
  return withUnsaid(
    checkDocument(root, jsonPaths(model, input as Record<string, unknown>)),
    input.type,
    input.document ?? {},
  )
}

/** What goes to the Italian interchange system is judged by what it takes: a file that it discards is no invoice. */
const forAuthority = (
  validation: Validation,
  { model }: ReadDocument,
  input: SendInput,
  { sender }: SendParties,
): Validation => {
  if (model.kind !== 'invoice' || automaticAuthority(sender) !== 'SDI') return validation
  const { invoice } = model
  const body = input as Record<string, unknown>
  return withReportingFindings(validation, reportingFindings(invoice, sender.vatNumber), (term) =>
    input.format === 'json' ? jsonFieldOf(term, invoice, body) : null,
  )
}

const LINE_BYTES = 1_200

/** What the XML of a JSON body comes to: its lines, and the files inside it. */
const weightOf = (document: SendInput['document']): number => {
  const [lines, attachments] = [document?.['lines'], document?.['attachments']]
  const files = Array.isArray(attachments) ? (attachments as { content?: unknown }[]) : []
  return (
    (Array.isArray(lines) ? lines.length * LINE_BYTES : 0) +
    files.reduce((sum, one) => sum + (typeof one?.content === 'string' ? one.content.length : 0), 0)
  )
}

const examineOne = ({ body, file, fileName, parties, defaults, now }: SendQuestion): SendJudgement<PortableFacts> => {
  const content = file instanceof Uint8Array ? new ChunkedBytes([file], NO_HASH) : file
  const given: SendInput = { ...body, ...(content && { file: new Upload(content, fileName) }) }
  const input = defaults === undefined ? given : withPartnerDefaults(defaults, given, now)
  const { document, facts } = draftDocument(
    input,
    parties,
    new Date(now.getTime() + Number(parties.sender.clockOffsetMs)),
  )
  return {
    facts: portable(facts, content),
    validation: forAuthority(validationOf(document, input), document, input, parties),
  }
}

const sizeOf = ({ body, file }: SendQuestion): number =>
  (file instanceof Uint8Array ? file.length : (file?.size ?? 0)) + (body.xml?.length ?? 0) + weightOf(body.document)

export const examineSend = heavyJob({
  name: 'examineSend',
  run: examineOne,
  sizeOf,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})

/** A refusal, as it crosses between threads. */
type PortableRefusal = Pick<AppError, 'code' | 'message' | 'details' | 'retryAfter'>
type Examined = { judgement: SendJudgement<PortableFacts> } | { refusal: PortableRefusal }

const examined = (question: SendQuestion): Examined => {
  try {
    return { judgement: examineOne(question) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, details, retryAfter } = error
    return { refusal: { code, message, details, retryAfter } }
  }
}

/** Many small bodies at once, so that they cross together. */
export const examineSends = heavyJob({
  name: 'examineSends',
  run: (questions: readonly SendQuestion[]): Examined[] => questions.map(examined),
  sizeOf: (questions) => questions.reduce((sum, one) => sum + sizeOf(one), 0),
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})

const NOTHING = new Uint8Array()

/** A body, and what is known of its parties. */
export interface SendBody {
  input: SendInput
  parties: SendParties
  defaults: unknown
}

const questionOf = (
  { platform: { clock } }: Preparation,
  { input: { file, ...body }, parties, defaults }: SendBody,
): SendQuestion => ({
  body,
  // A file that is kept as it is need not be read.
  file: file ? (body.format === 'raw' ? NOTHING : file.content) : null,
  fileName: file?.fileName ?? null,
  parties,
  defaults,
  now: clock.now(),
})

const arrived = (
  { input: { file } }: SendBody,
  { facts, validation }: SendJudgement<PortableFacts>,
): SendJudgement<DocumentFacts> => ({ facts: arrivedFacts(facts, file?.content ?? NOTHING), validation })

/** Reads and judges a body, in place or in a thread. */
export const judgeBody = async (call: Preparation, one: SendBody): Promise<SendJudgement<DocumentFacts>> =>
  arrived(one, await runHeavy(call, examineSend, questionOf(call, one)))

const outcomeOf = (one: SendBody, answer: Examined): SendJudgement<DocumentFacts> | AppError => {
  if ('judgement' in answer) return arrived(one, answer.judgement)
  const { code, retryAfter, ...more } = answer.refusal
  return new AppError(code, { ...more, ...(retryAfter !== undefined && { retryAfter }) })
}

/** Of those that cross together. */
const inOnePiece = ({ file, ...question }: SendQuestion): SendQuestion => ({
  ...question,
  file: file instanceof ChunkedBytes ? file.whole() : file,
})

/** The same for many: the small ones together, in their order. What cannot be read is its refusal. */
export const judgeBodies = async (
  call: Preparation,
  all: readonly SendBody[],
): Promise<(SendJudgement<DocumentFacts> | AppError)[]> => {
  const questions = all.map((one) => questionOf(call, one))
  const small = questions.filter((one) => isSmall(examineSend, one))
  const together = await runHeavy(call, examineSends, small.map(inOnePiece))
  const answers = new Map(together.map((answer, index) => [small[index], answer]))
  return mapLimited(all, 1, async (one, index) => {
    const answer = answers.get(questions[index])
    return answer ? outcomeOf(one, answer) : settle(() => judgeBody(call, one))
  })
}
