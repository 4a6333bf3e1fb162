import { AppError } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { getSirenInput } from './search-input.ts'

export const getSiren = operation({
  name: 'getSiren',
  summary: 'Returns a legal unit of the French directory.',
  scope: 'directory',
  writes: false,
  input: getSirenInput,
  errors: ['RESOURCE_NOT_FOUND'],
  prepare: ({ platform }) => fillMadeUp(platform),
  async run({ db }, { siren, ...asked }) {
    const row = await db.frenchUnit.findUnique({ where: { siren } })
    if (!row) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The French directory has no such SIREN.' })
    return { ...row, asked }
  },
})
