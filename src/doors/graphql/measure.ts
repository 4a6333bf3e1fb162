/** How much a document asks: known before anything runs, and independent of the data. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { fragmentsIn } from '../../graphql/selected.ts'
import { limits } from '../../values/limits.ts'

interface Measure {
  depth: number
  aliases: number
  cost: number
}
interface SetMeasure extends Measure {
  /** The part of the cost that counts once for each entry of a batch. */
  listed: number
  /** How many of its fields ask about the schema. */
  introspections: number
  /** How many fields the selection set has itself, those of its fragments included. */
  width: number
  /** Whether one of these fields holds the rows of a page. */
  isPage: boolean
}
interface DocumentMeasure extends Measure {
  rootFields: number
  introspections: number
}

export type Variables = Readonly<Record<string, unknown>>

const PAGE = limits.defaultPageRows
const MOST_ROWS = 1_000

const numberIn = (value: ValueNode | undefined, variables: Variables): number | undefined => {
  if (value?.kind === Kind.INT) return Number(value.value)
  if (value?.kind !== Kind.VARIABLE) return undefined
  const given = Number(variables[value.name.value] ?? PAGE)
  return Number.isNaN(given) ? MOST_ROWS : given
}

const argumentOf = ({ arguments: given }: FieldNode, name: string): ValueNode | undefined =>
  given?.find((one) => one.name.value === name)?.value

/** How many entries a list has that is written or given by a variable. */
const entriesIn = (value: ValueNode | undefined, variables: Variables): number | undefined => {
  if (value?.kind === Kind.LIST) return value.values.length
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
  return Array.isArray(given) ? given.length : undefined
}

/** How many objects a mutation is about: the entries of the longest list in its input. */
const batchOf = (field: FieldNode, variables: Variables): number => {
  const input = argumentOf(field, 'input')
  const given = input?.kind === Kind.VARIABLE ? variables[input.name.value] : undefined
  const lengths =
    input?.kind === Kind.OBJECT
      ? input.fields.map(({ value }) => entriesIn(value, variables) ?? 1)
      : Object.values(given ?? {}).map((value) => (Array.isArray(value) ? value.length : 1))
  return Math.min(Math.max(1, ...lengths), MOST_ROWS)
}

/** How many rows a field may stand for: its page, or the objects that it names. */
const rowsOf = (field: FieldNode, isConnection: boolean, variables: Variables): number => {
  const number = (name: string) => numberIn(argumentOf(field, name), variables)
  const named = entriesIn(argumentOf(field, 'ids') ?? argumentOf(field, 'representations'), variables)
  const size = number('first') ?? number('last') ?? number('limit') ?? named ?? (isConnection ? PAGE : 1)
  return Math.min(Math.max(size, 1), MOST_ROWS)
}

const isOfSchema = (name: string): boolean => name === '__schema' || name === '__type'

/** Where in a document a selection stands: outside of the schema, or where in it. */
type SchemaLevel = 'outside' | 'root' | 'types' | 'ofTypes' | 'ofType'

const MANY = { fields: 30, inputFields: 30, enumValues: 30, possibleTypes: 30, interfaces: 5 }

/** How many rows the lists of an introspection have: of all types on average, elsewhere rather many. */
const introspectedRows: Readonly<Record<Exclude<SchemaLevel, 'outside'>, Readonly<Record<string, number>>>> = {
  root: { ...MANY, types: 1_000, directives: 10, fields: 250 },
  types: { fields: 4, inputFields: 2, enumValues: 1, possibleTypes: 1, interfaces: 1 },
  ofTypes: { ...MANY, args: 1 },
  ofType: { ...MANY, args: 4 },
}

const levelBelow = (name: string, level: SchemaLevel): SchemaLevel => {
  if (isOfSchema(name)) return 'root'
  if (level === 'outside' || introspectedRows[level][name] === undefined) return level
  if (level === 'root') return name === 'types' ? 'types' : 'ofType'
  return level === 'types' ? 'ofTypes' : level
}

/** What variables are where a request does not give them. */
const defaultsOf = (document: DocumentNode): Record<string, unknown> =>
  Object.fromEntries(
    document.definitions
      .flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
      )
      .flatMap(({ variable, defaultValue }) =>
        defaultValue?.kind === Kind.INT ? [[variable.name.value, defaultValue.value]] : [],
      ),
  )

