import { z } from 'zod'
import { batchOf } from '../operation/batch.ts'
import { operation } from '../operation/operation.ts'
import { beginImport, finishImport } from './import-progress.ts'
import { IMPORT_ERRORS, prepareImports } from './imports.ts'
import { importItem } from './import-input.ts'
import { storeImports } from './store-imports.ts'
import { limits, shownLimit } from '../values/limits.ts'

export const importCompanies = operation({
  name: 'importCompanies',
  summary:
    `Imports up to ${shownLimit('batchImports')} French companies from another provider. Each item has ` +
    'its own result, and items that are sent again change nothing. While the ' +
    'import runs, its progress can be read by the id of the request.',
  scope: 'companies.write',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      items: z
        .array(importItem)
        .min(1, 'At least one item')
        .max(limits.batchImports, `At most ${shownLimit('batchImports')} items`)
        .describe(`Companies to import, at most ${shownLimit('batchImports')}.`),
    })
    .meta({ examples: [{ items: [{ siret: '30326504500013' }] }] }),
  errors: IMPORT_ERRORS,
  async prepare(call, { items }) {
    const progress = await beginImport(call, items.length)
    return { requestId: call.requestId, found: await prepareImports(call, items, progress) }
  },
  async run(run, { items }, { requestId, found }) {
    const { results, succeeded, failed } = batchOf(await storeImports(run, found), run.site.baseUrl)
    await finishImport(run, requestId, { examined: items.length, failed })
    return {
      results: results.map((result, index) => ({ ...result, siret: items[index]?.siret ?? null })),
      imported: succeeded,
      failed,
    }
  },
})
