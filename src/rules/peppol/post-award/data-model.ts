/**
 * The documents of Peppol's post-award processes allow what their data model has and nothing else. A model is written
 * as the specification draws it, one element a line, children indented:
 *
 *   cac:Party!                                must be there
 *     cbc:EndpointID! @schemeID!=addresses    with an attribute that must be there, and is in a list
 *     cbc:Note =codes                         whose text is in a list
 *     cac:PartyName ~                         may hold what the model does not say
 *
 * The official ids (PEPPOL-T01-B03802) count the elements and attributes of the model, and then the rules of each, so
 * that they follow from the drawing.
 */
import { normalize } from '../../white-space.ts'
import { place } from '../../place.ts'
import { type Context, fatal, never, type Pattern, type Rule } from '../../rule.ts'
import { hasSchemaLocation } from './common.ts'

type Lists = Readonly<Record<string, { readonly has: (code: string) => boolean }>>

type Attribute = { readonly name: string; readonly mandatory: boolean; readonly list: string | undefined }
type Node = {
  readonly name: string
  readonly depth: number
  readonly number: number
  readonly mandatory: boolean
  readonly open: boolean
  readonly list: string | undefined
  readonly attributes: readonly Attribute[]
  readonly children: Node[]
}

const LINE = /^( *)([\w:]+)(!?)(.*)$/

const parseLine = (line: string, number: number): Node => {
  const [, indent = '', name = '', mark = '', rest = ''] = LINE.exec(line) ?? []
  const words = rest.trim().split(' ')
  const attributes = words
    .filter((word) => word.startsWith('@'))
    .map((word) => ({ name: /^@(\w+)/.exec(word)?.[1] ?? '', mandatory: word.includes('!'), list: word.split('=')[1] }))
  const list = words.find((word) => word.startsWith('='))?.slice(1)
  return {
    name,
    depth: indent.length / 2,
    number,
    mandatory: mark === '!',
    open: words.includes('~'),
    list,
    attributes,
    children: [],
  }
}

const parse = (drawing: string): Node => {
  const path: Node[] = []
  let number = 1
  for (const line of drawing.trim().split('\n')) {
    const node = parseLine(line, number)
    number += 1 + node.attributes.length
    path.length = node.depth
    path.at(-1)?.children.push(node)
    path.push(node)
  }
  const [root] = path
  if (root === undefined) throw new Error('A data model has a root.')
  return root
}

/** The business terms that attributes say: they lead to fields of their own in a JSON body. */
const termOf: Readonly<Record<string, string>> = {
  'cbc:Quantity unitCode': 'BT-130',
  'cbc:BaseQuantity unitCode': 'BT-150',
  'cbc:EmbeddedDocumentBinaryObject mimeCode': 'BT-125-1',
  'cbc:EmbeddedDocumentBinaryObject filename': 'BT-125-2',
}

const rulesOf = (node: Node, ids: (sequence: number) => string, lists: Lists): Rule[] => {
  const rules: Rule[] = []
  const add = (test: Rule['test'], message: string, fix: string, terms = ''): void => {
    rules.push(fatal(ids(rules.length + 1), terms, test, message, fix))
  }
  const { list, name } = node
  if (list !== undefined)
    add(
      (element) => lists[list]?.has(normalize(element.text)) === true,
      `${name} has a value that is not one of its code list.`,
      'Use a code of the list.',
    )
  for (const child of node.children)
    if (child.mandatory)
      add((element) => element.first(child.name) !== undefined, `${name} has no ${child.name}.`, `Add ${child.name}.`)
  for (const attribute of node.attributes) {
    const codes = attribute.list
    const term = termOf[`${name} ${attribute.name}`]
    if (attribute.mandatory)
      add(
        (element) => element.attribute(attribute.name) !== undefined,
        `${name} has no attribute ${attribute.name}.`,
        `Add the attribute ${attribute.name}.`,
        term,
      )
    if (codes !== undefined)
      add(
        (element) => {
          const code = element.attribute(attribute.name)
          return code === undefined || lists[codes]?.has(code) === true
        },
        `The attribute ${attribute.name} of ${name} is not one of its code list.`,
        'Use a code of the list.',
        term,
      )
  }
  if (node.depth === 0)
    add(
      (root) => !hasSchemaLocation(root),
      'The document names the location of its schema, which is not allowed.',
      'Leave out xsi:schemaLocation.',
    )
  return rules
}

/** The rules of a data model, whose ids start with `prefix`. */
export const dataModel = (prefix: string, drawing: string, lists: Lists): Pattern[] => {
  const known: Context[] = []
  const unknown: Context[] = []
  const visit = (node: Node, path: string): void => {
    const at = `${path}/${node.name}`
    const ids = (sequence: number): string =>
      `${prefix}-B${String(node.number).padStart(3, '0')}${String(sequence).padStart(2, '0')}`
    const rules = rulesOf(node, ids, lists)
    if (rules.length > 0) known.push({ ...place(at), rules })
    if (node.children.length > 0 && !node.open) unknown.push(nothingElse(node, at, ids(rules.length + 1)))
    for (const child of node.children) visit(child, at)
  }
  visit(parse(drawing), '')
  return [known, unknown]
}

const always = (): boolean => true

const nothingElse = (node: Node, path: string, id: string): Context => {
  const names = new Set(node.children.map((child) => child.name))
  const { at = always } = place(path)
  return {
    names: ['*'],
    at: ({ qname, parent }) => parent !== undefined && parent.qname === node.name && !names.has(qname) && at(parent),
    rules: [fatal(id, '', never, `This element is not part of the data model of ${node.name}.`, 'Leave it out.')],
  }
}
