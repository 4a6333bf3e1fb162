import { AppError } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { fillMadeUp } from './copy.ts'
import { facilitiesWith } from './related.ts'
import { getSiretInput } from './search-input.ts'

export const getSiret = operation({
  name: 'getSiret',
  summary: 'Returns an establishment of the French directory.',
  scope: 'directory',
  writes: false,
  input: getSiretInput,
  errors: ['RESOURCE_NOT_FOUND'],
  prepare: ({ platform }) => fillMadeUp(platform),
  async run({ db }, { siret, ...asked }) {
    const [row] = await facilitiesWith(db, await db.frenchFacility.findMany({ where: { siret } }))
    if (!row) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The French directory has no such SIRET.' })
    return { ...row, asked }
  },
})
