/** How much a document asks: known before anything runs, and independent of the data. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { fragmentsIn } from '../../graphql/selected.ts'
import { limits } from '../../values/limits.ts'

interface Measure {
  depth: number
  aliases: number
  cost: number
}
interface SetMeasure extends Measure {
  /** How many fields the selection set has itself, those of its fragments included. */
  width: number
  /** True if one of these fields holds the rows of a page or of a batch. */
  isPage: boolean
}
interface DocumentMeasure extends Measure {
  rootFields: number
  /** The number of its fields that ask about the schema. */
  introspections: number
}

export type Variables = Readonly<Record<string, unknown>>

const PAGE = limits.defaultPageRows
const MOST_ROWS = 1_000

const lengthOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined)

/** The length of the list in the input of a batch. */
const entriesIn = (input: unknown): number | undefined =>
  typeof input === 'object' && input !== null ? Object.values(input).map(lengthOf).find(Boolean) : undefined

/** The rows that a field may stand for: those of its page, or the objects that it names. */
const rowsOf = (field: FieldNode, isPage: boolean, variables: Variables): number => {
  const given = (name: string): unknown => {
    const value = field.arguments?.find((one) => one.name.value === name)?.value
    return value && valueFromASTUntyped(value, variables)
  }
  const size =
    given('first') ??
    given('last') ??
    given('limit') ??
    lengthOf(given('ids') ?? given('representations')) ??
    (isPage ? (entriesIn(given('input')) ?? PAGE) : 1)
  const rows = Number(size)
  return Number.isNaN(rows) ? MOST_ROWS : Math.min(Math.max(rows, 1), MOST_ROWS)
}

const isIntrospection = (name: string): boolean => name === '__schema' || name === '__type'

/**
 * The fields inside a list of the schema count so often. It has far more types than that, but no database is asked for
 * them.
 */
const SCHEMA_ROWS: Readonly<Record<string, number>> = {
  types: 25,
  directives: 5,
  fields: 5,
  inputFields: 2,
  enumValues: 2,
  possibleTypes: 2,
  interfaces: 2,
}

/** What variables are where a request does not give them. */
const defaultsOf = (document: DocumentNode): Record<string, unknown> =>
  Object.fromEntries(
    document.definitions
      .flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
      )
      .flatMap(({ variable, defaultValue }) =>
        defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
      ),
  )

const ROWS: ReadonlySet<string> = new Set(['edges', 'nodes', 'results'])

const EMPTY: SetMeasure = { depth: 0, aliases: 0, cost: 0, width: 0, isPage: false }

const capped = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER)

/** Walks a document once. A fragment is measured at its first use, however often it is spread. */
class DocumentWalk {
  readonly #document: DocumentNode
  readonly #variables: Variables
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #measured = new Map<string, SetMeasure>()
  #aliases = 0
  #introspections = 0

  constructor(document: DocumentNode, given: Variables) {
    this.#document = document
    this.#variables = { ...defaultsOf(document), ...given }
    this.#fragments = fragmentsIn(document)
  }

  measure(): DocumentMeasure {
    let [depth, cost, rootFields] = [0, 0, 0]
    for (const definition of this.#document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue
      const one = this.#ofSet(definition.selectionSet, new Set(), false)
      depth = Math.max(depth, one.depth)
      cost += one.cost
      rootFields = Math.max(rootFields, one.width)
    }
    return { depth, aliases: this.#aliases, cost, rootFields, introspections: this.#introspections }
  }

  #ofSet(set: SelectionSetNode, path: ReadonlySet<string>, inSchema: boolean): SetMeasure {
    let [depth, cost, width] = [0, 0, 0]
    let isPage = false
    for (const selection of set.selections) {
      const part = this.#ofSelection(selection, path, inSchema)
      depth = Math.max(depth, part.depth)
      cost = capped(cost + part.cost)
      width = capped(width + part.width)
      isPage ||= part.isPage
    }
    return { depth, aliases: this.#aliases, cost, width, isPage }
  }

  #ofSelection(selection: SelectionNode, path: ReadonlySet<string>, inSchema: boolean): SetMeasure {
    if (selection.kind === Kind.FIELD) return this.#ofField(selection, path, inSchema)
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.#ofSet(selection.selectionSet, path, inSchema)
    return this.#ofFragment(selection.name.value, path, inSchema)
  }

  #ofField(field: FieldNode, path: ReadonlySet<string>, inSchema: boolean): SetMeasure {
    const { value: name } = field.name
    if (field.alias) this.#aliases += 1
    if (isIntrospection(name)) this.#introspections += 1
    const common = { aliases: this.#aliases, width: 1, isPage: ROWS.has(name) }
    if (!field.selectionSet) return { ...common, depth: 1, cost: 1 }
    const inner = this.#ofSet(field.selectionSet, path, inSchema || isIntrospection(name))
    const rows = inSchema ? (SCHEMA_ROWS[name] ?? 1) : rowsOf(field, inner.isPage, this.#variables)
    return {
      ...common,
      aliases: this.#aliases,
      // The schema is deep by nature.
      depth: isIntrospection(name) ? 1 : inner.depth + 1,
      cost: 1 + rows * inner.cost,
    }
  }

  #ofFragment(name: string, path: ReadonlySet<string>, inSchema: boolean): SetMeasure {
    const known = this.#measured.get(name)
    if (known) return known
    const set = this.#fragments.get(name)?.selectionSet
    // Unknown and cyclic fragments are refused by the standard rules.
    if (!set || path.has(name)) return EMPTY
    const result = this.#ofSet(set, new Set([...path, name]), inSchema)
    this.#measured.set(name, result)
    return result
  }
}

/** Depth, aliases, cost, root fields and introspections of a document. */
export const measure = (document: DocumentNode, given: Variables = {}): DocumentMeasure =>
  new DocumentWalk(document, given).measure()
