/**
 * Imported into a server: writes down how long the thread that answers was on a processor before it took its next turn.
 * What else uses the cores makes no difference to that.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 5
const NOTED_FROM_MS = 10

const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const file = process.env['TURNS_FILE']
if (isMainThread && file !== undefined) {
  let before = used()
  setInterval(() => {
    const turn = used() - before
    if (turn >= NOTED_FROM_MS) appendFileSync(file, `${turn}\n`)
    before = used()
  }, EVERY_MS).unref()
}
