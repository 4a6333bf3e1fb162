/** @module-tag heavy */
import { expect, test } from 'vitest'
import { judge } from './run.ts'

/** The long form is `npm run test:long -- fuzz`: 20,000 files, with limits of time and memory. Here no time decides. */
test(
  'broken and hostile files are judged or refused, and end no process that has little memory',
  { timeout: 300_000 },
  async () => {
    const { faults, refused, files } = await judge(0, 100)
    expect(faults).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(files)
  },
)
