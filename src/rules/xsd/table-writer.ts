/** Gathers what a table holds, each thing once, from the root elements to all that they reach. */
import { qualify } from '../../formats/xml/names.ts'
import { childOf, childrenOf, type Component, isQualified, nameIn, type SchemaFiles, XS } from './schema-files.ts'
import { narrowed, simpleRowAt, simpleRowOf } from './simple-rows.ts'
import type { AttributeRow, SchemaTable, SimpleRow, WildcardRow } from './table.ts'

/** Rows by what they say. */
class Rows<Row> {
  readonly rows: Row[] = []
  readonly #numbers = new Map<string, number>()

  number(row: Row): number {
    const key = JSON.stringify(row)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.rows.length)
    return this.rows.push(row) - 1
  }
}

/** What a complex type holds, with all that it has from the types it derives from. */
type Parts = { text?: SimpleRow; models: string[]; mixed: boolean; attributes: Map<string, string> }

const base36 = (number: number): string => number.toString(36)
const nothing = (): Parts => ({ models: [], mixed: false, attributes: new Map() })
const targetOf = (node: Element): string => node.ownerDocument.documentElement.getAttribute('targetNamespace') ?? ''

export class TableWriter {
  readonly #files: SchemaFiles
  readonly #names = new Rows<string>()
  readonly #elements = new Rows<string>()
  readonly #simple = new Rows<SimpleRow>()
  readonly #attributes = new Rows<AttributeRow>()
  readonly #wildcards = new Rows<WildcardRow>()
  readonly #types: string[] = []
  readonly #typeNumbers = new Map<Element | string, number>()
  readonly #sameTypes = new Map<string, number>()
  readonly #roots = new Set<number>()

  constructor(files: SchemaFiles) {
    this.#files = files
  }

  addRoot({ node, namespace, name }: Component): void {
    if (node.getAttribute('abstract') === 'true') return
    this.#roots.add(this.#element(node, qualify(namespace, name)))
  }

  table(edition: string): SchemaTable {
    return {
      edition,
      names: this.#names.rows,
      elements: this.#elements.rows,
      roots: [...this.#roots],
      types: this.#types,
      attributes: this.#attributes.rows,
      simple: this.#simple.rows,
      wildcards: this.#wildcards.rows,
    }
  }

  /** True where some wildcard lets in elements that the table has to know. */
  get isOpen(): boolean {
    return this.#wildcards.rows.some(({ process }) => process !== 'skip')
  }

  #element(node: Element, qname: string): number {
    const type = nameIn(node, 'type')
    const inline = childOf(node, 'complexType', 'simpleType')
    const number = this.#type(type ?? inline ?? `{${XS}}anyType`)
    const given = node.getAttribute('default') || node.getAttribute('fixed')
    if (
      node.getAttribute('nillable') === 'true' ||
      node.getAttribute('fixed') ||
      node.getAttribute('substitutionGroup')
    )
      throw new Error(`${qname}: what the element says of itself is not understood.`)
    return this.#elements.number(`${base36(this.#names.number(qname))} ${base36(number)}${given ? ` ${given}` : ''}`)
  }

