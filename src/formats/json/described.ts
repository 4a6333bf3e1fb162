/**
 * The names of the send body with their business terms, in one object for every kind of document: what GraphQL takes
 * (`bodyForm`) and what every door shows of a document (`contentShape`). Both are made from the schemas of the body.
 */
import { z } from 'zod'
import { orderTerms } from '../order-terms.ts'
import { terms } from '../terms.ts'
import { invoiceBody, orderBody } from './body.ts'
import { computed, ownWords } from './own-words.ts'

interface Term {
  id?: string
  name: string
}

const termsAt: ReadonlyMap<string, readonly Term[]> = Map.groupBy(
  [...terms, ...orderTerms] as readonly (Term & { json: string })[],
  ({ json }) => json,
)

type Door = 'input' | 'output'
type Shape = Readonly<Record<string, z.ZodType>>

const ROOT = 'DocumentBody'
const everything: Shape = { ...orderBody.shape, ...invoiceBody.shape, lines: orderBody.shape.lines }
const EXCEPT_ROLES = ['payer']

const graphqlOf = (schema: z.ZodType): string | undefined => schema.meta()?.['graphql'] as string | undefined

/** A schema without what says that it may be left out, and the full form of what has a short one. */
const bare = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return bare(schema._zod.def.innerType as z.ZodType)
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).find((option) => option instanceof z.ZodObject) ?? schema
  return schema
}

const rolesIn = (list: z.ZodType): readonly string[] => {
  const party = bare(list)
  if (!(party instanceof z.ZodObject) || !(party.shape['role'] instanceof z.ZodEnum)) return ['']
  return party.shape['role'].options.map(String).filter((role) => !EXCEPT_ROLES.includes(role))
}

/** The paths of the parts of a field that stands at these paths. */
const within = (schema: z.ZodType, paths: readonly string[]): readonly string[] =>
  schema instanceof z.ZodArray
    ? paths.flatMap((path) => rolesIn(schema._zod.def.element as z.ZodType).map((role) => `${path}[${role}]`))
    : paths

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Every place of an object, whose type is the same in all of them. */
const places = new Map<string, Set<string>>()

const note = (name: string, shape: Shape, paths: readonly string[]): void => {
  places.set(name, new Set([...(places.get(name) ?? []), ...paths]))
  for (const [field, schema] of Object.entries(shape)) {
    const kind = bare(schema)
    const inside = within(
      kind,
      paths.map((path) => joined(path, field)),
    )
    const part = kind instanceof z.ZodArray ? bare(kind._zod.def.element as z.ZodType) : kind
    if (part instanceof z.ZodObject) note(graphqlOf(part) ?? '', shapeOf(part), inside)
  }
}

const shapeOf = (schema: z.ZodObject): Shape => ({
  ...(schema.shape as Shape),
  ...computed[graphqlOf(schema) ?? ''],
})

note(ROOT, { ...everything, ...computed[ROOT] }, [''])

/** `BT-35, BT-50: Address line 1`, or what is said of it here. */
const described = (type: string, field: string): string | undefined => {
  const found = [...(places.get(type) ?? [])]
    .map((path) => joined(path, field))
    .flatMap((path) => termsAt.get(path) ?? termsAt.get(`${path}.value`) ?? termsAt.get(`${path}[].value`) ?? [])
  const ids = [...new Set(found.flatMap(({ id }) => id ?? []))]
  const what = ownWords[`${type}.${field}`] ?? [...new Set(found.map(({ name }) => name))].join(', or: ')
  if (what === '') return undefined
  return ids.length === 0 ? `${what}.` : `${ids.join(', ')}: ${what}.`
}

/** Every path that leads to a term. */
const leading = new Set(
  [...termsAt.keys()].flatMap((path) => [
    path,
    ...[...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index)),
  ]),
)

/** Whether a document that was read says it: what only a body says has no term. */
const isShown = (type: string, field: string): boolean =>
  SHOWN_WITHOUT_TERM.has(`${type}.${field}`) ||
  [...(places.get(type) ?? [])].some((path) => leading.has(joined(path, field)))
const SHOWN_WITHOUT_TERM = new Set([
  'DocumentParty.role',
  'DocumentLine.vatExemptionReason',
  'DocumentLine.vatExemptionCode',
])

const made = new Map<string, z.ZodObject>()

const objectFor = (name: string, shape: Shape, door: Door): z.ZodObject => {
  const key = `${door} ${name}`
  const known = made.get(key)
  if (known) return known
  const fields = Object.entries(shape).flatMap(([field, schema]) => {
    if (door === 'output' ? !isShown(name, field) : field in (computed[name] ?? {})) return []
    const description = described(name, field)
    if (description === undefined) throw new Error(`${name}.${field} has no term and no words of its own.`)
    const isNeeded = door === 'input' && !schema.safeParse(undefined).success && isNeededByAll(name, field)
    const one = kindFor(schema, door)
    return [[field, (isNeeded ? one : one.optional()).describe(description)] as const]
  })
  const about = ownWords[name] ?? ''
  const meta = door === 'input' ? { id: `${name}Input`, about } : { id: name, graphql: name, about }
  const object = z.strictObject(Object.fromEntries(fields)).meta(meta)
  made.set(key, object)
  return object
}

/** An event has nothing but a number. */
const isNeededByAll = (name: string, field: string): boolean => name !== ROOT || field === 'number'

const kindFor = (schema: z.ZodType, door: Door): z.ZodType => {
  const kind = bare(schema)
  if (kind instanceof z.ZodArray) return z.array(kindFor(kind._zod.def.element as z.ZodType, door))
  const graphql = graphqlOf(kind)
  if (kind instanceof z.ZodObject) return objectFor(graphql ?? '', shapeOf(kind), door)
  if (kind instanceof z.ZodEnum) return door === 'input' && graphql !== undefined ? kind : z.string()
  if (kind instanceof z.ZodBoolean) return z.boolean().meta({ graphql: 'Boolean' })
  if (graphql === 'Decimal') return (door === 'input' ? z.string() : z.number()).meta({ graphql })
  return graphql === undefined ? z.string() : z.string().meta({ graphql })
}

/** What GraphQL takes as a document: every name of every kind, in its full form. */
export const bodyForm = objectFor(ROOT, everything, 'input')

const CONTENT = 'StructuredContent'
places.set(CONTENT, new Set(['']))
/** What a document says, under the names of the send body, with its totals. Decimals are numbers in JSON. */
export const contentShape = objectFor(CONTENT, { ...everything, ...computed[ROOT] }, 'output')
const partOf = (name: 'DocumentLine' | 'DocumentParty'): z.ZodObject => {
  const object = made.get(`output ${name}`)
  if (!object) throw new Error(`No document has a ${name}.`)
  return object
}
export const lineShape = partOf('DocumentLine')
export const partyShape = partOf('DocumentParty')
