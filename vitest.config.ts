import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { CostReporter } from './test/support/cost-reporter.ts'
import { markExecuted } from './test/support/executed.ts'

const costFile = process.env['COST_FILE']
/** Whether the run records which modules each file of tests runs code of (test/support/changed.ts). */
const isRecorded = process.env['RECORD_EXECUTED'] === '1'

export default defineConfig({
  plugins: isRecorded ? [markExecuted()] : [],
  // Vite would take the ES modules of graphql and leave the CommonJS ones to the libraries: two copies, whose errors do
  // not know each other.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // One load of the product for all files of a worker; each has applications and databases of its own.
    isolate: false,
    // What a run has made of the modules serves the next one: a third of the processor time of a small run.
    experimental: { fsModuleCache: !isRecorded },
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: [
      'test/support/left-behind.ts',
      'test/support/cost.ts',
      ...(isRecorded ? ['test/support/record-executed.ts'] : []),
    ],
    reporters: ['default', ...(costFile === undefined ? [] : [new CostReporter(costFile)])],
    // The lanes of test/lanes.ts.
    tags: [{ name: 'heavy' }, { name: 'browser' }, { name: 'services' }],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Given from the start: switches of V8 should not change while threads run. The second is the product's own
    // (embedded-code.ts): where embedded databases come and go, a run ended now and then.
    execArgv: ['--expose-gc', '--no-wasm-code-gc'],
    maxWorkers: 2,
  },
})
