import { closest, distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { AppError, type Detail } from './app-error.ts'
import { isStorable } from '../../values/text.ts'
import type { ErrorCode } from './catalog.ts'

/** `['document', 'lines', 0, 'vatRate']` → `document.lines[0].vatRate` */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )

// Of several faults the answer carries the code of the most telling one; every fault is in the details.
const PRECEDENCE: readonly ErrorCode[] = [
  'MISSING_FIELD',
  'INVALID_ENUM',
  'INVALID_VAT_FORMAT',
  'INVALID_IBAN',
  'INVALID_CURRENCY',
  'INVALID_DATE',
  'INVALID_REQUEST',
]

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    root,
  )

interface Inner {
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
}

/** The schema at a path, through the wrappers (optional, nullable, default, pipe). */
const schemaAt = (schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): z.core.$ZodType | undefined => {
  if (!schema) return undefined
  const inner = schema._zod.def as Inner
  const wrapped = inner.innerType ?? inner.in
  if (wrapped) return schemaAt(wrapped, path)
  const [part, ...rest] = path
  if (part === undefined) return schema
  return schemaAt(typeof part === 'number' ? inner.element : inner.shape?.[String(part)], rest)
}

const knownNames = (schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] =>
  Object.keys((schemaAt(schema, path)?._zod.def as Inner | undefined)?.shape ?? {})

/** The codes that a schema announces for its own faults: `z.string().refine(…, {params: {code}})`. */
const codeOf = (issue: z.core.$ZodIssue): ErrorCode | undefined =>
  issue.code === 'custom' ? (issue.params?.['code'] as ErrorCode | undefined) : undefined

const UNITS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
}

/** A bound in our words, where the schema has none of its own. */
const sizeOf = (issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string => {
  if (!issue.message.startsWith('Too ')) return issue.message
  const [least, bound] = issue.code === 'too_small' ? [true, issue.minimum] : [false, issue.maximum]
  return `${issue.inclusive === false ? (least ? 'More than' : 'Less than') : least ? 'At least' : 'At most'} ${bound}${UNITS[issue.origin]?.[Number(bound) === 1 ? 0 : 1] ?? ''}`
}

const toDetails = (schema: z.core.$ZodType, issue: z.core.$ZodIssue, input: unknown): Detail[] => {
  const field = fieldPath(issue.path)
  const value = valueAt(input, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, MOST_DETAILS)
        .map((key) => unknownField([...issue.path, key], key, knownNames(schema, issue.path)))
    case 'invalid_union':
      return [
        value === undefined || value === null
          ? missing(field)
          : {
              field,
              rule: 'INVALID_REQUEST',
              message:
                issue.message === 'Invalid input'
                  ? 'This value has none of the forms that are accepted here.'
                  : sentence(issue.message),
            },
      ]
    case 'invalid_key':
      return [{ field, rule: 'INVALID_REQUEST', message: sentence(issue.issues[0]?.message ?? issue.message) }]
    case 'invalid_value':
      if (value === undefined) return [missing(field)]
      return [
        {
          field,
          rule: 'INVALID_ENUM',
          message: `Expected one of: ${issue.values.map(String).join(', ')}.`,
          allowed: issue.values.map(String),
        },
      ]
    case 'invalid_type':
      return [
        value === undefined || value === null
          ? missing(field)
          : { field, rule: 'INVALID_REQUEST', message: `Expected ${article(issue.expected)}.` },
      ]
    case 'too_small':
    case 'too_big':
      return [
        value === undefined ? missing(field) : { field, rule: 'INVALID_REQUEST', message: sentence(sizeOf(issue)) },
      ]
    default:
      if (value === undefined && codeOf(issue) === undefined && issue.code !== 'custom') return [missing(field)]
      return [{ field, rule: codeOf(issue) ?? 'INVALID_REQUEST', message: sentence(issue.message) }]
  }
}

const missing = (field: string): Detail => ({ field, rule: 'MISSING_FIELD', message: 'This field is required.' })

/** A name with more wrong letters was not meant. */
const MOST_SLIPS = 3

/** The name that was meant, by all likelihood: one that has little in common with what was written helps nobody. */
const nearestTo = (key: string, names: string[]): string | undefined => {
  if (names.length === 0 || key.length > 100) return undefined
  const nearest = closest(key, names)
  return distance(key, nearest) <= Math.min(MOST_SLIPS, (Math.max(key.length, nearest.length) + 1) / 2)
    ? nearest
    : undefined
}

const unknownField = (path: readonly PropertyKey[], key: string, names: string[]): Detail => {
  const nearest = nearestTo(key, names)
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return {
    field: fieldPath(path),
    rule: 'INVALID_REQUEST',
    message: `Unknown field.${hint}`,
    ...(nearest !== undefined && { nearest }),
  }
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const MOST_LEVELS = 100
/** Beyond these an answer helps nobody, and costs more than the request. */
const MOST_DETAILS = 1_000

/** Faults that no schema looks for: text that cannot be stored, and nesting that serializers do not survive. */
export const refuseUnstorable = (value: unknown, path: readonly PropertyKey[] = []): void => {
  const refuse = (message: string): never => {
    const field = fieldPath(path)
    throw new AppError('INVALID_REQUEST', { message, details: [{ field, rule: 'INVALID_REQUEST', message }] })
  }
  if (typeof value === 'string' && !isStorable(value))
    refuse('Text cannot contain the NUL character or half of a surrogate pair.')
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (path.length >= MOST_LEVELS) refuse(`At most ${MOST_LEVELS} levels of nesting.`)
  if (Array.isArray(value)) return value.forEach((item, index) => refuseUnstorable(item, [...path, index]))
  for (const [name, item] of Object.entries(value)) {
    if (!isStorable(name)) refuse('A name cannot contain the NUL character or half of a surrogate pair.')
    refuseUnstorable(item, [...path, name])
  }
}

/** Parses input at the edge: all faults at once, each with its exact path. */
export const parseInput = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> => {
  refuseUnstorable(input)
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const details = result.error.issues
    .slice(0, MOST_DETAILS)
    .flatMap((issue) => toDetails(schema, issue, input))
    .slice(0, MOST_DETAILS)
  const codes = new Set(details.map((detail) => detail.rule))
  const code = PRECEDENCE.find((candidate) => codes.has(candidate)) ?? 'INVALID_REQUEST'
  const [first] = details
  const message =
    details.length === 1 && first
      ? `${first.field || 'The body'}: ${first.message}`
      : `${details.length} faults in the request; see details.`
  throw new AppError(code, { message, details })
}
