/** Each night: records the bank files of a folder, and lists the movements that somebody has to look at. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { API = 'http://127.0.0.1:4000', KEY = '', FOLDER = './bank' } = process.env
const DONE = join(FOLDER, 'done')
const LIST = join(FOLDER, 'to-check.csv')
const TRIES = 5

interface Movement {
  result: string
  recorded: boolean
  number: string | null
  amount: number | null
  date: string | null
  counterpartyName: string | null
  because: string
}

const send = async (bytes: Buffer, tries = TRIES): Promise<Response> => {
  const answer = await fetch(`${API}/v1/payments/import?mode=record`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${KEY}`,
      'Content-Type': 'application/xml',
      // The file itself is the key: however often it comes, it is answered the same.
      'Idempotency-Key': createHash('sha256').update(bytes).digest('hex'),
    },
    body: new Uint8Array(bytes),
  }).catch(() => undefined)
  if (answer && answer.status !== 429 && answer.status < 500) return answer
  if (tries === 0) throw new Error(`The service does not answer (${answer?.status ?? 'no connection'}).`)
  const seconds = Number(answer?.headers.get('Retry-After') ?? 2 ** (TRIES - tries))
  await new Promise((wake) => setTimeout(wake, seconds * 1_000))
  return send(bytes, tries - 1)
}

const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`

const listed = (file: string, { date, amount, number, result, counterpartyName, because }: Movement): string =>
  [file, date, amount, number, result, counterpartyName, because].map(cell).join(',')

mkdirSync(DONE, { recursive: true })
if (!existsSync(LIST)) writeFileSync(LIST, 'file,date,amount,number,result,party,because\n')
for (const file of readdirSync(FOLDER)
  .filter((name) => name.endsWith('.xml'))
  .sort()) {
  const answer = await send(readFileSync(join(FOLDER, file)))
  const body = await answer.json()
  if (!answer.ok) {
    console.log(file, 'refused:', body.error.code)
    continue
  }
  const lines = body.lines as Movement[]
  const open = lines.filter(({ recorded, result }) => !recorded && result !== 'already_recorded')
  for (const one of open) appendFileSync(LIST, `${listed(file, one)}\n`)
  renameSync(join(FOLDER, file), join(DONE, file))
  console.log(file, `recorded ${body.recorded}, to check ${open.length}`)
}
