import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'

/** The folder of public samples, rules and schemas, which is no part of this repository. */
export const shared = resolve(import.meta.dirname, '../..', env.SHARED_DIR ?? '../shared')
export const hasShared = existsSync(join(shared, 'corpus/manifest.jsonl'))
if (!hasShared)
  process.stderr.write(
    `Skipped: tests over the public samples. Put their folder at ${shared}, or set SHARED_DIR to it.\n`,
  )

export type Sample = {
  file: string
  syntax: string
  kind: string
  xsd?: boolean
  oracleError?: string
  profiles?: Record<string, { fatal: string[]; warning: string[] }>
}

export const samples = (): Sample[] =>
  hasShared
    ? readFileSync(join(shared, 'corpus/manifest.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Sample)
    : []

export const sampleBytes = ({ file }: Pick<Sample, 'file'>): Uint8Array =>
  new Uint8Array(readFileSync(join(shared, 'corpus', file)))

/** A sample that the official EN 16931 rules find nothing fatal in. */
export const isClean = ({ profiles = {} }: Sample): boolean =>
  Object.entries(profiles).some(([name, verdict]) => name.startsWith('en16931') && verdict.fatal.length === 0)
