import type { Context } from './context.ts'
import { dynamic } from './dynamic.ts'

interface Changed<Row> {
  /** Which loader finds it. */
  as: 'company' | 'document' | 'partner'
  /** Null where this result has none of the kind. */
  id: (row: Row) => string | null
  nullable?: boolean
  description: string
}

/**
 * An object that a mutation changed, as it is after the change: caches follow it by its type and identifier. The objects
 * of a batch are read together.
 */
export const changed = <Row>(t: object, type: unknown, { as, id, ...options }: Changed<Row>): never =>
  dynamic(t).field({
    type,
    ...options,
    resolve: (row: Row, _args: unknown, { loaders }: Context) => {
      const found = id(row)
      return found === null ? null : loaders[as].load(found)
    },
  })

/** Many of them, each once. */
export const allChanged = <Row>(
  t: object,
  type: unknown,
  { as, ids, description }: Pick<Changed<Row>, 'as' | 'description'> & { ids: (row: Row) => readonly string[] },
): never =>
  dynamic(t).field({
    type: [type],
    description,
    resolve: async (row: Row, _args: unknown, { loaders }: Context) => {
      const found = await loaders[as].loadMany([...new Set(ids(row))])
      return found.filter((one) => one !== null)
    },
  })

/** What is gone: every mutation that deletes something calls it so. */
export const deletedId = <Row>(t: object, id: (row: Row) => string): never =>
  dynamic(t).field({
    type: 'ID',
    description: 'Identifier of what was deleted. Caches forget it.',
    resolve: id,
  })
