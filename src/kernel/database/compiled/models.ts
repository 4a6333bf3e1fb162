/** The models of the database as reads see them: columns with their types, and what one row refers to. */
import { getDatamodel } from '../../../generated/pothos.ts'

export type ColumnType =
  'String' | 'Int' | 'Float' | 'Boolean' | 'BigInt' | 'Decimal' | 'DateTime' | 'Json' | 'Bytes' | 'enum'

export interface Column {
  name: string
  type: ColumnType
  isList: boolean
}

/** At most one row of another table, found by columns of this one. */
export interface Reference {
  model: string
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

interface DatamodelField {
  name: string
  kind: string
  type: string
  isList: boolean
  isId: boolean
  relationName?: string
  relationFromFields?: readonly string[]
}

interface DatamodelModel {
  fields: readonly DatamodelField[]
  primaryKey: { fields: readonly string[] } | null
}

type Datamodel = Readonly<Record<string, DatamodelModel>>

const keyOf = (model: DatamodelModel | undefined): readonly string[] =>
  model?.primaryKey?.fields ?? model?.fields.flatMap(({ name, isId }) => (isId ? name : [])) ?? []

/** Lists of other types than texts are read by Prisma: those of enums come as one text. */
const columnOf = ({ name, kind, type, isList }: DatamodelField): Column | undefined =>
  isList && type !== 'String' ? undefined : { name, type: kind === 'enum' ? kind : (type as ColumnType), isList }

/**
 * The side that has the columns says them; the other side has the same ones the other way round. Every reference is to a
 * primary key, in its order.
 */
const referenceOf = (models: Datamodel, of: string, field: DatamodelField): Reference | undefined => {
  const { type: model, relationName, relationFromFields: from = [] } = field
  if (from.length > 0) {
    const to = keyOf(models[model])
    return to.length === from.length ? { model, from, to } : undefined
  }
  const back = models[model]?.fields.find((one) => one.relationName === relationName && one.type === of)
  const there = back && referenceOf(models, model, back)
  return there && { model, from: there.to, to: there.from }
}

const modelOf = (models: Datamodel, name: string, table: string): Model => {
  const columns = new Map<string, Column | undefined>()
  const references = new Map<string, Reference>()
  for (const field of models[name]?.fields ?? []) {
    if (field.kind !== 'object') columns.set(field.name, columnOf(field))
    const reference = field.kind === 'object' && !field.isList ? referenceOf(models, name, field) : undefined
    if (reference) references.set(field.name, reference)
  }
  return { table, key: keyOf(models[name]), columns, references }
}

/** `tables`: what each model is called in the database. */
export const modelsWith = (tables: ReadonlyMap<string, string>): ReadonlyMap<string, Model> => {
  const { models } = getDatamodel().datamodel as unknown as { models: Datamodel }
  return new Map([...tables].map(([name, table]) => [name, modelOf(models, name, table)]))
}
