import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { Client } from '../../kernel/database/open.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { FormatError } from '../../formats/format-error.ts'
import { readFatturaPaFile } from '../../formats/fatturapa/invoice.ts'
import {
  type SdiMessage,
  type SdiMessageKind,
  messageFileName,
  readSdiMessage,
  writeSdiMessage,
} from '../../formats/fatturapa/messages.ts'
import type { SimulatedSdiFile } from '../../generated/prisma/client.ts'
import type { Sdi, SdiDoor, SdiFile } from './port.ts'

interface SandboxSdi {
  client: Client
  clock: Clock
  /** Where messages go in that are not asked for. */
  deliver: SdiDoor
}

type SdiBehaviour =
  | { kind: 'reject'; code: string }
  | { kind: 'undelivered' }
  | { kind: 'down'; times: number }
  | { kind: 'slow' }
  | { kind: 'no-answers' }

/**
 * Buyers with which the simulated interchange system behaves otherwise, by the last nine characters of their VAT
 * number. Listed in the README.
 */
const magicBuyers: Readonly<Record<string, SdiBehaviour>> = {
  '000000200': { kind: 'reject', code: '00200' },
  '000000305': { kind: 'reject', code: '00305' },
  '000000306': { kind: 'reject', code: '00306' },
  '000000320': { kind: 'undelivered' },
  '000000330': { kind: 'down', times: Number.POSITIVE_INFINITY },
  '000000331': { kind: 'down', times: 1 },
  '000000332': { kind: 'down', times: 2 },
  '000000341': { kind: 'slow' },
  '000000350': { kind: 'no-answers' },
}

const descriptions: Readonly<Record<string, string>> = {
  '00002': 'Nome file duplicato',
  '00200': 'File non conforme al formato',
  '00305': 'IdFiscaleIVA del CessionarioCommittente non valido',
  '00306': 'CodiceFiscale del CessionarioCommittente non valido',
  '00404': 'Fattura duplicata',
}

const FOREVER_MS = 3_600_000

/** The interchange system in one process: it reads what it is sent, numbers it, and says later what it thinks of it. */
export const sandboxSdi = (world: SandboxSdi): Sdi => ({
  async submit(file, signal) {
    signal.throwIfAborted()
    if (file.bytes.length === 0) return { outcome: 'refused', code: 'EI01', message: 'The file is empty.' }
    const row = await arrived(world, file)
    const behaviour = behaviourTowards(row.buyer)
    if (behaviour?.kind === 'down' && row.sends <= behaviour.times)
      throw new AppError('UPSTREAM_UNAVAILABLE', { message: 'The interchange system is not available (EI02).' })
    if (behaviour?.kind === 'slow') await wait(FOREVER_MS, undefined, { signal, ref: false })
    return { outcome: 'taken', sdiId: String(row.sdiId), receivedAt: row.receivedAt.toISOString() }
  },
  async messages(sdiId, signal) {
    signal.throwIfAborted()
    const row = await fileOf(world, sdiId)
    return row ? [verdictOn(row)] : []
  },
  async numberOf({ seller, number, year }, signal) {
    signal.throwIfAborted()
    const row = await world.client.simulatedSdiFile.findFirst({
      where: { seller, number, year, errors: { isEmpty: true } },
      orderBy: { sdiId: 'desc' },
    })
    return row && String(row.sdiId)
  },
  async answer(sdiId, file, signal) {
    signal.throwIfAborted()
    const { document: said } = readSdiMessage(file.bytes)
    const { count } = await world.client.simulatedSdiFile.updateMany({
      where: { sdiId: Number(sdiId), errors: { isEmpty: true }, answer: null },
      data: { answer: said.outcome ?? '' },
    })
    const row = await fileOf(world, sdiId)
    const again = row?.answer === said.outcome
    if (!row || (count === 0 && !again) || behaviourTowards(row.buyer)?.kind === 'no-answers')
      return { outcome: 'refused', message: discarded(row?.fileName ?? `${sdiId}.xml`, sdiId, said) }
    await world.deliver(passedOn(row.fileName, sdiId, said))
    return { outcome: 'taken' }
  },
})

