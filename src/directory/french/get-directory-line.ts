import { AppError } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { linesWith } from './related.ts'
import { getLineInput } from './search-input.ts'

export const getDirectoryLine = operation({
  name: 'getDirectoryLine',
  summary: 'Returns a line of the French directory: an address, and whether a company receives there.',
  scope: 'directory',
  writes: false,
  input: getLineInput,
  errors: ['RESOURCE_NOT_FOUND'],
  prepare: ({ platform }) => fillMadeUp(platform),
  async run({ db, now }, { addressingIdentifier, ...asked }) {
    const [row] = await linesWith(db, await db.frenchLine.findMany({ where: { addressingIdentifier } }), now)
    if (!row) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The French directory has no such line.' })
    return { ...row, asked }
  },
})
