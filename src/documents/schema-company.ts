/** The documents of a company: for many companies at once in as many statements as for one. */
import type { GraphQLResolveInfo } from 'graphql'
import { Company } from '../companies/schema.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { batched } from '../graphql/batched.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import type { Context } from '../graphql/context.ts'
import { PAGE_ARGUMENTS, args } from '../graphql/field.ts'
import { withoutIdleNulls } from '../graphql/inputs.ts'
import { selectionOf } from '../graphql/query.ts'
import { type DocumentFilter, filterTerms } from './record/document-filter.ts'
import type { DocumentRow } from './record/document.ts'
import { and, visibleSql } from './record/filter.ts'
import { filters, listDocuments } from './views/list-documents.ts'
import { NEWEST_FIRST, orderSql, pageOfDocuments, rowsInOrder } from './record/page-of-documents.ts'
import { Document, orderColumns } from './schema.ts'

const documentsOf = async (companyId: string, given: object, context: Context, info: GraphQLResolveInfo) => {
  const { platform, actor } = context.call
  const { client: db } = platform.db
  const {
    filter,
    orderBy: sort = NEWEST_FIRST,
    first,
    after,
    last,
    before,
  } = parseInput(listDocuments.input, withoutIdleNulls(listDocuments.input, given))
  const select = selectionOf('Document', context, info, orderColumns)
  const terms = filter === undefined ? [] : filterTerms(filter as DocumentFilter)
  const everywhere = and([visibleSql(actor), ...terms])
  const name = (what: string): string => `${what} ${JSON.stringify([given, select])}`

  /** The first ids of each company, each found by the index of its company. */
  const idsOf = (order: 'asc' | 'desc', take: number) =>
    batched<string, string[]>(context, name(`ids ${order} ${take}`), async (companies) => {
      const by = orderSql(sort, order)
      const found = await db.$queryRaw<{ company: string; id: string }[]>(Prisma.sql`
      SELECT c.id AS company, x.id FROM unnest(${[...companies]}::text[]) AS c(id)
      CROSS JOIN LATERAL (
        SELECT d.id, row_number() OVER (ORDER BY ${by}) AS place FROM documents d
        WHERE ${everywhere} AND d."companyId" = c.id ORDER BY ${by} LIMIT ${take}
      ) x
      ORDER BY c.id, x.place`)
      const byCompany = Map.groupBy(found, ({ company }) => company)
      return companies.map((company) => (byCompany.get(company) ?? []).map(({ id }) => id))
    })
  const rows = batched<readonly string[], DocumentRow[]>(context, name('rows'), async (lists) => {
    const byId = new Map(
      (await rowsInOrder(db, actor.organizationId, lists.flat(), select)).map((row) => [row.id, row]),
    )
    return lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
  })
  const counts = batched<string, number>(context, name('counts'), async (companies) => {
    const found = await db.$queryRaw<{ company: string; count: bigint }[]>(
      Prisma.sql`SELECT d."companyId" AS company, count(*) FROM documents d
      WHERE ${everywhere} AND d."companyId" = ANY(${[...companies]}) GROUP BY 1`,
    )
    const byCompany = new Map(found.map(({ company, count }) => [company, Number(count)]))
    return companies.map((company) => byCompany.get(company) ?? 0)
  })
  return pageOfDocuments(
    { db, actor, platform, select },
    {
      where: [...terms, Prisma.sql`d."companyId" = ${companyId}`],
      filters: { companyId, filter },
      sort,
      page: { first, after, last, before },
      first: {
        ids: (order, take) => idsOf(order, take).load(companyId),
        rows: (ids) => rows.load(ids),
        count: () => counts.load(companyId),
      },
    },
  )
}

builder.prismaObjectFields(Company, (t) => ({
  documents: t.connection(
    {
      type: Document,
      authScopes: { access: 'documents.read' },
      description:
        'What it sent and received, newest first unless ordered otherwise. REST: `GET /v1/documents?companyId=…`.',
      args: args(listDocuments, t, [...PAGE_ARGUMENTS, ...Object.keys(filters)]),
      resolve: async ({ id }, given, context, info) =>
        connectionOf(await documentsOf(id, given, context, info)) as never,
    },
    ...connectionTypes('CompanyDocument', 'documents of a company'),
  ),
}))
