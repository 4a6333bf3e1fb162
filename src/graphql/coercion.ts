/**
 * Coercion of input values as graphql-js does it, with the same results and the same words, made once for each type. It
 * goes through what is given, and not through every field that might have been: an invoice of ten thousand lines has
 * five values in a line, and its type has a hundred fields.
 */
import {
  GraphQLError,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { didYouMean } from 'graphql/jsutils/didYouMean.js'
import { suggestionList } from 'graphql/jsutils/suggestionList.js'

type Key = string | number

/** Where a value stands, and who is told what is wrong with it. Throws to end the coercion. */
interface Place {
  /** Grows and shrinks on the way. */
  path: Key[]
  report(path: readonly Key[], value: unknown, error: GraphQLError): void
}

type Coerce = (value: unknown, place: Place) => unknown

const known = new WeakMap<GraphQLInputType, Coerce>()

export const coercionOf = (type: GraphQLInputType): Coerce => {
  const before = known.get(type)
  if (before) return before
  const made = make(type)
  known.set(type, made)
  return made
}

const make = (type: GraphQLInputType): Coerce => {
  if (isNonNullType(type)) return required(type.ofType, String(type))
  const coerce = isListType(type) ? list(type.ofType) : isInputObjectType(type) ? object(type) : leaf(type)
  return (value, place) => (value === null || value === undefined ? null : coerce(value, place))
}

const tell = (place: Place, value: unknown, message: string): void =>
  place.report([...place.path], value, new GraphQLError(message))

const required = (type: GraphQLInputType, shown: string): Coerce => {
  const coerce = coercionOf(type)
  return (value, place) =>
    value === null || value === undefined
      ? tell(place, value, `Expected non-nullable type "${shown}" not to be null.`)
      : coerce(value, place)
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function'

const list = (type: GraphQLInputType): Coerce => {
  const coerce = coercionOf(type)
  return (value, place) =>
    isIterable(value)
      ? Array.from(value, (item, index) => {
          place.path.push(index)
          const coerced = coerce(item, place)
          place.path.pop()
          return coerced
        })
      : [coerce(value, place)]
}

const leaf =
  (type: GraphQLLeafType): Coerce =>
  (value, place) => {
    try {
      const parsed: unknown = type.parseValue(value)
      if (parsed === undefined) tell(place, value, `Expected type "${type.name}".`)
      return parsed
    } catch (error) {
      const originalError = error as Error
      const message = `Expected type "${type.name}". ${originalError.message}`
      const told = error instanceof GraphQLError ? error : new GraphQLError(message, { originalError })
      return void place.report([...place.path], value, told)
    }
  }

/** A field of an input object, with what it takes to coerce it. */
interface Field {
  name: string
  index: number
  field: GraphQLInputField
  isRequired: boolean
  /** Made when it is first needed, since types may hold themselves. */
  coerce: Coerce | undefined
}

type Given = Readonly<Record<string, unknown>>

/** Coerces the fields of one type. */
class ObjectCoercion {
  readonly #type: GraphQLInputObjectType
  readonly #fields: readonly Field[]
  readonly #byName: ReadonlyMap<string, Field>
  /** How many fields have to be given, and whether one that is not has a value all the same. */
  readonly #required: number
  readonly #hasDefaults: boolean

  constructor(type: GraphQLInputObjectType) {
    this.#type = type
    this.#fields = Object.values(type.getFields()).map((field, index) => ({
      name: field.name,
      index,
      field,
      isRequired: isNonNullType(field.type) && field.defaultValue === undefined,
      coerce: undefined,
    }))
    this.#byName = new Map(this.#fields.map((field) => [field.name, field]))
    this.#required = this.#fields.filter(({ isRequired }) => isRequired).length
    this.#hasDefaults = this.#fields.some(({ field }) => field.defaultValue !== undefined)
  }

  coerce(given: Given, place: Place): unknown {
    const fields = this.#given(given)
    const result: Record<string, unknown> = {}
    if (fields) for (const field of fields) result[field.name] = this.#value(field, given, place)
    else this.#coerceAll(given, result, place)
    if (this.#type.isOneOf) this.#refuseMore(given, result, place)
    return result
  }

  /** The given fields in the order of the type; undefined where something is unknown or missing. */
  #given(given: Given): Field[] | undefined {
    if (this.#hasDefaults) return undefined
    const fields: Field[] = []
    let [last, isOrdered, required] = [-1, true, 0]
    for (const name of Object.keys(given)) {
      const field = this.#byName.get(name)
      if (field === undefined) return undefined
      if (given[name] === undefined) continue
      if (field.index < last) isOrdered = false
      if (field.isRequired) required += 1
      last = field.index
      fields.push(field)
    }
    if (required < this.#required) return undefined
    return isOrdered ? fields : fields.sort((one, other) => one.index - other.index)
  }

  #value(field: Field, given: Given, place: Place): unknown {
    field.coerce ??= coercionOf(field.field.type)
    place.path.push(field.name)
    const value = field.coerce(given[field.name], place)
    place.path.pop()
    return value
  }

  #coerceAll(given: Given, result: Record<string, unknown>, place: Place): void {
    for (const field of this.#fields) {
      const { name, isRequired } = field
      const { type, defaultValue } = field.field
      if (given[name] !== undefined) result[name] = this.#value(field, given, place)
      else if (defaultValue !== undefined) result[name] = defaultValue
      else if (isRequired) tell(place, given, `Field "${name}" of required type "${type}" was not provided.`)
    }
    for (const name of Object.keys(given)) {
      if (this.#byName.has(name)) continue
      const similar = didYouMean(suggestionList(name, [...this.#byName.keys()]))
      tell(place, given, `Field "${name}" is not defined by type "${this.#type.name}".${similar}`)
    }
  }

  #refuseMore(given: Given, result: Record<string, unknown>, place: Place): void {
    const [name, ...others] = Object.keys(result)
    if (name === undefined || others.length > 0)
      tell(place, given, `Exactly one key must be specified for OneOf type "${this.#type.name}".`)
    if (name !== undefined && result[name] === null)
      place.report([...place.path, name], null, new GraphQLError(`Field "${name}" must be non-null.`))
  }
}

const object = (type: GraphQLInputObjectType): Coerce => {
  // Its fields are asked for when the first value comes.
  let coercion: ObjectCoercion | undefined
  return (value, place) => {
    if (typeof value !== 'object' || Array.isArray(value))
      return tell(place, value, `Expected type "${type.name}" to be an object.`)
    coercion ??= new ObjectCoercion(type)
    return coercion.coerce(value as Given, place)
  }
}