  /** A type by its name, or by the element that describes it. */
  #type(type: string | Element): number {
    const known = this.#typeNumbers.get(type)
    if (known !== undefined) return known
    const node = typeof type === 'string' && !type.startsWith(`{${XS}}`) ? this.#files.find('type', type).node : type
    if (typeof node === 'string' || node.localName === 'simpleType') return this.#leaf(type, node)
    if (childOf(node, 'simpleContent')) return this.#leaf(type, node)
    // Its number first: what it holds may hold it again.
    const number = this.#types.push('') - 1
    this.#typeNumbers.set(type, number)
    const { models, mixed, attributes } = this.#parts(node)
    this.#types[number] = `${mixed ? '~' : ''}${joined(models)}${listed(attributes)}`
    return number
  }

  /** Types of texts are many, and alike. */
  #leaf(type: string | Element, node: string | Element): number {
    const line = node === `{${XS}}anyType` ? this.#anyType() : this.#textLine(node)
    const same = this.#sameTypes.get(line) ?? this.#types.push(line) - 1
    this.#sameTypes.set(line, same)
    this.#typeNumbers.set(type, same)
    return same
  }

  #anyType(): string {
    const wildcard = `@${base36(this.#wildcards.number({ process: 'lax' }))}`
    return `~(${wildcard}*);${wildcard}`
  }

  #textLine(node: string | Element): string {
    const parts =
      typeof node === 'string'
        ? { ...nothing(), text: simpleRowOf(this.#files, node) }
        : node.localName === 'simpleType'
          ? { ...nothing(), text: simpleRowAt(this.#files, node) }
          : this.#parts(node)
    return `=${base36(this.#simple.number(parts.text ?? { base: 'string' }))}${listed(parts.attributes)}`
  }

  #parts(node: Element): Parts {
    const content = childOf(node, 'simpleContent', 'complexContent')
    const derivation = content && childOf(content, 'extension', 'restriction')
    if (content === undefined || derivation === undefined) return this.#own(node, nothing(), node)
    const name = nameIn(derivation, 'base') ?? ''
    const isSimple = content.localName === 'simpleContent'
    const base = this.#baseParts(name)
    const extends_ = derivation.localName === 'extension'
    const from: Parts = {
      ...base,
      models: extends_ ? base.models : [],
      mixed: isSimple ? false : base.mixed || content.getAttribute('mixed') === 'true',
    }
    if (isSimple && !extends_ && base.text) from.text = narrowed(base.text, derivation)
    return this.#own(derivation, from, node)
  }

  #baseParts(name: string): Parts {
    if (name === `{${XS}}anyType`) return nothing()
    if (name.startsWith(`{${XS}}`)) return { ...nothing(), text: simpleRowOf(this.#files, name) }
    const { node } = this.#files.find('type', name)
    return node.localName === 'simpleType' ? { ...nothing(), text: simpleRowOf(this.#files, name) } : this.#parts(node)
  }

  /** What stands in a type itself, or in the step by which it derives from another. */
  #own(holder: Element, from: Parts, type: Element): Parts {
    const parts = { ...from, models: [...from.models], attributes: new Map(from.attributes) }
    if (type.getAttribute('mixed') === 'true') parts.mixed = true
    for (const node of childrenOf(holder)) {
      if (node.localName === 'sequence' || node.localName === 'choice') parts.models.push(this.#model(node))
      else if (node.localName === 'attribute') this.#addAttribute(node, parts.attributes)
      else if (node.localName === 'anyAttribute') parts.attributes.set('@', `@${base36(this.#wildcard(node))}`)
      else if (['group', 'all', 'attributeGroup'].includes(node.localName))
        throw new Error(`${node.localName} is not understood.`)
    }
    return parts
  }

  #model(node: Element): string {
    const inner = childrenOf(node)
      .filter(({ localName }) => localName !== 'annotation')
      .map((child) => this.#particle(child))
      .filter((particle) => particle !== '')
    return `(${inner.join(node.localName === 'choice' ? '|' : ' ')})${occurs(node)}`
  }

  #particle(node: Element): string {
    if (node.getAttribute('maxOccurs') === '0') return ''
    if (node.localName === 'sequence' || node.localName === 'choice') return this.#model(node)
    if (node.localName === 'any') return `@${base36(this.#wildcard(node))}${occurs(node)}`
    if (node.localName !== 'element') throw new Error(`${node.localName} is not understood.`)
    const reference = nameIn(node, 'ref')
    if (reference !== undefined) {
      const { node: declared, namespace, name } = this.#files.find('element', reference)
      return base36(this.#element(declared, qualify(namespace, name))) + occurs(node)
    }
    const namespace = isQualified(node, 'elementFormDefault') ? targetOf(node) : ''
    return base36(this.#element(node, qualify(namespace, node.getAttribute('name') ?? ''))) + occurs(node)
  }

  #wildcard(node: Element): number {
    const namespace = node.getAttribute('namespace') || '##any'
    if (namespace !== '##any' && namespace !== '##other') throw new Error(`A wildcard of ${namespace}.`)
    const process = (node.getAttribute('processContents') || 'strict') as WildcardRow['process']
    return this.#wildcards.number(namespace === '##any' ? { process } : { not: targetOf(node), process })
  }

  #addAttribute(node: Element, into: Map<string, string>): void {
    const reference = nameIn(node, 'ref')
    const declared = reference === undefined ? node : this.#files.find('attribute', reference).node
    const local = declared.getAttribute('name') ?? ''
    const isGlobal = reference !== undefined || isQualified(declared, 'attributeFormDefault')
    const name = qualify(isGlobal ? targetOf(declared) : '', local)
    if (node.getAttribute('use') === 'prohibited') return void into.delete(name)
    const inline = childOf(declared, 'simpleType')
    const type = nameIn(declared, 'type')
    const row = inline ? simpleRowAt(this.#files, inline) : simpleRowOf(this.#files, type ?? `{${XS}}anySimpleType`)
    const fixed = node.getAttribute('fixed')
    const simple = this.#simple.number(row)
    into.set(
      name,
      base36(
        this.#attributes.number({
          name,
          simple,
          ...(node.getAttribute('use') === 'required' ? { required: true } : {}),
          ...(fixed ? { fixed } : {}),
        }),
      ),
    )
  }
}

const joined = (models: readonly string[]): string =>
  models.length > 1 ? `(${models.join(' ')})` : (models[0] ?? '()')
const listed = (attributes: ReadonlyMap<string, string>): string =>
  attributes.size === 0 ? '' : `;${[...attributes.values()].join(' ')}`

const occurs = (node: Element): string => {
  const least = Number(node.getAttribute('minOccurs') || 1)
  const most = node.getAttribute('maxOccurs') || '1'
  if (most === 'unbounded') return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`
  if (most === '1') return least === 0 ? '?' : ''
  return `{${least},${most}}`
}
