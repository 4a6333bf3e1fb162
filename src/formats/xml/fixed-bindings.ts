/**
 * Bindings that stand in tables as they are: constants of the syntax, values of the whole document, what is read but
 * not written.
 */
import type { Binding, Value } from './binding.ts'
import { reportAttributes } from './shape.ts'
import type { Accepts } from './binding-parts.ts'
import { type Key, type ValueOf, plain, readValue, alike, isEmpty, says, content } from './binding-parts.ts'

type DocumentOptions<T> = { accepts?: Accepts; inside?: (part: object, document: T) => boolean }

/**
 * A constant of the syntax: written with what surrounds it, expected when read. Another value is reported, not refused,
 * unless `accepted` names it or is 'any'.
 */
export const constant = (
  element: string,
  value: string | Readonly<Record<string, string>>,
  accepted: readonly string[] | 'any' = [],
): Binding<object> => ({
  ...plain(element),
  fixed: true,
  read: (found, _into, context) => {
    reportAttributes(found, [], context)
    if (accepted === 'any') return true
    if (typeof value === 'string') return found.text.trim() === value || accepted.includes(found.text.trim())
    return found.children.every(({ qname, text }) => value[qname] === text.trim() || accepted.includes(text.trim()))
  },
  write: () => [value],
  places: (from) => [{ path: [], from, inner: [] }],
})

/**
 * An attribute of the element that the table is for: written with a value that the syntax or the document fixes, and
 * not asked for.
 */
export const fixedAttribute = <T>(name: string, valueOf: (from: T) => string | undefined): Binding<T> => ({
  ...plain(`@${name}`),
  fixed: true,
  read: () => true,
  write: (from) => content(valueOf(from as T)),
  places: () => [],
})

/** An element that says nothing of the document (a signature): passed over. */
export const ignored = (element: string): Binding<object> => ({
  ...plain(element),
  fixed: true,
  read: () => true,
  write: () => [],
  places: () => [],
})

/**
 * A value that belongs to the document but stands inside a part of it (the payment reference inside each payment
 * means). Said twice alike it is read once; said differently, the second is reported. `inside` tells which part says
 * it, where only one may.
 */
export const ofDocument =
  <T extends object>() =>
  <K extends Key<T>>(
    element: string,
    key: K,
    value: Value<ValueOf<T, K>>,
    options: DocumentOptions<T> = {},
  ): Binding<object> => ({
    ...plain(element, options.accepts),
    read: (found, _into, context) => {
      const before = context.root[key]
      const read = readValue(found, value, value.attributes, context)
      if (read === undefined) return isEmpty(found)
      context.root[key] ??= read
      return before === undefined || alike(before, read)
    },
    write: (from, context) =>
      says(context.root[key]) && (options.inside?.(from, context.root as T) ?? true)
        ? [value.write(context.root[key] as ValueOf<T, K>, context)]
        : [],
    places: (from) => [{ path: ['..', key], from, inner: [] }],
  })

/** The same binding for reading only: what other systems write in a place that we do not use. */
export const onlyRead = <T>(binding: Binding<T>): Binding<T> => ({
  ...binding,
  mandatory: [],
  write: () => [],
  places: () => [],
})
