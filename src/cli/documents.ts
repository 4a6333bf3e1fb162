/** Lists documents, and fetches one with its files. */
import { writeFile } from 'node:fs/promises'
import type { Client, Schemas } from '../client/index.ts'
import { type Input, UsageError } from './command.ts'
import { online } from './online.ts'
import { bold, dim, green, note, print, printJson, red, safe, sizeOf, tableOf, yellow } from './terminal.ts'

type Row = Schemas.Document

const ROWS = 20

/** Options that are parameters of `GET /v1/documents` under another name. */
const parameters = {
  status: 'status',
  'delivery-status': 'deliveryStatus',
  'lifecycle-status': 'lifecycleStatus',
  direction: 'direction',
  type: 'type',
  number: 'number',
  company: 'companyId',
  since: 'from',
  until: 'to',
  tag: 'tag',
  search: 'q',
} as const

const colors: Readonly<Record<string, (text: string) => string>> = {
  delivered: green,
  approved: green,
  paid: green,
  failed: red,
  rejected: red,
  disputed: yellow,
  retrying: yellow,
}
const painted = (status: string): string => (colors[status] ?? String)(status)

const WIDEST = 32
/** A long name makes no table that nobody can read. */
const cut = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)

const amountOf = ({ grossAmount, currency }: Row): string =>
  grossAmount === null ? '' : `${grossAmount.toFixed(2)} ${currency ?? ''}`

const cellsOf = (row: Row): string[] => [
  row.issueDate ?? row.createdAt.slice(0, 10),
  row.direction === 'incoming' ? '←' : '→',
  cut(safe(row.number ?? '')),
  cut(safe((row.direction === 'incoming' ? row.senderName : row.receiverName) ?? '')),
  amountOf(row),
  painted(row.deliveryStatus ?? ''),
  painted(row.lifecycleStatus),
  dim(row.id),
]
const HEAD = ['Date', '', 'Number', 'Partner', 'Amount', 'Delivery', 'Status', 'Id']

const mostOf = (input: Input): number => {
  if (input.flag('all')) return Infinity
  const limit = Number(input.text('limit') ?? ROWS)
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number.')
  return limit
}

const queryOf = (input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([option, name]) => {
      const value = input.text(option)
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const listDocuments = async (input: Input): Promise<number> => {
  const { client } = online(input)
  const most = mostOf(input)
  const query = { ...queryOf(input), limit: Math.min(most, 100) } as never
  const rows: Row[] = []
  let shown = 0
  for await (const row of client.list('/v1/documents', { query })) {
    shown += 1
    if (input.json) await printJson(row)
    else rows.push(row)
    if (shown === most) break
  }
  if (input.json) return 0
  if (shown === 0) note('No document matches.')
  else await print(tableOf(HEAD, rows.map(cellsOf)))
  if (shown === most) note(dim(`The newest ${most}. --limit N or --all shows more.`, process.stderr))
  return 0
}

const documentFiles = ['pdf', 'xml', 'ubl', 'cii', 'original', 'html', 'facturx', 'fatturapa', 'evidence'] as const

const fetchFile = async (client: Client, documentId: string, input: Input): Promise<number> => {
  const kind = input.text('file') ?? ''
  if (!documentFiles.some((one) => one === kind))
    throw new UsageError(`--file must be one of ${documentFiles.join(', ')}.`)
  const path = `/v1/documents/{documentId}/${kind}` as '/v1/documents/{documentId}/pdf'
  const { bytes, name } = await client.file(path, { path: { documentId } })
  const out = input.text('out')
  if (out === '-') return process.stdout.write(bytes) ? 0 : 0
  const target = out ?? (name ?? `${documentId}.${kind}`).replace(/[/\\]/g, '_')
  await writeFile(target, bytes)
  await (input.json
    ? printJson({ file: target, bytes: bytes.length })
    : print(`${green('✓')} ${target}  ${sizeOf(bytes.length)}`))
  return 0
}

export const getDocument = async (input: Input): Promise<number> => {
  const [documentId] = input.words
  if (documentId === undefined) throw new UsageError('Name the document: its id, or number:F-2026-1.')
  const { client } = online(input)
  if (input.text('file') !== undefined) return fetchFile(client, documentId, input)
  const document = await client.get('/v1/documents/{documentId}', { path: { documentId } })
  if (input.json) {
    await printJson(document)
    return 0
  }
  const lines: readonly (readonly [string, string | null])[] = [
    ['From', `${safe(document.senderName ?? '')} ${dim(document.senderPeppolId ?? '')}`],
    ['To', `${safe(document.receiverName ?? '')} ${dim(document.receiverPeppolId ?? '')}`],
    ['Issued', document.issueDate],
    ['Due', document.dueDate],
    ['Amount', amountOf(document)],
    ['Delivery', document.deliveryStatus && painted(document.deliveryStatus)],
    ['Status', painted(document.lifecycleStatus)],
    ['Error', document.errorCode && red(document.errorCode)],
  ]
  const shown = lines.filter(([, value]) => value)
  await print(`${bold(safe(document.number ?? document.id))}  ${document.type}  ${dim(document.id)}`)
  await print(shown.map(([title, value]) => `  ${dim(title.padEnd(9))} ${value}`).join('\n'))
  return 0
}
