import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'

type RowResolver = GraphQLFieldResolver<unknown, object, object, unknown>

/** The columns that a field selects, where it selects nothing else. */
const columnsOf = (select: unknown): string[] | undefined => {
  if (typeof select !== 'object' || select === null) return undefined
  const entries = Object.entries(select)
  return entries.length > 0 && entries.every(([, wanted]) => wanted === true)
    ? entries.map(([name]) => name)
    : undefined
}

/**
 * Before it resolves a field of a row, the Prisma plugin looks up by the path of the field whether the row was loaded
 * with the columns that the field selects. That costs more than all the rest of a list, and for plain columns a look at
 * the row is enough. This plugin stands between those of scopes and of Prisma, so scopes are still checked.
 */
class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(viaPrisma: RowResolver, config: PothosOutputFieldConfig<Types>): RowResolver {
    const columns = config.kind === 'PrismaObject' ? columnsOf(config.extensions?.['pothosPrismaSelect']) : undefined
    const direct = config.resolve as RowResolver | undefined
    if (!columns || !direct) return viaPrisma
    return (row, args, context, info) =>
      columns.every((column) => (row as Record<string, unknown>)[column] !== undefined)
        ? direct(row, args, context, info)
        : viaPrisma(row, args, context, info)
  }
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace
  export namespace PothosSchemaTypes {
    // The name is bound by Pothos.
    // oxlint-disable-next-line typescript/no-unused-vars
    export interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumnsPlugin<Types>
    }
  }
}

SchemaBuilder.registerPlugin('loadedColumns', LoadedColumnsPlugin)
