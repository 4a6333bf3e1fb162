/** @module-tag heavy */
import { expect, test } from 'vitest'
import { sample } from '../support/sample.ts'
import { hostileFiles } from './hostile.ts'
import { judge } from './run.ts'

const BROKEN = 25
/** The first of the broken ones: others in each run. */
const [first = 0] = sample(
  Array.from({ length: 400 }, (_, nth) => nth * BROKEN),
  1 / 400,
)
const hostile = sample(Object.keys(hostileFiles), 1 / 8)

/** The long form is `npm run test:long -- fuzz`: 20,000 files, with limits of time and memory. Here no time decides. */
test(
  'broken and hostile files are judged or refused, and end no process that has little memory',
  { timeout: 300_000 },
  async () => {
    const { faults, refused, files } = await judge(first, BROKEN, hostile)
    expect(faults).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(files)
  },
)
