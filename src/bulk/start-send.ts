import { z } from 'zod'
import { prepareFile, storeFiles } from '../documents/record/files.ts'
import { file } from '../kernel/input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { shownLimit } from '../values/limits.ts'
import { type ShownBulkOperation, beginOperation, shownOperation } from './bulk-operation.ts'
import { sendExample } from '../exchange/send/read/send-input.ts'
import { type LinePortion, linePortions, refuseUnfitLines } from './unpack-lines.ts'

const EXAMPLE = Buffer.from(`${JSON.stringify(sendExample)}\n`).toString('base64')

type StoredPortion = Omit<LinePortion, 'bytes'> & { fileHash: string; size: number; bytesBefore: number }

/** Stores a portion before anything names it: without the operation it is swept away like other bytes. */
const store = async ({ platform, db, actor, trace }: Preparation, bytes: Uint8Array): Promise<string> => {
  const stored = await prepareFile(platform.upstreams.storage, trace, actor.organizationId, bytes)
  await storeFiles(db, [stored], platform.clock.now())
  return stored.hash
}

export const startBulkSend = operation({
  name: 'startBulkSend',
  summary:
    `Sends up to ${shownLimit('bulkLines')} documents in the background. Each line of the file is a JSON object like ` +
    'the body of `POST /v1/documents/send`, and each has its own outcome in the result. A document is sent once, ' +
    'also when the server is interrupted.',
  scope: 'send',
  writes: true,
  input: z
    .strictObject({
      file: file
        .describe(
          `The lines (JSONL), plain or packed by gzip: at most ${shownLimit('fileBytes')} as they are sent, and ` +
            `${shownLimit('bulkSendBytes')} unpacked. A line has at most ${shownLimit('bulkLineBytes')}.`,
        )
        .meta({ graphql: 'File', examples: [EXAMPLE] }),
    })
    .meta({ examples: [{ file: EXAMPLE }] }),
  errors: ['CONFLICT', 'TOO_LARGE', 'UNREADABLE_FILE', 'PAYLOAD_TOO_LARGE'],
  async prepare(call, { file: { content } }): Promise<StoredPortion[]> {
    await refuseUnfitLines(content)
    const portions: StoredPortion[] = []
    let bytesBefore = 0
    for await (const { bytes, ...lines } of linePortions(content)) {
      if (lines.lines === 0) continue
      portions.push({ ...lines, fileHash: await store(call, bytes), size: bytes.byteLength, bytesBefore })
      bytesBefore += bytes.byteLength
    }
    return portions
  },
  async run(run, _input, portions): Promise<ShownBulkOperation> {
    const total = portions.reduce((sum, { lines }) => sum + lines, 0)
    const begun = await beginOperation(run, { kind: 'send', format: 'jsonl', total, access: ['send'] })
    const { organizationId, id: operationId } = begun
    await run.db.bulkPortion.createMany({
      data: portions.map(({ lines: _lines, ...portion }, number) => ({
        organizationId,
        operationId,
        isResult: false,
        number,
        ...portion,
      })),
    })
    return shownOperation(run.db, begun, run.site.baseUrl)
  },
})
