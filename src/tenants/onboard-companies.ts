import { z } from 'zod'
import { beginImport, finishImport } from '../companies/import-progress.ts'
import { mapLimited } from '../kernel/concurrency.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { batchOf, runInSavepoint, settle } from '../operation/batch.ts'
import { limits, shownLimit } from '../values/limits.ts'
import { forPlatforms } from './for-platforms.ts'
import { onboardingInput } from './onboarding-input.ts'
import { ONBOARDING_ERRORS, type Onboarding, prepareOnboarding, storeOnboarding } from './onboarding.ts'

/** How many companies are looked up at the same time. */
const AT_ONCE = 8

export const onboardCompanies = forPlatforms({
  name: 'onboardCompanies',
  summary:
    `Onboards up to ${shownLimit('batchOnboardings')} companies. Each item has its own result: its company, webhook ` +
    'and API key are created together or not at all. While the call runs, its progress can be read by the id of the ' +
    'request (`GET /v1/platform/companies/batch/{requestId}`).',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  // On a busy machine an item takes a tenth of a second, and all are written or none.
  transactionMs: limits.batchOnboardings * 150,
  input: z
    .strictObject({
      items: z
        .array(onboardingInput.meta({ id: 'OnboardingItem', description: 'A company to onboard.' }))
        .min(1, 'At least one item')
        .max(limits.batchOnboardings, `At most ${shownLimit('batchOnboardings')} items`)
        .describe(`Companies to onboard, at most ${shownLimit('batchOnboardings')}.`),
    })
    .meta({ examples: [{ items: [{ vatNumber: 'FR40303265045', apiKey: { name: 'ERP' } }] }] }),
  errors: ONBOARDING_ERRORS,
  async prepare(call, { items }) {
    const progress = await beginImport(call, items.length)
    const ready = await mapLimited(items, AT_ONCE, async (item) => {
      const one = await settle(() => prepareOnboarding(call, item))
      await progress.note(one instanceof AppError)
      return one
    })
    return { requestId: call.requestId, ready }
  },
  async run(run, { items }, { requestId, ready }) {
    const outcomes: (Onboarding | AppError)[] = []
    for (const [index, item] of items.entries()) {
      const one = ready[index] as (typeof ready)[number]
      outcomes.push(one instanceof AppError ? one : await runInSavepoint(run, (own) => storeOnboarding(own, item, one)))
    }
    const batch = batchOf(outcomes, run.site.baseUrl)
    await finishImport(run, requestId, { examined: items.length, failed: batch.failed })
    return batch
  },
})
