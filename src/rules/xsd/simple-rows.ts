/** Simple types of XSD files as rows of a table: facets gathered over the steps of derivation. */
import { childOf, childrenOf, nameIn, type SchemaFiles, XS } from './schema-files.ts'
import type { SimpleRow } from './table.ts'

/** The names of blocks that patterns use. */
const blocks: Readonly<Record<string, string>> = {
  IsBasicLatin: '\\u0000-\\u007F',
  'IsLatin-1Supplement': '\\u0080-\\u00FF',
}

/** A pattern of XML Schema in JavaScript's spelling. */
const expressionOf = (pattern: string): string => {
  let inClass = false
  // `[.]+.+` says what `[.].+` says, and takes longer where it does not match.
  return pattern.replaceAll('[.]+.+', '[.].+').replace(/\\p\{([^}]*)\}|\\.|[[\]]|\.|[$^]/g, (token, block?: string) => {
    if (block !== undefined) {
      const range = blocks[block]
      if (range === undefined) throw new Error(`The pattern ${pattern} names an unknown block.`)
      return inClass ? range : `[${range}]`
    }
    if (token === '[') inClass = true
    if (token === ']') inClass = false
    if (inClass || token.startsWith('\\')) return token
    return token === '.' ? '[^\\n\\r]' : token === '$' || token === '^' ? `\\${token}` : token
  })
}

const NUMBERS = new Set(['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'])
const BOUNDS = new Set(['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'])

const facetsOf = (restriction: Element): Partial<SimpleRow> => {
  const facets: Record<string, unknown> = {}
  const values: string[] = []
  const patterns: string[] = []
  for (const facet of childrenOf(restriction)) {
    const value = facet.getAttribute('value') ?? ''
    if (NUMBERS.has(facet.localName)) facets[facet.localName] = Number(value)
    else if (BOUNDS.has(facet.localName)) facets[facet.localName] = value
    else if (facet.localName === 'whiteSpace') facets['space'] = value
    else if (facet.localName === 'enumeration') values.push(value)
    else if (facet.localName === 'pattern') patterns.push(expressionOf(value))
    else if (!['annotation', 'simpleType', 'attribute', 'anyAttribute'].includes(facet.localName))
      throw new Error(`The facet ${facet.localName} is not understood.`)
  }
  if (values.length > 0) facets['values'] = values.some((value) => /\s|^$/.test(value)) ? values : values.join(' ')
  if (patterns.length > 0) facets['patterns'] = [patterns.join('|')]
  return facets
}

/** What a restriction makes of the type that it narrows. */
export const narrowed = (base: SimpleRow, restriction: Element): SimpleRow => {
  const facets = facetsOf(restriction)
  const patterns = [...(base.patterns ?? []), ...(facets.patterns ?? [])]
  return { ...base, ...facets, ...(patterns.length > 0 ? { patterns } : {}) }
}

export const simpleRowOf = (files: SchemaFiles, name: string): SimpleRow => {
  if (name.startsWith(`{${XS}}`)) return { base: name.slice(XS.length + 2) }
  return simpleRowAt(files, files.find('type', name).node)
}

/** The row of a `simpleType` element. */
export const simpleRowAt = (files: SchemaFiles, node: Element): SimpleRow => {
  const restriction = childOf(node, 'restriction')
  if (restriction === undefined) throw new Error('Lists and unions are not understood.')
  const name = nameIn(restriction, 'base')
  const inner = childOf(restriction, 'simpleType')
  const base = name === undefined ? inner && simpleRowAt(files, inner) : simpleRowOf(files, name)
  return narrowed(base ?? { base: 'anySimpleType' }, restriction)
}
