import { AppError } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { codesWith } from './related.ts'
import { getRoutingCodeInput } from './search-input.ts'

export const getRoutingCode = operation({
  name: 'getRoutingCode',
  summary: 'Returns a routing code of an establishment in the French directory.',
  scope: 'directory',
  writes: false,
  input: getRoutingCodeInput,
  errors: ['RESOURCE_NOT_FOUND'],
  prepare: ({ platform }) => fillMadeUp(platform),
  async run({ db }, { siret, routingIdentifier, ...asked }) {
    const found = await db.frenchRoutingCode.findMany({ where: { siret, routingIdentifier } })
    const [row] = await codesWith(db, found)
    if (!row) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The establishment has no such routing code.' })
    return { ...row, asked }
  },
})
