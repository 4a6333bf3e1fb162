import type { FrenchUnit } from '../../generated/prisma/client.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { searchSirensInput } from './search-input.ts'
import { searchIn } from './searching.ts'
import { sortedBy } from './words.ts'

export const searchSirens = operation({
  name: 'searchSirens',
  summary: 'Searches the legal units of the French directory.',
  scope: 'directory',
  writes: false,
  input: searchSirensInput,
  errors: [],
  prepare: ({ platform }) => fillMadeUp(platform),
  run: ({ db }, asked) =>
    searchIn<FrenchUnit>(db, { table: 'french_units', key: ['siren'], sortedBy: sortedBy.siren }, asked),
})
