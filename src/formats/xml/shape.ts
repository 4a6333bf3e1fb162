import type { XmlElement } from './tree.ts'
import type { Binding, Fields, Mandatory, ReadContext, WriteContext } from './binding.ts'
import type { XmlContent, XmlObject } from './write.ts'

/** A compiled table: its bindings in writing order, and by element name for reading. */
export type Shape = {
  readonly bindings: readonly Binding<never>[]
  readonly byName: ReadonlyMap<string, readonly Binding<never>[]>
  readonly lists: readonly string[]
  readonly mandatory: readonly Mandatory[]
  /** The attributes of the element itself that bindings stand for, by `@name`. */
  readonly attributes: readonly string[]
}

export const shape = (bindings: readonly Binding<never>[]): Shape => {
  const byName = new Map<string, Binding<never>[]>()
  for (const binding of bindings) {
    const sameName = byName.get(binding.element)
    if (sameName) sameName.push(binding)
    else byName.set(binding.element, [binding])
  }
  const attributes = bindings.flatMap(({ element }) => (element.startsWith('@') ? element.slice(1) : []))
  return {
    bindings,
    byName,
    lists: bindings.flatMap(({ lists }) => lists),
    mandatory: bindings.flatMap(({ mandatory }) => mandatory),
    attributes,
  }
}

/** A new object of the model with its lists in place. */
export const emptyObject = ({ lists }: Shape): Fields => {
  const object: Fields = {}
  for (const key of lists) object[key] = []
  return object
}

/** Reads the children of an element by a table. What no binding takes is reported with its position. */
export const readChildren = (element: XmlElement, { byName }: Shape, into: Fields, context: ReadContext): void => {
  for (const child of element.children) {
    const binding = byName.get(child.qname)?.find(({ accepts }) => accepts?.(child, context) ?? true)
    if (!binding?.read(child, into, context)) reportUnmapped(child, context)
  }
}

export const fillMandatory = ({ mandatory }: Shape, into: Fields, context: ReadContext, parent: () => string): void => {
  for (const fill of mandatory) fill(into, context, parent)
}

/** Writes an object by a table. Undefined when it says nothing but constants. */
export const writeChildren = ({ bindings }: Shape, from: Fields, context: WriteContext): XmlObject | undefined => {
  const content: XmlObject = {}
  let says = false
  for (const binding of bindings) {
    const written = binding.write(from, context)
    if (written.length === 0) continue
    if (!binding.fixed) says = true
    append(content, binding.element, written)
  }
  return says ? content : undefined
}

const append = (content: XmlObject, name: string, written: XmlContent[]): void => {
  const before = content[name]
  const [only] = written
  if (before === undefined) content[name] = written.length === 1 && only !== undefined ? only : written
  else content[name] = Array.isArray(before) ? [...before, ...written] : [before, ...written]
}

/** Reports an element's texts and attributes, leaf by leaf. */
export const reportUnmapped = (element: XmlElement, context: ReadContext): void => {
  reportAttributes(element, [], context)
  const text = element.text.trim()
  if (text !== '') context.unmapped.add(element, text)
  for (const child of element.children) reportUnmapped(child, context)
}

export const reportAttributes = (element: XmlElement, known: readonly string[], context: ReadContext): void => {
  for (const { qname, value } of element.attributes)
    if (!known.includes(qname)) context.unmapped.add(element, value, qname)
}
