import type { BulkOperation } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/values/ids.ts'
import type { TestApp } from './app.ts'

/** A bulk operation that nobody goes on with. */
export const idleOperation = (app: TestApp, organizationId: string): Promise<BulkOperation> => {
  const now = app.clock.now()
  return app.platform.db.client.bulkOperation.create({
    data: {
      organizationId,
      id: newId('bulkOperation'),
      kind: 'send',
      format: 'jsonl',
      caller: {},
      createdBy: 'test',
      access: [],
      total: 7,
      processed: 3,
      createdAt: now,
      updatedAt: now,
    },
  })
}
