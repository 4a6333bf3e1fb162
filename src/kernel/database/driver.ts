/** The driver adapters of Prisma, named by what the wrappers around them need. */
import type { Prisma } from '../../generated/prisma/client.ts'

export type AdapterFactory = NonNullable<Prisma.PrismaClientOptions['adapter']>
type Adapter = Awaited<ReturnType<AdapterFactory['connect']>>
export type AdapterTransaction = Awaited<ReturnType<Adapter['startTransaction']>>
export type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>
export type DriverQuery = Parameters<Queryable['queryRaw']>[0]
