/** How the fields that a document selects are written, and which columns they need: the parts of its plan. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  doTypesOverlap,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'
import type { Access } from '../auth/scopes.ts'
import { type PlainField, type PlainType, type TypeOptions, plainType } from './plain.ts'
import {
  type Part,
  type Resolve,
  type Writer,
  beyond,
  completed,
  eitherWriter,
  fieldPart,
  fixedPart,
  leafWriter,
  listWriter,
  objectWriter,
  resolvedPart,
} from './plan-writers.ts'
import { fragmentsIn, isLeftOut, responseKeyOf } from './selected.ts'

export type Values = Readonly<Record<string, unknown>>
export type Select = Record<string, unknown>
interface Asked {
  select: Select
}
export type Field = GraphQLField<unknown, unknown>

/** A field by the key of its answer, wherever it is selected for it. */
export interface Selected {
  key: string
  name: string
  nodes: readonly FieldNode[]
}

/** What Pothos knows of a field. */
interface Known {
  pothosOriginalResolve?: Resolve
  pothosPrismaRelationField?: { name: string; isList: boolean }
  pothosPrismaSelect?: Select | ((given: object, context: undefined, nested: (query: unknown) => object) => Asked)
}

/** How it was made. */
const optionsOf = ({ extensions }: { extensions: Values }) =>
  (extensions['pothosOptions'] ?? {}) as TypeOptions & { resolveType?: (value: unknown) => unknown }

/**
 * What takes more has no plan: it would hold the thread up for 20 ms while it is made, and take megabytes. So many
 * fields are written, and so many selections are looked at for them.
 */
const MOST_PARTS = 2_000
const MOST_LOOKS = 10 * MOST_PARTS

