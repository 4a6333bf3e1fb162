/** Holds a document to its schema, in one walk through its tree. */
import { type XmlElement, xpathOf } from '../../formats/xml/tree.ts'
import { atMost } from '../../values/text.ts'
import type { Finding } from '../rule.ts'
import { lineIndexOf } from '../check.ts'
import { isBlank } from '../white-space.ts'
import { declared, type ElementDeclaration, letsIn, type Row } from './model.ts'
import type { AttributeDeclaration, Schema, SchemaType } from './schema.ts'
import type { WildcardRow } from './table.ts'
import type { TextCheck } from './text-check.ts'
import { matchTree, type Placed } from './tree-match.ts'
import { comesLater, expectedFrom, listed, named, nameAt, namespaceFault } from './words.ts'

/** The rule of every finding about the form of a document. */
export const XSD = 'XSD'

/** Whoever has so many faults in the form sends another kind of document. */
const MOST_FINDINGS = 100
const LONGEST_VALUE = 100

const XSI = '{http://www.w3.org/2001/XMLSchema-instance}'
/** What an instance may say of its schema anywhere. */
const HINTS = new Set(['xsi:schemaLocation', 'xsi:noNamespaceSchemaLocation'])

export const checkSchema = (root: XmlElement, schema: Schema): Finding[] => {
  const walk = new Walk(schema)
  const declaration = schema.root(root.qname)
  if (declaration === undefined) walk.refuseRoot(root)
  else walk.element(root, declaration)
  return walk.findings
}

class Walk {
  readonly findings: Finding[] = []
  readonly #schema: Schema
  readonly #ids = new Set<string>()

  constructor(schema: Schema) {
    this.#schema = schema
  }

  refuseRoot(root: XmlElement): void {
    const meant = this.#schema.rootNamed(root.name)
    this.#misplaced(root, meant === undefined ? [] : [meant])
  }

  element(element: XmlElement, { type: number, given }: ElementDeclaration): void {
    const type = this.#schema.type(number)
    if (element.attributes.length > 0 || type.required.length > 0) this.#attributes(element, type)
    if (type.text !== undefined) this.#text(element, type.text, given)
    else this.#content(element, type)
  }

