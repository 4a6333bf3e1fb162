/** Axe, which finds what people with a handicap cannot use. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Body } from './app.ts'
import type { Tab } from './chromium.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const MIN_PASSES = 10

/** What axe looks at. */
export interface Looked {
  /** Instead of those that are on by default. */
  rules?: readonly string[]
  /** A part of the page. */
  within?: string
}

/** Faults of the page, as rule and place. No script reaches into its frames, so axe does not either. */
export const faultsOf = async (tab: Tab, { rules, within = 'html' }: Looked = {}): Promise<string[]> => {
  if (await tab.value('window.axe === undefined')) await tab.value(`${axe}; undefined`)
  const { faults, passes }: Body = await tab.value(
    `axe.run(${JSON.stringify(within)}, {
      iframes: false, resultTypes: ['violations'], runOnly: ${JSON.stringify(rules)} }).then((found) => ({
      passes: found.passes.length,
      faults: found.violations.map(({ id, nodes }) =>
        id + ': ' + nodes.map(({ html, failureSummary }) => html + failureSummary).join()) }))`,
  )
  if (faults.length === 0 && passes < (rules ? 1 : MIN_PASSES)) throw new Error('Axe has found nothing to look at.')
  return faults
}
