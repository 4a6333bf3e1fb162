/** Records of which modules a file of tests runs code (see `executed.ts`). A file that fails leaves its old record. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type RunnerTestFile, afterAll, beforeEach } from 'vitest'
import { recordFolder } from './executed.ts'

const marks = (globalThis.executed ??= { isOn: true, modules: {} })
for (const module of Object.values(marks.modules)) module.hasRun = false

let file: RunnerTestFile | undefined
beforeEach(({ task }) => {
  file = task.file
})

afterAll(() => {
  if (!file || file.tasks.some(({ result }) => result?.state === 'fail')) return
  const hasRun = Object.keys(marks.modules).filter((module) => marks.modules[module]?.hasRun)
  const record = join(recordFolder, `${file.name}.txt`)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, `${hasRun.sort().join('\n')}\n`)
})
