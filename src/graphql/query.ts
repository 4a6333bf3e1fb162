/** Queries made of operations: what a field is called, which operation it runs, and what it answers. */
import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { z } from 'zod'
import type { Operation } from '../operation/operation.ts'
import type { Page } from '../operation/pagination.ts'
import { builder } from './builder.ts'
import { type DynamicFields, dynamic } from './dynamic.ts'
import { connectionOf, connectionTypes, plannedConnection } from './connection.ts'
import type { Context } from './context.ts'
import { PAGE_ARGUMENTS, args, read, runs } from './field.ts'
import { tableNameOf } from './object.ts'
import { notePage } from './plain.ts'
import type { Planned } from './plan.ts'

interface Asking {
  isNullable?: boolean
  /** The input that the argument `id` stands for. */
  id?: string
  /** Inputs that GraphQL does not take. */
  omit?: readonly string[]
}

type FieldArguments = Record<string, unknown>

const describedAs = (input: z.ZodType, name: string): string =>
  (input instanceof z.ZodObject && (input.shape[name] as z.ZodType | undefined)?.description) || ''

const argumentsFor = <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  t: DynamicFields,
  { id, omit = [] }: Asking,
): object => ({
  ...(args(op, t, id === undefined ? omit : [...omit, id]) as object),
  ...(id !== undefined && { id: t.arg.id({ required: true, description: describedAs(op.input, id) }) }),
})

const inputFrom = ({ id: given, ...rest }: FieldArguments, { id }: Asking): FieldArguments =>
  id === undefined ? { ...rest, ...(given !== undefined && { id: given }) } : { ...rest, [id]: given }

/** A field that answers one thing, or a list that is answered whole where the type is in brackets. */
export const query = <I extends z.ZodType, O, P>(
  name: string,
  op: Operation<I, O, P>,
  type: unknown,
  asking: Asking = {},
): void =>
  builder.queryField(name, (t) => {
    const answer = (given: FieldArguments, context: Context, select?: object) =>
      read(op, inputFrom(given, asking), context, select)
    const isTable = tableNameOf(type) !== undefined
    const common = {
      type,
      nullable: asking.isNullable ?? false,
      description: op.summary,
      args: argumentsFor(op, dynamic(t), asking),
      extensions: {
        ...runs(op),
        // What fails with a plan is asked once more: services and heavy jobs are not.
        ...((isTable || !op.prepare) && plans({ always: isTable ? {} : undefined, run: answer })),
      },
    }
    if (!isTable)
      return dynamic(t).field({
        ...common,
        resolve: (_root: unknown, given: FieldArguments, context: Context) => answer(given, context),
      })
    return dynamic(t).prismaField({
      ...common,
      resolve: (select: object, _root: unknown, given: FieldArguments, context: Context) =>
        answer(given, context, select),
    })
  })

/** The extension by which a field of rows says how it is answered without its resolver. */
const plans = (planned: Planned): object => ({ planned })

/** A key by which a thing can be found: its type, what it is, and how the operation writes it. */
interface Key {
  type: 'ID' | 'String' | 'VatNumber' | 'PeppolId'
  description: string
  prefix?: string
}

/** A field that finds one thing by exactly one of its keys. */
export const queryBy = <I extends z.ZodType, O, P>(
  name: string,
  op: Operation<I, O, P>,
  type: unknown,
  { ref, id, keys }: { ref: string; id: string; keys: Readonly<Record<string, Key>> },
): void => {
  const Ref = builder.inputType(ref, {
    isOneOf: true,
    description: 'By what it is found. Exactly one of the fields is given.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(keys).map(([key, { type: of, description }]) => [key, t.field({ type: of, description })]),
      ),
  })
  const answer = ({ ref }: FieldArguments, context: Context, select?: object) => {
    const [key = '', value] = Object.entries(ref as Record<string, string>)[0] ?? []
    return read(op, { [id]: `${keys[key]?.prefix ?? ''}${value}` }, context, select)
  }
  builder.queryField(name, (t) =>
    dynamic(t).prismaField({
      type,
      description: op.summary,
      args: { ref: t.arg({ type: Ref, required: true, description: 'By what it is found.' }) },
      extensions: { ...runs(op), ...plans({ always: {}, run: answer }) },
      resolve: (select: object, _root: unknown, given: FieldArguments, context: Context) =>
        answer(given, context, select),
    }),
  )
}

interface Paging extends Asking {
  /** What a row and the rows are called: `CompanyConnection`, a page of companies. */
  row: string
  rows: string
  /** Columns that the list needs for itself. */
  select?: object
}

/** What a client selected of the rows of a page, for Prisma. */
export const selectionOf = (table: string, context: Context, info: GraphQLResolveInfo, select: object = {}): object =>
  queryFromInfo({
    context,
    info,
    typeName: table,
    paths: [['edges', 'node'], ['nodes']],
    select: { id: true, ...select },
  } as never)

/** A field that answers pages. */
export const pages = <I extends z.ZodType, Row, P>(
  name: string,
  op: Operation<I, Page<Row>, P>,
  type: unknown,
  { row, rows, select, ...asking }: Paging,
): void =>
  builder.queryField(name, (t) => {
    const table = tableNameOf(type)
    const omit = [...PAGE_ARGUMENTS, ...(asking.omit ?? [])]
    const page = (given: FieldArguments, context: Context, selected?: object, unread = false) =>
      read(op, inputFrom(given, asking), context, selected, unread)
    notePage(row)
    const run: Planned['run'] = async (given, context, selected) =>
      plannedConnection(await page(given, context, selected, true))
    return dynamic(t).connection(
      {
        type,
        description: op.summary,
        args: argumentsFor(op, dynamic(t), { ...asking, omit }),
        extensions: {
          ...runs(op),
          ...((table !== undefined || !op.prepare) &&
            plans({ always: table === undefined ? undefined : { id: true, ...select }, run })),
        },
        resolve: async (_root: unknown, given: FieldArguments, context: Context, info: GraphQLResolveInfo) =>
          connectionOf(
            await page(given, context, table === undefined ? undefined : selectionOf(table, context, info, select)),
          ),
      },
      ...connectionTypes(row, rows),
    )
  })