const ROWS: ReadonlySet<string> = new Set(['edges', 'nodes'])
/** What a mutation answers for each object that it is about. */
const RESULTS: ReadonlySet<string> = new Set(['results', 'events', 'changes'])

const EMPTY: SetMeasure = {
  depth: 0,
  aliases: 0,
  cost: 0,
  listed: 0,
  width: 0,
  introspections: 0,
  isPage: false,
}

const capped = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER)

/** Walks a document once. A fragment is measured at its first use, however often it is spread. */
class DocumentWalk {
  readonly #document: DocumentNode
  readonly #variables: Variables
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #measured = new Map<string, SetMeasure>()
  #aliases = 0

  constructor(document: DocumentNode, given: Variables) {
    this.#document = document
    this.#variables = { ...defaultsOf(document), ...given }
    this.#fragments = fragmentsIn(document)
  }

  measure(): DocumentMeasure {
    let [depth, cost, rootFields, introspections] = [0, 0, 0, 0]
    for (const definition of this.#document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue
      const one = this.#ofSet(definition.selectionSet, new Set(), 'outside')
      depth = Math.max(depth, one.depth)
      cost += one.cost
      rootFields = Math.max(rootFields, one.width)
      introspections += one.introspections
    }
    return { depth, aliases: this.#aliases, cost, rootFields, introspections }
  }

  #ofSet(set: SelectionSetNode, path: ReadonlySet<string>, level: SchemaLevel): SetMeasure {
    const sum = { ...EMPTY }
    for (const selection of set.selections) {
      const part = this.#ofSelection(selection, path, level)
      sum.depth = Math.max(sum.depth, part.depth)
      sum.cost = capped(sum.cost + part.cost)
      sum.listed = capped(sum.listed + part.listed)
      sum.width = capped(sum.width + part.width)
      sum.introspections = capped(sum.introspections + part.introspections)
      sum.isPage ||= part.isPage
    }
    return { ...sum, aliases: this.#aliases }
  }

  #ofSelection(selection: SelectionNode, path: ReadonlySet<string>, level: SchemaLevel): SetMeasure {
    if (selection.kind === Kind.FIELD) return this.#ofField(selection, path, level)
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.#ofSet(selection.selectionSet, path, level)
    return this.#ofFragment(selection.name.value, path, level)
  }

  #ofField(field: FieldNode, path: ReadonlySet<string>, level: SchemaLevel): SetMeasure {
    if (field.alias) this.#aliases += 1
    const { value: name } = field.name
    const introspections = isOfSchema(name) ? 1 : 0
    const common = { ...EMPTY, aliases: this.#aliases, width: 1, introspections, isPage: ROWS.has(name) }
    if (!field.selectionSet) return { ...common, depth: 1, cost: 1 }
    const inner = this.#ofSet(field.selectionSet, path, levelBelow(name, level))
    const rows =
      level === 'outside' ? rowsOf(field, inner.isPage, this.#variables) : (introspectedRows[level][name] ?? 1)
    const more = inner.listed === 0 ? 0 : (batchOf(field, this.#variables) - 1) * inner.listed
    const cost = capped(1 + rows * inner.cost + more)
    return {
      ...common,
      aliases: this.#aliases,
      depth: inner.depth + 1,
      cost,
      listed: RESULTS.has(name) ? rows * inner.cost : 0,
    }
  }

  #ofFragment(name: string, path: ReadonlySet<string>, level: SchemaLevel): SetMeasure {
    const place = `${name} ${level}`
    const known = this.#measured.get(place)
    if (known) return known
    const set = this.#fragments.get(name)?.selectionSet
    // Unknown and cyclic fragments are refused by the standard rules.
    if (!set || path.has(name)) return EMPTY
    const result = this.#ofSet(set, new Set([...path, name]), level)
    this.#measured.set(place, result)
    return result
  }
}

/** Depth, aliases, cost and root fields of a document. */
export const measure = (document: DocumentNode, given: Variables = {}): DocumentMeasure =>
  new DocumentWalk(document, given).measure()
