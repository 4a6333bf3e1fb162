/** Measures what each test costs: the processor time of its worker, and of the processes that it started and ended. */
import { afterEach, beforeEach } from 'vitest'
import { processorSeconds } from './processor-time.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Processor seconds of a test. */
    seconds?: number
    /** Milliseconds of processor that a fixed piece of work took, when the file began. */
    speed?: number
  }
}

/** Some ten milliseconds of what tests do, which tell a slow machine from a dear test. */
const workOfSpeed = (): number => {
  const entries = Array.from({ length: 6_000 }, (_, at) => [`key ${(at * 7_919) % 5_003}`, { at, text: String(at) }])
  return JSON.stringify(Object.fromEntries(JSON.parse(JSON.stringify(entries)) as typeof entries)).length
}

const measureSpeed = (): number => {
  const before = process.threadCpuUsage()
  workOfSpeed()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e3
}

const speed = measureSpeed()
let start = 0

beforeEach(({ task }) => {
  task.file.meta.speed = speed
  start = processorSeconds()
})

afterEach(({ task }) => {
  task.meta.seconds = processorSeconds() - start
})
