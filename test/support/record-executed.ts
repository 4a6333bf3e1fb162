/** Records of which modules a file of tests runs code (see `executed.ts`). A file that fails leaves its old record. */
import { type RunnerTestFile, afterAll, beforeEach } from 'vitest'
import { writeRecord } from './executed.ts'

const marks = (globalThis.executed ??= { isOn: true, modules: {} })
for (const module of Object.values(marks.modules)) module.hasRun = false

let file: RunnerTestFile | undefined
beforeEach(({ task }) => {
  file = task.file
})

afterAll(() => {
  if (!file || file.tasks.some(({ result }) => result?.state === 'fail')) return
  writeRecord(
    file.name,
    Object.keys(marks.modules).filter((module) => marks.modules[module]?.hasRun),
  )
})
