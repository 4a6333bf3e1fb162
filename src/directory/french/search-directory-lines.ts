import type { FrenchLine } from '../../generated/prisma/client.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { linesWith } from './related.ts'
import { searchLinesInput } from './search-input.ts'
import { searchIn } from './searching.ts'
import { sortedBy } from './words.ts'

export const searchDirectoryLines = operation({
  name: 'searchDirectoryLines',
  summary: 'Searches the lines of the French directory: the addresses at which companies receive.',
  scope: 'directory',
  writes: false,
  input: searchLinesInput,
  errors: [],
  prepare: ({ platform }) => fillMadeUp(platform),
  async run({ db, now }, asked) {
    const kind = { table: 'french_lines', key: ['addressingIdentifier'], sortedBy: sortedBy.line } as const
    const found = await searchIn<FrenchLine>(db, kind, asked)
    return { ...found, rows: await linesWith(db, found.rows, now) }
  },
})
