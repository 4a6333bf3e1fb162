import type { FrenchRoutingCode } from '../../generated/prisma/client.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { codesWith } from './related.ts'
import { searchRoutingCodesInput } from './search-input.ts'
import { searchIn } from './searching.ts'
import { sortedBy } from './words.ts'

export const searchRoutingCodes = operation({
  name: 'searchRoutingCodes',
  summary: 'Searches the routing codes of the French directory, by which an establishment is addressed within.',
  scope: 'directory',
  writes: false,
  input: searchRoutingCodesInput,
  errors: [],
  prepare: ({ platform }) => fillMadeUp(platform),
  async run({ db }, asked) {
    const key = ['siret', 'routingIdentifier']
    const kind = { table: 'french_routing_codes', key, sortedBy: sortedBy.routingCode } as const
    const found = await searchIn<FrenchRoutingCode>(db, kind, asked)
    return { ...found, rows: await codesWith(db, found.rows) }
  },
})
