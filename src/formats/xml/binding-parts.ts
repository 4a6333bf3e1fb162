/** What all bindings are made of. */
import type { XmlElement } from './tree.ts'
import type { Binding, ReadContext, Value } from './binding.ts'
import { reportAttributes, reportUnmapped } from './shape.ts'
import type { XmlContent } from './write.ts'

/** Which elements of its name a binding takes. */
export type Accepts = NonNullable<Binding<never>['accepts']>
export type Key<T> = keyof T & string
export type ValueOf<T, K extends keyof T> = NonNullable<T[K]>

export const plain = (element: string, accepts?: Accepts) => ({
  element,
  lists: [],
  mandatory: [],
  fixed: false,
  ...(accepts ? { accepts } : {}),
})

/** Reads one element by its value, and reports the attributes and neighbours that the value does not know. */
export const readValue = <V>(
  element: XmlElement,
  value: Value<V>,
  attributes: readonly string[],
  context: ReadContext,
): V | undefined => {
  if (value.child === undefined && element.children.length > 0) return undefined
  const read = value.read(element, context)
  if (read === undefined) return undefined
  const holder = value.child === undefined ? element : element.first(value.child)
  if (holder) reportAttributes(holder, attributes, context)
  for (const beside of element.children) if (beside !== holder) reportUnmapped(beside, context)
  return read
}

export const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
export const isEmpty = ({ text, children }: XmlElement): boolean => children.length === 0 && text.trim() === ''
export const says = (value: unknown): boolean => value !== undefined && value !== ''
export const content = (written: XmlContent | undefined): XmlContent[] => (written === undefined ? [] : [written])