  #text(element: XmlElement, check: TextCheck, given: string | undefined): void {
    const [child] = element.children
    if (child !== undefined) {
      this.#add(
        child,
        `${named(child)} stands inside ${named(element)}, which holds a text only.`,
        `Expected ${check.expected}, without elements inside.`,
      )
      return
    }
    if (check.isAnyFile && element.encoded && check.holds?.(element.encoded.standIn)) return
    const { text } = element
    if (given !== undefined && text === '') return
    this.#value(element, `${named(element)}`, text, check)
  }

  #value(element: XmlElement, name: string, text: string, check: TextCheck, attribute?: string): void {
    const isRepeated = check.isId && this.#isRepeated(check.seen(text))
    if (!isRepeated && (check.holds?.(text) ?? true)) return
    const said = text.trim() === '' ? 'is empty' : `has the value "${atMost(LONGEST_VALUE, text.trim())}"`
    this.#add(
      element,
      isRepeated ? `${name} ${said}, which another element has.` : `${name} ${said}. Expected ${check.expected}.`,
      isRepeated ? 'Give each element a name of its own.' : `Write ${check.expected}.`,
      attribute,
    )
  }

  #isRepeated(id: string): boolean {
    if (this.#ids.has(id)) return true
    this.#ids.add(id)
    return false
  }

  #attributes(element: XmlElement, type: SchemaType): void {
    for (const { qname, value } of element.attributes) {
      const declaration = type.attributes.get(qname)
      if (declaration !== undefined) this.#attribute(element, declaration, value)
      else if (!HINTS.has(qname) && !this.#isLetIn(type, qname)) this.#unknownAttribute(element, qname, type)
    }
    for (const { name } of type.required)
      if (element.attribute(name) === undefined)
        this.#add(
          element,
          `${named(element)} has no attribute ${name}. Expected: ${name}.`,
          `Write the attribute ${name}.`,
        )
  }

  #attribute(element: XmlElement, { name, fixed, text }: AttributeDeclaration, value: string): void {
    const of = `The attribute ${name} of ${named(element)}`
    if (fixed === undefined) this.#value(element, of, value, text, name)
    else if (text.seen(value) !== text.seen(fixed))
      this.#add(
        element,
        `${of} has the value "${atMost(LONGEST_VALUE, value)}". Expected "${fixed}".`,
        `Write "${fixed}".`,
        name,
      )
  }

  #isLetIn({ anyAttribute }: SchemaType, qname: string): boolean {
    if (anyAttribute === undefined || qname.startsWith(XSI) || qname.startsWith('xsi:')) return false
    return anyAttribute.process !== 'strict' && letsIn(anyAttribute, qname.includes(':') ? qname : '')
  }

  #unknownAttribute(element: XmlElement, qname: string, { attributes }: SchemaType): void {
    this.#add(
      element,
      `${named(element)} has the attribute ${qname}, which the schema does not know. ${listed([...attributes.keys()])}`,
      'Remove the attribute, or correct its name.',
      qname,
    )
  }

  #content(element: XmlElement, type: SchemaType): void {
    if (!type.mixed && !isBlank(element.text))
      this.#add(
        element,
        `${named(element)} holds the text "${atMost(LONGEST_VALUE, element.text.trim())}". Expected elements only.`,
        'Move the text into an element.',
      )
    if (type.model.kind === 'row') this.#row(element, type.model)
    else this.#tree(element, type.model.particle)
  }

  #row(element: XmlElement, row: Row): void {
    const { particles, places, nextRequired } = row
    let [here, times] = [0, 0]
    for (const child of element.children) {
      const place = places.get(child.qname)
      const particle = place === undefined ? undefined : particles[place]
      if (place === undefined || particle === undefined) {
        this.#misplaced(child, expectedFrom(row, here, times))
        continue
      }
      if (place > here) {
        const required = nextRequired[times > 0 ? here + 1 : here] ?? place
        if (required < place && !comesLater(element, child, particles[required]?.element.qname))
          this.#misplaced(child, expectedFrom(row, here, times))
        here = place
        times = 1
      } else if (place < here)
        this.#misplaced(child, expectedFrom(row, here, times), `it must stand before ${nameAt(row, here)}`)
      else if (++times > particle.most)
        this.#misplaced(child, expectedFrom(row, here, times), `at most ${particle.most} of it may stand here`)
      this.element(child, particle.element)
    }
    const missing = nextRequired[times > 0 ? here + 1 : here] ?? particles.length
    if (missing < particles.length) this.#incomplete(element, expectedFrom(row, here, times))
  }

  #tree(element: XmlElement, particle: Parameters<typeof matchTree>[0]): void {
    const { children } = element
    const { placed, expected } = matchTree(particle, children)
    const wrong = children[placed.length]
    if (expected !== undefined && wrong !== undefined) this.#misplaced(wrong, expected)
    else if (expected !== undefined) this.#incomplete(element, expected)
    children.forEach((child, position) => {
      const place = placed[position] ?? declared(particle, child.qname)
      if (place !== undefined) this.#placed(child, place)
    })
  }

  #placed(child: XmlElement, place: Placed): void {
    if ('qname' in place) this.element(child, place)
    else this.#wild(child, place)
  }

  /** An element that a wildcard has let in. */
  #wild(element: XmlElement, { process }: WildcardRow): void {
    if (process === 'skip') return
    const known = this.#schema.root(element.qname)
    if (known !== undefined) this.element(element, known)
    else if (process === 'strict')
      this.#add(
        element,
        `${named(element)} is not known. Expected an element that a schema describes.`,
        'Remove the element, or correct its name and namespace.',
      )
    else for (const child of element.children) this.#wild(child, { process })
  }

  #misplaced(child: XmlElement, expected: readonly string[], why?: string): void {
    const reason = why ?? namespaceFault(child, expected)
    this.#add(
      child,
      `${named(child)} is not expected here${reason === undefined ? '' : `: ${reason}`}. ${listed(expected)}`,
      expected.length === 0 ? 'Remove the element.' : 'Put the elements in the order of the schema, with its names.',
    )
  }

  #incomplete(element: XmlElement, expected: readonly string[]): void {
    this.#add(element, `${named(element)} ends too early. ${listed(expected)}`, 'Add what is missing.')
  }

  #add(element: XmlElement, message: string, fix: string, attribute?: string): void {
    if (this.findings.length >= MOST_FINDINGS) return
    this.findings.push({
      rule: XSD,
      labels: [],
      severity: 'fatal',
      message,
      fix,
      terms: [],
      xpath: attribute === undefined ? xpathOf(element) : `${xpathOf(element)}/@${attribute}`,
      line: element.line,
      column: element.column,
      lineIndex: lineIndexOf(element),
    })
  }
}
