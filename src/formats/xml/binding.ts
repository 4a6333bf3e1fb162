import type { XmlElement } from './tree.ts'
import type { UnmappedPlaces } from './unmapped-places.ts'
import type { XmlContent } from './write.ts'

/**
 * A syntax is a table of bindings. A binding ties one element of the XML to one place of the model, for reading and for
 * writing; tables list them in the order of the schema, nested as the XML is. The engine in shape.ts runs the tables.
 */

/** An object of the model while a table fills or reads it. */
export type Fields = Record<string, unknown>

/** What a reading carries along: the document under construction and what it could not place. */
export type ReadContext = {
  readonly root: Fields
  readonly currencies: Currencies
  readonly unmapped: UnmappedPlaces
  readonly missing: string[]
}

export type WriteContext = { readonly root: Fields; readonly currencies: Currencies }

/** Known before the amounts are, wherever a syntax says them. */
export type Currencies = { readonly currency: string; readonly vatCurrency: string | undefined }

/** How the text and attributes of one element say one value. */
export type Value<V> = {
  readonly attributes: readonly string[]
  readonly child?: string // the value stands in this single child element
  /** undefined when the element does not say such a value. */
  readonly read: (element: XmlElement, context: ReadContext) => V | undefined
  readonly write: (value: V, context: WriteContext) => XmlContent
  readonly neutral?: V
}

/** Where one written element stands in the model; `inner` are the bindings below it. */
type ModelPlace = { path: readonly (string | number)[]; from: Fields; inner: readonly Binding<never>[] }

export type Binding<T> = {
  /** Canonical name, `cbc:ID`: written as it stands, and matched whatever prefix a document binds. */
  readonly element: string
  /** Tells apart elements of one name (an allowance from a charge). Absent: takes any. */
  readonly accepts?: (element: XmlElement, context: ReadContext) => boolean
  /** False when the place is taken or the value unreadable: the element is then reported as unmapped. */
  readonly read: (element: XmlElement, into: Fields, context: ReadContext) => boolean
  /** The elements that say what `from` holds: none, one, or one an item. */
  readonly write: (from: Fields, context: WriteContext) => XmlContent[]
  readonly places: (from: Fields) => ModelPlace[]
  /** The place of the enclosing object that the element says. Absent for what stands between objects. */
  readonly key?: string
  /** Keys of the enclosing object that are lists: they exist even when empty. */
  readonly lists: readonly string[]
  /** What the enclosing object cannot be without. */
  readonly mandatory: readonly Mandatory[]
  /** True for what repeats a constant of the syntax and alone does not make its parent worth writing. */
  readonly fixed: boolean
  readonly for?: (type: T) => void
}

/** Gives a mandatory place its neutral value where the document left it out, and notes where it should have stood. */
export type Mandatory = (into: Fields, context: ReadContext, parent: () => string) => void
