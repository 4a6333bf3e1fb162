import type { Binding, Value } from './binding.ts'
import { shape } from './shape.ts'
import {
  type ItemOptions,
  type ValueOptions,
  valueBinding,
  manyBinding,
  groupBinding,
  listBinding,
  wrapBinding,
  atBinding,
  mandatoryValue,
  mandatoryObject,
} from './bindings.ts'
import { type Accepts } from './binding-parts.ts'
import type { Key, ValueOf } from './binding-parts.ts'

type ItemOf<T, K extends keyof T> = ValueOf<T, K> extends readonly (infer Item)[] ? Item : never

/**
 * The words in which a table is written, for one type of the model:
 * `one` and `must` bind a value, `many` a list of values; `group`, `mustGroup` and `list` objects with tables of their
 * own; `wrap` an element that the model does not know, `at` and `mustAt` an object that the XML does not know.
 */
export const tableOf = <T extends object>() => ({ ...valueWords<T>(), ...objectWords<T>() })

const valueWords = <T extends object>() => ({
  one: <K extends Key<T>>(
    element: string,
    key: K,
    value: Value<ValueOf<T, K>>,
    options: ValueOptions<T, ValueOf<T, K>> = {},
  ): Binding<T> => valueBinding(element, key, value, options),

  must: <K extends Key<T>>(
    element: string,
    key: K,
    value: Value<ValueOf<T, K>>,
    options: ValueOptions<T, ValueOf<T, K>> = {},
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
})

const objectWords = <T extends object>() => ({
  group: <K extends Key<T>>(
    element: string,
    key: K,
    bindings: readonly Binding<ValueOf<T, K>>[],
    accepts?: Accepts,
  ): Binding<T> => groupBinding(element, key, shape(bindings), accepts),

  mustGroup: <K extends Key<T>>(element: string, key: K, bindings: readonly Binding<ValueOf<T, K>>[]): Binding<T> => ({
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

  at: <K extends Key<T>>(key: K, bindings: readonly Binding<ValueOf<T, K>>[]): Binding<T>[] => {
    const table = shape(bindings)
    return table.bindings.map((binding) => atBinding(key, binding, table))
  },

  mustAt: <K extends Key<T>>(key: K, bindings: readonly Binding<ValueOf<T, K>>[]): Binding<T>[] => {
    const table = shape(bindings)
    return table.bindings.map((binding, position) => ({
      ...atBinding(key, binding, table),
      mandatory: position === 0 ? [mandatoryObject(key, table)] : [],
    }))
  },
})
