import type { FrenchFacility } from '../../generated/prisma/client.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { facilitiesWith } from './related.ts'
import { searchSiretsInput } from './search-input.ts'
import { searchIn } from './searching.ts'
import { sortedBy } from './words.ts'

export const searchSirets = operation({
  name: 'searchSirets',
  summary: 'Searches the establishments of the French directory.',
  scope: 'directory',
  writes: false,
  input: searchSiretsInput,
  errors: [],
  prepare: ({ platform }) => fillMadeUp(platform),
  async run({ db }, asked) {
    const kind = { table: 'french_facilities', key: ['siret'], sortedBy: sortedBy.siret } as const
    const found = await searchIn<FrenchFacility>(db, kind, asked)
    return { ...found, rows: await facilitiesWith(db, found.rows) }
  },
})
