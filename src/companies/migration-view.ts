import { id, peppolId, text, view } from '../operation/view.ts'
import type { MigrationKey } from './create-migration-key.ts'

export const migrationKeyView = view<MigrationKey>()(
  'MigrationKey',
  'A key with which another platform takes over a participant.',
  {
    companyId: id('Identifier of the company.'),
    peppolId: peppolId('Participant id that the key moves.'),
    migrationKey: text('The key. No other answer contains it.').like('Ab12$#xyZ9!kLm'),
  },
)
