import type { XmlElement } from './tree.ts'
import type { Binding, Fields, Mandatory, ReadContext, Value } from './binding.ts'
import {
  emptyObject,
  fillMandatory,
  readChildren,
  reportAttributes,
  reportUnmapped,
  shape,
  writeChildren,
  type Shape,
} from './shape.ts'
import type { XmlContent } from './write.ts'

type Key<T> = keyof T & string
type Held<T, K extends keyof T> = NonNullable<T[K]>
type ItemOf<T, K extends keyof T> = Held<T, K> extends readonly (infer Item)[] ? Item : never
type Accepts = NonNullable<Binding<never>['accepts']>
type Attribute<T> = { name: string; key: Key<T> }

/**
 * The words in which a table is written, for one type of the model:
 * `one` and `must` bind a value, `many` a list of values; `group`, `mustGroup` and `list` objects with tables of their own;
 * `wrap` an element that the model does not know, `at` and `mustAt` an object that the XML does not know.
 */
export const tableOf = <T extends object>() => ({
  one: <K extends Key<T>>(
    element: string,
    key: K,
    value: Value<Held<T, K>>,
    options: ValueOptions<T, Held<T, K>> = {},
  ): Binding<T> => valueBinding(element, key, value, options),

  must: <K extends Key<T>>(
    element: string,
    key: K,
    value: Value<Held<T, K>>,
    options: ValueOptions<T, Held<T, K>> = {},
  ): Binding<T> => ({
    ...valueBinding(element, key, value, options),
    mandatory: [mandatoryValue(element, key, value)],
  }),

  many: <K extends Key<T>>(
    element: string,
    key: K,
    value: Value<ItemOf<T, K>>,
    options: ItemOptions<ItemOf<T, K>> = {},
  ): Binding<T> => manyBinding(element, key, value, options),

  group: <K extends Key<T>>(
    element: string,
    key: K,
    bindings: readonly Binding<Held<T, K>>[],
    accepts?: Accepts,
  ): Binding<T> => groupBinding(element, key, shape(bindings), accepts),

  mustGroup: <K extends Key<T>>(element: string, key: K, bindings: readonly Binding<Held<T, K>>[]): Binding<T> => ({
    ...groupBinding(element, key, shape(bindings)),
    mandatory: [mandatoryObject(key, shape(bindings), element)],
  }),

  list: <K extends Key<T>>(
    element: string,
    key: K,
    bindings: readonly Binding<ItemOf<T, K>>[],
    accepts?: Accepts,
  ): Binding<T> => listBinding(element, key, shape(bindings), accepts),

  wrap: (element: string, bindings: readonly Binding<T>[], accepts?: Accepts): Binding<T> =>
    wrapBinding(element, shape(bindings), accepts),

  at: <K extends Key<T>>(key: K, bindings: readonly Binding<Held<T, K>>[]): Binding<T>[] => {
    const table = shape(bindings)
    return table.bindings.map((binding) => atBinding(key, binding, table))
  },

  mustAt: <K extends Key<T>>(key: K, bindings: readonly Binding<Held<T, K>>[]): Binding<T>[] => {
    const table = shape(bindings)
    return table.bindings.map((binding, position) => ({
      ...atBinding(key, binding, table),
      mandatory: position === 0 ? [mandatoryObject(key, table)] : [],
    }))
  },
})

/** `when`: which values this element says, where another says the rest (an account that is no IBAN). */
type ItemOptions<V> = { accepts?: Accepts; when?: (value: V) => boolean }
/** `attribute`: a second place of the same object that stands in an attribute of the element (the unit of a quantity). */
type ValueOptions<T, V> = ItemOptions<V> & { attribute?: Attribute<T> }

type DocumentOptions<T> = { accepts?: Accepts; inside?: (part: object, document: T) => boolean }

const valueBinding = <T, V>(
  element: string,
  key: string,
  value: Value<V>,
  { attribute, accepts, when }: ValueOptions<T, V>,
): Binding<T> => {
  const isSaid = (from: Fields) => says(from[key]) && (when?.(from[key] as V) ?? true)
  const attributes = attribute ? [...value.attributes, attribute.name] : value.attributes
  return {
    ...plain(element, accepts),
    key,
    read: (found, into, context) => {
      const read = readValue(found, value, attributes, context)
      if (read === undefined) return isEmpty(found)
      // Said twice alike is said once.
      if (into[key] !== undefined) return alike(into[key], read)
      into[key] = read
      const second = attribute && found.attribute(attribute.name)
      if (second) into[attribute.key] = second
      return true
    },
    write: (from, context) => {
      if (!isSaid(from)) return []
      const written = value.write(from[key] as V, context)
      const second = attribute && from[attribute.key]
      return [
        typeof second === 'string' && typeof written === 'string'
          ? { [`@${attribute?.name}`]: second, '#': written }
          : written,
      ]
    },
    places: (from) => (isSaid(from) ? [{ path: [key], from, inner: [] }] : []),
  }
}

const manyBinding = <T, V>(
  element: string,
  key: string,
  value: Value<V>,
  { accepts, when = () => true }: ItemOptions<V>,
): Binding<T> => ({
  ...plain(element, accepts),
  key,
  lists: [key],
  read: (found, into, context) => {
    const item = readValue(found, value, value.attributes, context)
    if (item !== undefined) listIn(into, key).push(item)
    return item !== undefined || isEmpty(found)
  },
  write: (from, context) => (listIn(from, key) as V[]).filter(when).map((item) => value.write(item, context)),
  places: (from) =>
    (listIn(from, key) as V[]).flatMap((item, index) => (when(item) ? [{ path: [key, index], from, inner: [] }] : [])),
})

