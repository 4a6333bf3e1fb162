/** Values of an input by the places of the schema where they stand. */
import { z } from 'zod'
import { asSecret, isSecret } from '../../kernel/secret-input.ts'

export type Leaf = string | number

/** In the place of a value that is a secret. */
export const SECRET = '[secret]'
/** In the place of a value that no schema has read. */
export const UNKNOWN = '[unknown]'

type Schema = z.core.$ZodType
interface Parts {
  type: z.core.$ZodTypeDef['type']
  innerType?: Schema
  in?: Schema
  out?: Schema
  left?: Schema
  right?: Schema
  options?: readonly Schema[]
  element?: Schema
  items?: readonly Schema[]
  shape?: Readonly<Record<string, Schema>>
  catchall?: Schema
  valueType?: Schema
  getter?: () => Schema
}

const partsOf = (schema: Schema): Parts => schema._zod.def as Parts

const known = new WeakMap<Schema, readonly Schema[]>()

/** The schemas that a value may follow, without what is around them. */
const formsOf = (schema: Schema): readonly Schema[] => {
  const before = known.get(schema)
  if (before) return before
  const forms = lookInto(schema)
  known.set(schema, forms)
  return forms
}

const lookInto = (schema: Schema): readonly Schema[] => {
  if (isSecret(schema)) return [schema]
  const { type, innerType, in: input, out, options, left, right, getter } = partsOf(schema)
  if (innerType) return formsOf(innerType)
  if (getter) return formsOf(getter())
  if (input && out) return formsOf(partsOf(input).type === 'transform' ? out : input)
  if (type === 'union' && options) return options.flatMap(formsOf)
  if (left && right) return [...formsOf(left), ...formsOf(right)]
  return [schema]
}

/** Free data has no schema: there the names that its caller has chosen say what is a secret. */
const SECRET_NAME = /secret|password|token|authorization|api_?key|^key$|code_?verifier|signature|migration_?key/i
const anySecret: readonly Schema[] = [asSecret(z.unknown())]

const isFree = ({ type }: Parts): boolean => type === 'unknown' || type === 'any'

const freely = (name: string, forms: readonly Schema[]): readonly Schema[] =>
  SECRET_NAME.test(name) ? anySecret : forms

const below = (form: Schema, name: string): readonly Schema[] => {
  const parts = partsOf(form)
  const { shape, catchall, valueType } = parts
  if (isSecret(form)) return [form]
  if (isFree(parts)) return freely(name, [form])
  if (shape && Object.hasOwn(shape, name)) return formsOf(shape[name] as Schema)
  const others = shape ? catchall : valueType
  return others && partsOf(others).type !== 'never' ? freely(name, formsOf(others)) : []
}

const inList = (form: Schema, index: number): readonly Schema[] => {
  const parts = partsOf(form)
  if (isSecret(form) || isFree(parts)) return [form]
  const item = parts.element ?? parts.items?.[index]
  return item ? formsOf(item) : []
}

const takesLeaf = (form: Schema): boolean => {
  const { type, shape, element, items, valueType } = partsOf(form)
  return type !== 'never' && !shape && !element && !items && !valueType
}

/** As many as a log entry could show, whatever the order of its parts. */
const MOST_VALUES = 20_000
const MOST_ENTRIES = 100

/** Longer texts are compared by their beginning: a log entry shows no more of them. */
const COMPARED_CHARACTERS = 5_000

const keyOf = (leaf: Leaf): Leaf => (typeof leaf === 'string' ? leaf.slice(0, COMPARED_CHARACTERS) : leaf)

/** Walks an input along its schema. */
class LeafWalk {
  readonly #shown = new Set<Leaf>()
  readonly #secret = new Set<Leaf>()
  #left = MOST_VALUES

  visit(value: unknown, forms: readonly Schema[]): void {
    this.#left -= 1
    if (this.#left < 0 || forms.length === 0) return
    if (typeof value === 'string' || typeof value === 'number') return this.#note(value, forms)
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
    if (Array.isArray(value))
      return value.slice(0, MOST_ENTRIES).forEach((item, index) =>
        this.visit(
          item,
          forms.flatMap((form) => inList(form, index)),
        ),
      )
    for (const [name, inner] of Object.entries(value).slice(0, MOST_ENTRIES))
      this.visit(
        inner,
        forms.flatMap((form) => below(form, name)),
      )
  }

  #note(leaf: Leaf, forms: readonly Schema[]): void {
    if (leaf !== '' && forms.some(isSecret)) this.#secret.add(keyOf(leaf))
    else if (forms.some(takesLeaf)) this.#shown.add(keyOf(leaf))
  }

  /** What the log shows of a value. */
  judge(leaf: Leaf): 'shown' | typeof SECRET | typeof UNKNOWN {
    const key = keyOf(leaf)
    if (this.#secret.has(key)) return SECRET
    return this.#shown.has(key) ? 'shown' : UNKNOWN
  }
}

/** Tells texts and numbers in places that the schema has from those in places of a secret, and from all others. */
export const judgeOf = (schema: z.ZodType, input: unknown): ((leaf: Leaf) => ReturnType<LeafWalk['judge']>) => {
  const walk = new LeafWalk()
  walk.visit(input, formsOf(schema))
  return (leaf) => walk.judge(leaf)
}