/** What a document selects, gathered while its fields are compiled. */
export class Compiler {
  /** How many fields are written, of every type that may stand in their place. */
  parts = 0
  /** The scopes that it takes. */
  readonly scopes = new Set<Access>()
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Of the variables, those that leave something out. */
  readonly #variables: Values
  #looks = 0
  /** Of the many types of an interface each has the fields of that. */
  readonly #inherited = new Map<FieldNode, Map<Resolve, Part>>()

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Values) {
    this.#schema = schema
    this.#variables = variables
    this.#fragments = fragmentsIn(document)
  }

  /** The fields of a set, those of fragments on this type included. */
  fieldsOf(type: GraphQLObjectType, nodes: readonly { selectionSet?: SelectionSetNode }[]): Selected[] {
    const spread = new Set<string>()
    const found = nodes.flatMap(({ selectionSet = beyond() }) => [...this.#gather(type, selectionSet, spread)])
    return [...Map.groupBy(found, responseKeyOf)].map(([key, nodes]) => {
      // An object takes this name for something else.
      if (key === '__proto__') beyond()
      return { key, name: nodes[0]?.name.value ?? beyond(), nodes }
    })
  }

  /** A fragment counts once for a set of fields, however often it is spread. */
  *#gather(type: GraphQLObjectType, set: SelectionSetNode, spread: Set<string>): Generator<FieldNode> {
    for (const node of set.selections) {
      if (++this.#looks > MOST_LOOKS) beyond()
      if (isLeftOut(node, { variableValues: this.#variables })) continue
      if (node.kind === Kind.FIELD) {
        yield node
        continue
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (spread.has(node.name.value)) continue
        spread.add(node.name.value)
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : (this.#fragments.get(node.name.value) ?? beyond())
      const on = this.#schema.getType(fragment.typeCondition?.name.value ?? type.name) as GraphQLCompositeType
      if (doTypesOverlap(this.#schema, on, type)) yield* this.#gather(type, fragment.selectionSet, spread)
    }
  }

  /** How the fields of a type are written of its row; their columns are added to `select`. */
  object(type: GraphQLObjectType, nodes: readonly FieldNode[], select: Select | undefined): Writer {
    const plain = plainType(type.name, optionsOf(type)) ?? beyond()
    if (type.getInterfaces().some((one) => optionsOf(one).authScopes)) beyond()
    if (plain.access) this.scopes.add(plain.access)
    if (plain.always && select) Object.assign(select, { id: true, ...plain.always })
    return objectWriter(this.fieldsOf(type, nodes).map((one) => this.#part(type, plain, one, select)))
  }

  #part(type: GraphQLObjectType, plain: PlainType, selected: Selected, select: Select | undefined): Part {
    if (++this.parts > MOST_PARTS) beyond()
    const { key, name, nodes } = selected
    if (name === '__typename') return fixedPart(key, type.name)
    const field = type.getFields()[name] ?? beyond()
    if (field.args.length > 0 || optionsOf(field).authScopes) beyond()
    const known = plain.fields.get(name) ?? exposed(field) ?? listBelow(field)
    if (!known) return this.#resolved(field, selected, plain.always, select)
    const { relation, hasRows } = known
    // What was not asked for cannot be shown.
    const below: Select | undefined = hasRows ? select : relation === undefined ? undefined : select ? {} : beyond()
    const columns = plain.always ? known.columns : []
    const writer = this.value(field.type, nodes, below)
    if (select) addTo(select, Object.fromEntries(columns.map((column) => [column, true])))
    if (select && relation !== undefined) addTo(select, { [relation]: { ...known.how, select: below } })
    return { ...fieldPart(key, known, field.type, writer), columns }
  }

  /** A field with a resolver of its own, which is asked past all that stands between. */
  #resolved(field: Field, { key, nodes }: Selected, always: object | undefined, select: Select | undefined): Part {
    const { pothosOriginalResolve: resolve, pothosPrismaSelect: columns = {} } = field.extensions as Known
    // One that looks at the document reads more by it.
    if (!resolve || resolve.length > 3 || typeof columns === 'function') return beyond()
    if (select) addTo(select, columns)
    const needed = Object.keys({ ...always, ...columns })
    const make = () => resolvedPart(key, resolve, needed, this.value(field.type, nodes, undefined))
    const [node = beyond(), ...more] = nodes
    if (select || more.length > 0) return make()
    const known = this.#inherited.get(node) ?? new Map<Resolve, Part>()
    this.#inherited.set(node, known)
    const part = known.get(resolve) ?? make()
    known.set(resolve, part)
    return part
  }

  /** How a value is written as its type says. */
  value(type: GraphQLOutputType, nodes: readonly FieldNode[], select: Select | undefined): Writer {
    const of = getNullableType(type)
    if (isListType(of)) return completed(type, listWriter(this.value(of.ofType as GraphQLOutputType, nodes, select)))
    if (isLeafType(of)) return completed(type, leafWriter(of))
    return completed(type, isObjectType(of) ? this.object(of, nodes, select) : this.#either(of, nodes))
  }

  /** What is of one of several types: its fields are those of each. */
  #either(type: GraphQLAbstractType, nodes: readonly FieldNode[]): Writer {
    const typeOf = optionsOf(type).resolveType ?? beyond()
    const types = this.#schema.getPossibleTypes(type)
    return eitherWriter(new Map(types.map((one) => [one.name, this.object(one, nodes, undefined)])), typeOf)
  }
}

/** A property under its own name or another. */
const exposed = ({ extensions: { pothosExposedField: name } }: Field): PlainField | undefined =>
  typeof name === 'string' ? { columns: [name] } : undefined

/** Rows below a row, which are read with it; how they are ordered is said with the field. */
const listBelow = ({ extensions }: Field): PlainField | undefined => {
  const { pothosPrismaRelationField: relation, pothosPrismaSelect: asks } = extensions as Known
  if (!relation?.isList || typeof asks !== 'function') return undefined
  const { name } = relation
  const how = asks({}, undefined, (query) => (typeof query === 'object' ? (query as object) : beyond())).select[name]
  return { columns: [], relation: name, how: how as object }
}

/** What is selected of a row, with more of it. Two that ask for rows below it, each in its way, are beyond plans. */
const addTo = (select: Select, more: Select): void => {
  for (const [name, wanted] of Object.entries(more)) {
    const before = select[name]
    const both = [before, wanted].filter((one) => typeof one === 'object') as Asked[]
    if (before !== undefined && both.some((one) => Object.keys(one).join() !== 'select')) beyond()
    if (before === true || wanted === true) select[name] = true
    else if (before === undefined) select[name] = structuredClone(wanted)
    else addTo((before as Asked).select, (wanted as Asked).select)
  }
}
