/**
 * The form of the tables of this folder, which generate.ts writes and `schema.ts` reads. Numbers in texts are in base 36.
 *
 * A type is one line: `=3` a text of the simple type 3; otherwise a content model, `~` before it where text may stand
 * between the elements. Behind a `;` its attributes: numbers of attributes, `@2` any that the wildcard 2 lets in.
 *
 * A content model: `(a b? c*)` a sequence, `(a|b)` a choice, `a` an element by its number, `@1` any element that the
 * wildcard 1 lets in; behind each how often, as in a DTD, or `{2,5}`.
 */
export type SchemaTable = {
  /** The edition that the table was made of. */
  readonly edition: string
  /** Canonical names, as the XML reader answers them. */
  readonly names: readonly string[]
  /** `name type`, and behind it the value that an empty element stands for. */
  readonly elements: readonly string[]
  /** The elements that a document, or a wildcard, may begin with. */
  readonly roots: readonly number[]
  readonly types: readonly string[]
  readonly attributes: readonly AttributeRow[]
  readonly simple: readonly SimpleRow[]
  readonly wildcards: readonly WildcardRow[]
}

export type AttributeRow = {
  readonly name: string
  readonly simple: number
  readonly required?: true
  readonly fixed?: string
}

/** What a text must be: a type of XML Schema, narrowed by facets. */
export type SimpleRow = {
  readonly base: string
  /** Where it is not that of the base: `collapse`, `replace`, `preserve`. */
  readonly space?: string
  /** One text where no value has a space. */
  readonly values?: string | readonly string[]
  /** One expression for each step of derivation, in JavaScript's spelling. */
  readonly patterns?: readonly string[]
  readonly length?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minInclusive?: string
  readonly maxInclusive?: string
  readonly minExclusive?: string
  readonly maxExclusive?: string
  readonly totalDigits?: number
  readonly fractionDigits?: number
}

/** Which elements or attributes a wildcard lets in: of every namespace, or of every one but this; and what they must be. */
export type WildcardRow = { readonly not?: string; readonly process: 'lax' | 'skip' | 'strict' }