const groupBinding = <T>(element: string, key: string, table: Shape, accepts?: Accepts): Binding<T> => ({
  ...plain(element, accepts),
  key,
  read: (found, into, context) => {
    if (into[key] !== undefined) return false
    const object = readObject(found, table, context)
    if (!isBlank(object)) into[key] = object
    return true
  },
  write: (from, context) =>
    from[key] === undefined ? [] : content(writeChildren(table, objectIn(from, key), context)),
  places: (from) =>
    from[key] === undefined ? [] : [{ path: [key], from: objectIn(from, key), inner: table.bindings }],
})

const listBinding = <T>(element: string, key: string, table: Shape, accepts: Accepts | undefined): Binding<T> => ({
  ...plain(element, accepts),
  key,
  lists: [key],
  read: (found, into, context) => {
    const object = readObject(found, table, context)
    // Even an empty invoice line is a line: what it lacks is noted.
    if (isBlank(object)) fillMandatory(table, object, context, () => context.unmapped.pathOf(found))
    if (!isBlank(object)) listIn(into, key).push(object)
    return true
  },
  write: (from, context) => listIn(from, key).flatMap((item) => content(writeChildren(table, item as Fields, context))),
  places: (from) =>
    listIn(from, key).map((item, index) => ({ path: [key, index], from: item as Fields, inner: table.bindings })),
})

const wrapBinding = <T>(element: string, table: Shape, accepts: Accepts | undefined): Binding<T> => ({
  ...plain(element, accepts),
  lists: table.lists,
  mandatory: table.mandatory.map(
    (fill): Mandatory =>
      (into, context, parent) =>
        fill(into, context, () => `${parent()}/${element}`),
  ),
  fixed: table.bindings.every(({ fixed }) => fixed),
  read: (found, into, context) => {
    reportAttributes(found, [], context)
    readChildren(found, table, into, context)
    return true
  },
  write: (from, context) => content(writeChildren(table, from, context)),
  places: (from) => (writeChildren(table, from, ANY) ? [{ path: [], from, inner: table.bindings }] : []),
})

const atBinding = <T>(key: string, binding: Binding<never>, table: Shape): Binding<T> => ({
  ...plain(binding.element, binding.accepts),
  fixed: binding.fixed,
  read: (found, into, context) => {
    const object = (into[key] ?? emptyObject(table)) as Fields
    const done = binding.read(found, object, context)
    if (!isBlank(object)) into[key] = object
    return done
  },
  write: (from, context) => (from[key] === undefined ? [] : binding.write(objectIn(from, key), context)),
  places: (from) =>
    from[key] === undefined
      ? []
      : binding.places(objectIn(from, key)).map((place) => ({ ...place, path: [key, ...place.path] })),
})

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

/** An attribute of the element that the table is for: written with a value that the syntax or the document fixes, and not asked for. */
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
 * A value that belongs to the document but stands inside a part of it (the payment reference inside each payment means).
 * Said twice alike it is read once; said differently, the second is reported. `inside` tells which part says it, where
 * only one may.
 */
export const ofDocument =
  <T extends object>() =>
  <K extends Key<T>>(
    element: string,
    key: K,
    value: Value<Held<T, K>>,
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
        ? [value.write(context.root[key] as Held<T, K>, context)]
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

const plain = (element: string, accepts?: Accepts) => ({
  element,
  lists: [],
  mandatory: [],
  fixed: false,
  ...(accepts ? { accepts } : {}),
})

/** Reads one element by its value, and reports the attributes and neighbours that the value does not know. */
const readValue = <V>(
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

const mandatoryValue =
  <V>(element: string, key: string, value: Value<V>): Mandatory =>
  (into, { missing }, parent) => {
    if (into[key] !== undefined) return
    into[key] = value.neutral
    missing.push(`${parent()}/${element}`)
  }

const mandatoryObject =
  (key: string, table: Shape, element?: string): Mandatory =>
  (into, context, parent) => {
    const object = (into[key] ??= emptyObject(table)) as Fields
    fillMandatory(table, object, context, element === undefined ? parent : () => `${parent()}/${element}`)
  }

const readObject = (element: XmlElement, table: Shape, context: ReadContext): Fields => {
  const object = emptyObject(table)
  reportAttributes(element, table.attributes, context)
  readChildren(element, table, object, context)
  // An element that says nothing is no object; what is mandatory inside is mandatory only where something is said.
  if (!isBlank(object)) fillMandatory(table, object, context, () => context.unmapped.pathOf(element))
  return object
}

/** Which elements exist does not hang on the currencies. */
const ANY = { root: {}, currencies: { currency: '', vatCurrency: undefined } }

const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isBlank = (object: Fields): boolean =>
  Object.values(object).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))
const isEmpty = ({ text, children }: XmlElement): boolean => children.length === 0 && text.trim() === ''
const says = (value: unknown): boolean => value !== undefined && value !== ''
const content = (written: XmlContent | undefined): XmlContent[] => (written === undefined ? [] : [written])
const listIn = (from: Fields, key: string): unknown[] => (from[key] ?? []) as unknown[]
const objectIn = (from: Fields, key: string): Fields => (from[key] ?? {}) as Fields
