/** The driver adapters of Prisma, named by what the wrappers around them need. */
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'

/** What an operation sees: inside a transaction the transaction, never the outer client. */
export type Db = Prisma.TransactionClient
export type Client = PrismaClient<'query'>

export type AdapterFactory = NonNullable<Prisma.PrismaClientOptions['adapter']>
type Adapter = Awaited<ReturnType<AdapterFactory['connect']>>
export type AdapterTransaction = Awaited<ReturnType<Adapter['startTransaction']>>
export type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>
export type DriverQuery = Parameters<Queryable['queryRaw']>[0]

/** Of a statement whose rows come as texts, as the server wrote them. */
export interface TextQuery extends DriverQuery {
  asTexts: true
}

/** An adapter whose connections ask by what `changed` makes of them, and so do the transactions on them. */
export const asking = (factory: AdapterFactory, changed: <Q extends Queryable>(queryable: Q) => Q): AdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  async connect() {
    const adapter = changed(await factory.connect())
    const begin = adapter.startTransaction.bind(adapter)
    return Object.assign(adapter, {
      startTransaction: async (...level: Parameters<typeof begin>) => changed(await begin(...level)),
    })
  },
})