const fileOf = ({ client }: SandboxSdi, sdiId: string): Promise<SimulatedSdiFile | null> =>
  client.simulatedSdiFile.findUnique({ where: { sdiId: Number(sdiId) } })

/** An answer that is not taken (SE). */
const discarded = (fileName: string, sdiId: string, { invoice }: SdiMessage): SdiFile =>
  messageFile(fileName, {
    kind: 'SE',
    sdiId,
    discard: 'EN01',
    messageId: sdiId,
    errors: [],
    ...(invoice && { invoice }),
  })

/** An answer on its way to the seller (NE). */
const passedOn = (fileName: string, sdiId: string, said: SdiMessage): SdiFile => {
  const { kind: _kind, errors: _errors, ...answer } = said
  return messageFile(fileName, {
    kind: 'NE',
    sdiId,
    fileName,
    answer: { ...answer, outcome: said.outcome ?? '' },
    messageId: sdiId,
    errors: [],
  })
}

const behaviourTowards = (buyer: string): SdiBehaviour | undefined => magicBuyers[buyer.slice(-9)]

const messageFile = (fileName: string, message: SdiMessage): SdiFile => ({
  name: messageFileName(fileName, message.kind),
  bytes: Buffer.from(writeSdiMessage(message)),
})

/** The file's row: made when it comes for the first time, counted when the same comes again. */
const arrived = async ({ client, clock }: SandboxSdi, file: SdiFile): Promise<SimulatedSdiFile> => {
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  const known = await client.simulatedSdiFile.findUnique({ where: { fileName: file.name } })
  if (known?.hash === hash)
    return client.simulatedSdiFile.update({ where: { fileName: file.name }, data: { sends: { increment: 1 } } })
  const said = contentOf(file)
  const rejected = known ? ['00002'] : await faultsIn(client, said)
  // A name that was taken before is rejected under a name of its own, so that both stay on record.
  const fileName = known ? `${file.name}#${known.sends + 1}` : file.name
  return client.simulatedSdiFile.create({
    data: {
      fileName,
      hash,
      seller: said?.seller ?? '',
      buyer: said?.buyer ?? '',
      number: said?.number ?? '',
      year: said?.year ?? 0,
      errors: rejected,
      receivedAt: clock.now(),
    },
  })
}

interface FileContent {
  seller: string
  buyer: string
  number: string
  year: number
}

const contentOf = ({ bytes }: SdiFile): FileContent | undefined => {
  try {
    const {
      document: [invoice],
      missing,
    } = readFatturaPaFile(bytes)
    if (!invoice || missing.length > 0) return undefined
    return {
      seller: invoice.seller.vatNumber ?? '',
      buyer: invoice.buyer.vatNumber ?? invoice.buyer.legalId?.value ?? '',
      number: invoice.number,
      year: Number(invoice.issueDate.slice(0, 4)),
    }
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

const faultsIn = async (client: Client, said: FileContent | undefined): Promise<string[]> => {
  if (!said) return ['00200']
  const behaviour = behaviourTowards(said.buyer)
  if (behaviour?.kind === 'reject') return [behaviour.code]
  const { seller, number, year } = said
  return (await client.simulatedSdiFile.count({ where: { seller, number, year, errors: { isEmpty: true } } })) > 0
    ? ['00404']
    : []
}

const nameOf = ({ fileName }: SimulatedSdiFile): string => fileName.split('#', 1)[0] ?? fileName

const verdictOn = (row: SimulatedSdiFile): SdiFile => {
  const about = {
    sdiId: String(row.sdiId),
    fileName: nameOf(row),
    receivedAt: row.receivedAt.toISOString(),
    messageId: String(row.sdiId),
  }
  const say = (kind: SdiMessageKind, more: Partial<SdiMessage>): SdiFile =>
    messageFile(nameOf(row), { kind, ...about, errors: [], ...more })
  if (row.errors.length > 0)
    return say('NS', { errors: row.errors.map((code) => ({ code, description: descriptions[code] ?? code })) })
  if (behaviourTowards(row.buyer)?.kind === 'undelivered') return say('MC', { description: 'Recapito impossibile' })
  return say('RC', { deliveredAt: row.receivedAt.toISOString(), recipient: { code: 'AAAAAA', name: row.buyer } })
}
