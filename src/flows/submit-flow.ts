import { keepCaller } from '../auth/kept-caller.ts'
import { type PreparedFile, fileRows, isLarge, prepareFiles, storeLarge } from '../documents/record/files.ts'
import { json, writeRows } from '../kernel/database/rows.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { workRow } from '../engine/work/append.ts'
import { type FlowRow, visibleFlow } from './flow.ts'
import { type SubmitInput, submitInput } from './flow-input.ts'
import { EXTENSIONS } from '../operation/file-answer.ts'

const TYPES: Readonly<Record<SubmitInput['flowSyntax'], string>> = {
  UBL: 'application/xml',
  CII: 'application/xml',
  'Factur-X': 'application/pdf',
  CDAR: 'application/xml',
  FRR: 'application/xml',
}

/** A hundred megabytes have as long to be written as a batch: a busy database writes ten in a second. */
const LARGE_MS = 60_000

/** Callers may name a file without its ending; downloads have one. */
const withEnding = (name: string, type: string): string =>
  /\.[A-Za-z0-9]{2,4}$/.test(name) ? name : `${name}${EXTENSIONS[type] ?? ''}`.slice(0, 255)

export const submitFlow = operation({
  name: 'submitFlow',
  summary:
    'Submits an invoice, a status or an e-reporting message as a file of XP Z12-013. It is stored and acknowledged afterwards: its checks, its ' +
    'sending, and what became of them are read from the flow.',
  scope: 'send',
  writes: true,
  input: submitInput,
  errors: [],
  // What is large lies in the store before anything names it, and is swept away where nothing will.
  async prepare({ platform, actor, trace }, { file }): Promise<PreparedFile[]> {
    const files = await prepareFiles(platform.upstreams.storage, trace, actor.organizationId, [file.content])
    if (files.some(isLarge))
      await platform.db.transaction((tx) => storeLarge(tx, files, platform.clock.now()), LARGE_MS)
    return files
  },
  async run({ db, actor, now }, { file, sha256, processingRule, flowSyntax, ...said }, files): Promise<FlowRow> {
    const { organizationId, companyId } = actor
    const id = newId('flow')
    const fileType = TYPES[flowSyntax]
    const work = { organizationId, companyId, kind: 'flow.take' as const, subjectId: id, target: organizationId }
    await writeRows(db, [
      ...fileRows(files, now),
      {
        table: 'flows',
        columns: {
          organizationId,
          id,
          companyId,
          trackingId: said.trackingId ?? null,
          name: withEnding(said.name, fileType),
          direction: 'outgoing',
          type: 'Undefined',
          syntax: flowSyntax,
          profile: said.flowProfile ?? null,
          processingRule: processingRule ?? 'Undefined',
          // Who does not know the rule has said none.
          ruleGiven: processingRule !== undefined && processingRule !== 'Undefined',
          sha256: file.content.sha256,
          givenHash: sha256 ?? null,
          fileHash: file.content.sha256,
          fileType,
          ackStatus: 'pending',
          caller: json(keepCaller(actor)),
          submittedAt: now,
        },
      },
      workRow(work, now),
    ])
    return visibleFlow(db, actor, id)
  },
})
