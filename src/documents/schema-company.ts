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
import { fromGraphql } from '../graphql/read-input.ts'
import { selectionOf } from '../graphql/query.ts'
import { type DocumentFilter, filterTerms } from './record/document-filter.ts'
import type { DocumentRow } from './record/document.ts'
import { filters, listDocuments } from './views/list-documents.ts'
import { NEWEST_FIRST, type Sort, allOf, orderSql, pageOfDocuments, rowsInOrder } from './record/page-of-documents.ts'
import { Document, orderColumns } from './schema.ts'

/** What one field asks of all companies at once. */
interface Question {
  context: Context
  /** Tells it from other fields of the same operation. */
  key: string
  sort: Sort
  select: object
  /** Whatever the company. */
  where: Prisma.Sql
}

const nameIn = ({ key }: Question, what: string): string => `${what} ${key}`

/** The first ids of each company, each found by the index of its company. */
const firstIds = (question: Question, order: 'asc' | 'desc', take: number) =>
  batched<string, string[]>(question.context, nameIn(question, `ids ${order} ${take}`), async (companies) => {
    const by = orderSql(question.sort, order)
    const found = await question.context.call.platform.db.client.$queryRaw<{ company: string; id: string }[]>(
      Prisma.sql`
        SELECT c.id AS company, x.id FROM unnest(${[...companies]}::text[]) AS c(id)
        CROSS JOIN LATERAL (
          SELECT d.id, row_number() OVER (ORDER BY ${by}) AS place FROM documents d
          WHERE ${question.where} AND d."companyId" = c.id ORDER BY ${by} LIMIT ${take}
        ) x
        ORDER BY c.id, x.place`,
    )
    const byCompany = Map.groupBy(found, ({ company }) => company)
    return companies.map((company) => (byCompany.get(company) ?? []).map(({ id }) => id))
  })

/** The rows of lists of ids, in their order. */
const rowsOf = (question: Question) =>
  batched<readonly string[], DocumentRow[]>(question.context, nameIn(question, 'rows'), async (lists) => {
    const { platform, actor } = question.context.call
    const rows = await rowsInOrder(platform.db.client, actor.organizationId, lists.flat(), question.select)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
  })

const countsOf = (question: Question) =>
  batched<string, number>(question.context, nameIn(question, 'counts'), async (companies) => {
    const found = await question.context.call.platform.db.client.$queryRaw<{ company: string; count: bigint }[]>(
      Prisma.sql`SELECT d."companyId" AS company, count(*) FROM documents d
        WHERE ${question.where} AND d."companyId" = ANY(${[...companies]}) GROUP BY 1`,
    )
    const byCompany = new Map(found.map(({ company, count }) => [company, Number(count)]))
    return companies.map((company) => byCompany.get(company) ?? 0)
  })

const documentsOf = async (companyId: string, given: object, context: Context, info: GraphQLResolveInfo) => {
  const { platform, actor } = context.call
  const input = parseInput(listDocuments.input, fromGraphql(listDocuments.input, given))
  const { filter, orderBy: sort = NEWEST_FIRST, first, after, last, before } = input
  const select = selectionOf('Document', context, info, orderColumns)
  const terms = filter === undefined ? [] : filterTerms(filter as DocumentFilter)
  const where = allOf(actor, terms)
  const question: Question = { context, key: JSON.stringify([given, select]), sort, select, where }
  return pageOfDocuments(
    { db: platform.db.client, actor, platform, select },
    {
      where: [...terms, Prisma.sql`d."companyId" = ${companyId}`],
      filters: { companyId, filter },
      sort,
      page: { first, after, last, before },
      first: {
        ids: (order, take) => firstIds(question, order, take).load(companyId),
        rows: (ids) => rowsOf(question).load(ids),
        count: () => countsOf(question).load(companyId),
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
        'Documents that the company sent and received, newest first ' +
        'by default. REST: `GET /v1/documents?companyId=…`.',
      args: args(listDocuments, t, [...PAGE_ARGUMENTS, ...Object.keys(filters), 'include']),
      resolve: async ({ id }, given, context, info) =>
        connectionOf(await documentsOf(id, given, context, info)) as never,
    },
    ...connectionTypes('CompanyDocument', 'documents of a company'),
  ),
}))
