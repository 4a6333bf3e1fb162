/** The models of the database as statements see them: columns with their types, and what one row refers to. */
import { getDatamodel } from '../../../generated/pothos.ts'
import { invariant } from '../../invariant.ts'
import type { Client } from '../driver.ts'

export type ColumnType =
  'String' | 'Int' | 'Float' | 'Boolean' | 'BigInt' | 'Decimal' | 'DateTime' | 'Json' | 'Bytes' | 'enum'

export interface Column {
  type: ColumnType
  isList: boolean
}

/** At most one row of another table, found by columns of this one. */
export interface Reference {
  model: Model
  /** Columns here, and those there that are equal to them. */
  from: readonly string[]
  to: readonly string[]
}

export interface Model {
  table: string
  /** Its primary key. */
  key: readonly string[]
  /** Every column; undefined for one that is not read here. */
  columns: ReadonlyMap<string, Column | undefined>
  references: ReadonlyMap<string, Reference>
}

type Described = ReturnType<typeof getDatamodel>['datamodel']['models'][string]
type Field = Described['fields'][number]

/** What Prisma knows of its models at run time, which its types do not show. */
interface WithTables {
  _runtimeDataModel: { models: Readonly<Record<string, { dbName: string | null }>> }
}

/** Lists of other types than texts are read by Prisma: those of enums come as one text. */
const columnOf = ({ kind, type, isList }: Field): Column | undefined =>
  isList && type !== 'String' ? undefined : { type: (kind === 'enum' ? kind : type) as ColumnType, isList }

const modelOf = (table: string, { fields, primaryKey }: Described) => ({
  table,
  key: primaryKey?.fields ?? fields.filter(({ isId }) => isId).map(({ name }) => name),
  columns: new Map(fields.filter(({ kind }) => kind !== 'object').map((field) => [field.name, columnOf(field)])),
  references: new Map<string, Reference>(),
})

const isOtherSide = ({ isList, relationFromFields = [] }: Field): boolean => !isList && relationFromFields.length === 0

/** By the names of their delegates: those of the models, with a small first letter. */
export const modelsOf = (client: Client): ReadonlyMap<string, Model> => {
  const described = getDatamodel().datamodel.models
  const { models: tables } = (client as unknown as WithTables)._runtimeDataModel
  const models = new Map(
    Object.entries(described).map(([name, one]) => [name, modelOf(tables[name]?.dbName ?? name, one)]),
  )
  // The side that has the columns says them, for both. Every reference is to a primary key, in its order.
  for (const [name, here] of models)
    for (const { name: as, type, relationName, relationFromFields: from = [] } of described[name]?.fields ?? []) {
      const there = from.length > 0 && models.get(type)
      if (!there) continue
      invariant(from.length === there.key.length, 'A reference is to a primary key.', { model: name, reference: as })
      here.references.set(as, { model: there, from, to: there.key })
      const back = described[type]?.fields.find((one) => one.relationName === relationName && isOtherSide(one))
      if (back) there.references.set(back.name, { model: here, from: there.key, to: from })
    }
  return new Map(Array.from(models, ([name, model]) => [name.charAt(0).toLowerCase() + name.slice(1), model]))
}
