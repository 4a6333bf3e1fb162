/** Writes down what the tests of a lane have cost. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

export interface CostOfTest {
  file: string
  title: string
  seconds: number
}

/** Tests of one run. */
export interface CostOfTests {
  passed: number
  failed: number
  skipped: number
  /** Mean of the fixed piece of work over all files, in milliseconds of processor. */
  speed: number
  dearest: readonly CostOfTest[]
}

const KEPT_TESTS = 400

export class CostReporter implements Reporter {
  readonly #file: string
  constructor(file: string) {
    this.#file = file
  }
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const speeds = modules.flatMap((module) => module.meta().speed ?? [])
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    const cost: CostOfTests = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      speed: speeds.reduce((sum, one) => sum + one, 0) / Math.max(1, speeds.length),
      dearest: tests
        .map((test) => ({
          file: test.module.relativeModuleId,
          title: test.fullName,
          seconds: test.meta().seconds ?? 0,
        }))
        .sort((one, other) => other.seconds - one.seconds)
        .slice(0, KEPT_TESTS),
    }
    writeFileSync(this.#file, JSON.stringify(cost, undefined, 1))
  }
}
