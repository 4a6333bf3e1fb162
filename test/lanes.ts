/** The lanes of the suite: each guarantee is shown in one of them, by its cost and by what it needs. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CostOfTests } from './support/cost-reporter.ts'

export type Tag = 'heavy' | 'browser' | 'services'
export type LaneName = 'fast' | 'browser' | 'services' | 'heavy'

export interface Lane {
  command: string
  about: string
  /** Tests of the lane, by their tags. */
  filter: string
  /** Tests of a file can be in the lane only if the file has this tag somewhere. */
  filesWith?: Tag
  servers: 'none' | 'PostgreSQL and Redis'
  workers: number
  /** Processor time of one test, and of the whole lane, on the machine that `REFERENCE_MS` was measured on. */
  maxTestSeconds: number
  maxSeconds: number
}

export const lanes: Readonly<Record<LaneName, Lane>> = {
  fast: {
    command: 'npm test',
    about: 'every guarantee that Node alone can show cheaply',
    filter: '!heavy && !browser',
    servers: 'none',
    workers: 2,
    maxTestSeconds: 0.3,
    maxSeconds: 560,
  },
  browser: {
    command: 'npm run test:browser',
    about: 'pages in Chromium, and programs in other languages',
    filter: 'browser',
    filesWith: 'browser',
    servers: 'none',
    workers: 3,
    maxTestSeconds: 3,
    maxSeconds: 240,
  },
  services: {
    command: 'npm run test:services',
    about: 'what a real server can show differently than the embedded database',
    filter: 'services && !browser',
    filesWith: 'services',
    servers: 'PostgreSQL and Redis',
    workers: 3,
    maxTestSeconds: 8,
    maxSeconds: 460,
  },
  heavy: {
    command: 'npm run test:heavy',
    about: 'dear tests, fuzz, and the short forms of long tests',
    filter: 'heavy && !services && !browser',
    filesWith: 'heavy',
    servers: 'PostgreSQL and Redis',
    workers: 3,
    maxTestSeconds: 20,
    maxSeconds: 500,
  },
}

/** Processor time of `measureSpeed` on two quiet cores of the machine whose figures are in the README. */
export const REFERENCE_MS = 10

/** What one test costs differs between runs: collections of garbage, compilation, and what is done for it later. */
const TOLERANCE = 8

const root = join(import.meta.dirname, '..')

const testFiles = (): string[] =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file}`)
    .sort()

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const hasModuleTag = (text: string, tag: Tag): boolean => text.includes(`@module-tag ${tag}`)
const hasTag = (text: string, tag: Tag): boolean =>
  hasModuleTag(text, tag) || new RegExp(`tags: (\\[[^\\]]*)?'${tag}'`).test(text)

/** Files with tests of the lane, so that no other is loaded. */
export const filesOf = (name: LaneName): string[] => {
  const { filesWith } = lanes[name]
  return testFiles().filter((file) => {
    const text = textOf(file)
    if (name === 'heavy' && hasModuleTag(text, 'services')) return false
    if (filesWith) return hasTag(text, filesWith)
    return !hasModuleTag(text, 'heavy') && !hasModuleTag(text, 'browser')
  })
}

const NEEDS_SERVER = /\.skipIf\(inject\('(?:postgres|redis)'\) === ''\)\(\s*'([^']*)',(?!\s*\{ tags)/g

/** Tests that need a server, and that no lane with servers runs. */
export const neverRun = (): string[] =>
  testFiles().flatMap((file) => {
    const text = textOf(file)
    if (hasModuleTag(text, 'services') || hasModuleTag(text, 'heavy')) return []
    return [...text.matchAll(NEEDS_SERVER)].map(([, title]) => `${file}: "${title}" needs a tag, or no lane runs it.`)
  })

/** Files of walks that take samples of their rows. */
export const filesWithSamples = (): string[] => testFiles().filter((file) => textOf(file).includes('support/sample.ts'))

/** One run of a whole lane. */
export interface RunOfLane extends CostOfTests {
  /** Wall time, and processor time of all its processes. */
  seconds: number
  processorSeconds: number
}

/** Where the last run of a lane is written down. */
export const recordOf = (name: LaneName): string =>
  join(root, 'node_modules/.cache/invoice-exchange/lanes', `${name}.json`)

/** How many times slower than the machine of the figures; a faster one counts as that machine. */
const slownessOf = ({ speed }: RunOfLane): number => Math.max(1, speed / REFERENCE_MS)

export const costOf = (name: LaneName, run: RunOfLane): string => {
  const { command, maxSeconds } = lanes[name]
  const { passed, failed, skipped, seconds, processorSeconds } = run
  const tests = `${passed} passed, ${failed} failed, ${skipped} skipped`
  const time = `${seconds.toFixed(0)} s, ${processorSeconds.toFixed(0)} of ${maxSeconds} s of processor`
  return `${command}: ${tests}; ${time} on a machine of slowness ${slownessOf(run).toFixed(1)}`
}

/** Tests and lanes that cost more than they may, corrected by the slowness of the machine. */
export const tooDear = (name: LaneName, run: RunOfLane): string[] => {
  const { command, maxTestSeconds, maxSeconds } = lanes[name]
  const slowness = slownessOf(run)
  const tests = run.dearest.flatMap(({ file, title, seconds }) =>
    seconds / slowness > maxTestSeconds * TOLERANCE
      ? [
          `${file}: "${title}" costs ${(seconds / slowness).toFixed(1)} s of processor; ${command} allows ${maxTestSeconds}.`,
        ]
      : [],
  )
  const whole = run.processorSeconds / slowness
  return whole > maxSeconds
    ? [...tests, `${command} costs ${whole.toFixed(0)} s of processor, and ${maxSeconds} are allowed.`]
    : tests
}
