/** What the words of a table mean: how each reads an element into the model, and writes it. */
import type { XmlElement } from './tree.ts'
import type { Binding, Fields, Mandatory, ReadContext, Value } from './binding.ts'
import { emptyObject, fillMandatory, readChildren, reportAttributes, writeChildren, type Shape } from './shape.ts'
import { type Accepts, type Key, plain, readValue, alike, isEmpty, says, content } from './binding-parts.ts'

type Attribute<T> = { name: string; key: Key<T> }

/** `when`: which values this element says, where another says the rest (an account that is no IBAN). */
export type ItemOptions<V> = { accepts?: Accepts; when?: (value: V) => boolean }

/**
 * `attribute`: a second place of the same object that stands in an attribute of the element (the unit of a quantity).
 */
export type ValueOptions<T, V> = ItemOptions<V> & { attribute?: Attribute<T> }

export const valueBinding = <T, V>(
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
      // The same value twice is read once; a second, different one is reported.
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

export const manyBinding = <T, V>(
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

export const groupBinding = <T>(element: string, key: string, table: Shape, accepts?: Accepts): Binding<T> => ({
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

export const listBinding = <T>(
  element: string,
  key: string,
  table: Shape,
  accepts: Accepts | undefined,
): Binding<T> => ({
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

export const wrapBinding = <T>(element: string, table: Shape, accepts: Accepts | undefined): Binding<T> => ({
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

export const atBinding = <T>(key: string, binding: Binding<never>, table: Shape): Binding<T> => ({
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

export const mandatoryValue =
  <V>(element: string, key: string, value: Value<V>): Mandatory =>
  (into, { missing }, parent) => {
    if (into[key] !== undefined) return
    into[key] = value.neutral
    missing.push(`${parent()}/${element}`)
  }

export const mandatoryObject =
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
const isBlank = (object: Fields): boolean =>
  Object.values(object).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))
const listIn = (from: Fields, key: string): unknown[] => (from[key] ?? []) as unknown[]
const objectIn = (from: Fields, key: string): Fields => (from[key] ?? {}) as Fields
