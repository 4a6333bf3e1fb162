/** Exports everything of an organization, or a list, and downloads the result; a download that broke off goes on. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Client, Schemas } from '../client/index.ts'
import { type Input, UsageError } from './command.ts'
import { followBulk } from './bulk.ts'
import { online } from './online.ts'
import { Progress, dim, green, print, printJson, red, safe, sizeOf } from './terminal.ts'

const MOST_TIMES = 10

const sizeNow = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0

/** One request for what is missing; what came of it is in the file, however it ended. */
const downloadRest = async (client: Client, { id, bytes }: Schemas.BulkOperation, file: string): Promise<void> => {
  const have = await sizeNow(file)
  if (have >= bytes) return
  const response = await client.send('GET', '/v1/bulk/{bulkOperationId}/result', {
    path: { bulkOperationId: id },
    headers: have > 0 ? { range: `bytes=${have}-` } : {},
  })
  const out = createWriteStream(file, { flags: have > 0 && response.status === 206 ? 'a' : 'w' })
  const progress = new Progress('Downloading')
  let written = response.status === 206 ? have : 0
  try {
    for await (const chunk of response.body ?? []) {
      written += (chunk as Uint8Array).length
      if (!out.write(chunk)) await once(out, 'drain')
      progress.show(written, bytes, sizeOf(written))
    }
  } finally {
    progress.end()
    out.end()
    await once(out, 'close')
  }
}

const download = async (client: Client, operation: Schemas.BulkOperation, file: string): Promise<void> => {
  for (let times = 1; (await sizeNow(file)) < operation.bytes; times += 1)
    try {
      await downloadRest(client, operation, file)
    } catch (error) {
      // A line that was cut is taken up where it broke off.
      if (!(error instanceof TypeError) || times === MOST_TIMES) throw error
    }
}

const start = (client: Client, input: Input): Promise<Schemas.BulkOperation> => {
  const [query, companyId, format = 'jsonl'] = [input.text('query'), input.text('company'), input.text('format')]
  if (format !== 'jsonl' && format !== 'csv') throw new UsageError('--format must be jsonl or csv.')
  if (query !== undefined) return client.post('/v1/bulk/exports', { body: { query, format } })
  return client.post('/v1/bulk/organization-exports', { body: companyId === undefined ? {} : { companyId } })
}

export const exportData = async (input: Input): Promise<number> => {
  const { client } = online(input)
  const ended = await followBulk(client, await start(client, input), 'Exporting')
  if (ended.status !== 'completed') {
    await (input.json
      ? printJson(ended)
      : print(`${red('✗')} The export has ${ended.status}. ${safe(ended.error?.message ?? '')}  ${dim(ended.id)}`))
    return 5
  }
  const file = input.text('out') ?? `${ended.id}.${ended.format}`
  await download(client, ended, file)
  if (input.json) await printJson({ ...ended, file })
  else await print(`${green('✓')} ${file}  ${sizeOf(ended.bytes)}, ${ended.processed.toLocaleString('en')} entries`)
  return 0
}
