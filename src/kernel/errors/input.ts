import type { z } from 'zod'
import { atMoment } from '../moment-of-input.ts'
import { AppError, type Detail } from './app-error.ts'
import type { ErrorCode } from './catalog.ts'
import { nearestTo, suggestion } from './nearest.ts'
import { fieldPath, refuseUnfit } from './unfit.ts'
import { isObject } from '../../values/is-object.ts'

// An answer with several faults has the code that comes first here; every fault is in its details.
const PRECEDENCE: readonly ErrorCode[] = [
  'MISSING_FIELD',
  'INVALID_ENUM',
  'INVALID_VAT_FORMAT',
  'INVALID_IBAN',
  'INVALID_CURRENCY',
  'INVALID_DATE',
  'BRANDING_CONTRAST',
  'INVALID_REQUEST',
]

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    root,
  )

interface SchemaParts {
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
}

/** The schema at a path, through the wrappers (optional, nullable, default, pipe). */
const schemaAt = (schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): z.core.$ZodType | undefined => {
  if (!schema) return undefined
  const inner = schema._zod.def as SchemaParts
  const wrapped = inner.innerType ?? inner.in
  if (wrapped) return schemaAt(wrapped, path)
  const [part, ...rest] = path
  if (part === undefined) return schema
  return schemaAt(typeof part === 'number' ? inner.element : inner.shape?.[String(part)], rest)
}

const knownNames = (schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] =>
  Object.keys((schemaAt(schema, path)?._zod.def as SchemaParts | undefined)?.shape ?? {})

/** The codes that a schema announces for its own faults: `z.string().refine(…, {params: {code}})`. */
const codeOf = (issue: z.core.$ZodIssue): ErrorCode | undefined =>
  issue.code === 'custom' ? (issue.params?.['code'] as ErrorCode | undefined) : undefined

const UNITS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
}

/** The message of the schema about a bound, or one of ours where it has only that of zod. */
const sizeOf = (issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string => {
  if (!issue.message.startsWith('Too ')) return sentence(issue.message)
  const [side, bound] = issue.code === 'too_small' ? ([0, issue.minimum] as const) : ([1, issue.maximum] as const)
  const comparison = (issue.inclusive === false ? ['More than', 'Less than'] : ['At least', 'At most'])[side]
  return sentence(`${comparison} ${bound}${UNITS[issue.origin]?.[Number(bound) === 1 ? 0 : 1] ?? ''}`)
}

type InputIssue = z.core.$ZodIssue

/** What the details of an issue are made from. */
interface IssueContext {
  schema: z.core.$ZodType
  field: string
  /** What the caller gave in that place. */
  value: unknown
}

const detailsOf: {
  [Code in InputIssue['code']]?: (issue: Extract<InputIssue, { code: Code }>, context: IssueContext) => Detail[]
} = {
  unrecognized_keys: ({ keys, path }, { schema }) =>
    keys.slice(0, MOST_DETAILS).map((key) => unknownField([...path, key], key, knownNames(schema, path))),
  invalid_union: ({ message }, { field, value }) => [
    isAbsent(value)
      ? missing(field)
      : invalid(
          field,
          message === 'Invalid input'
            ? 'The value has none of the formats that this field accepts.'
            : sentence(message),
        ),
  ],
  invalid_key: ({ issues, message }, { field }) => [invalid(field, sentence(issues[0]?.message ?? message))],
  invalid_value: ({ values }, { field, value }) => [value === undefined ? missing(field) : notOneOf(field, values)],
  invalid_type: ({ expected }, { field, value }) => [
    isAbsent(value) ? missing(field) : invalid(field, `Expected ${article(expected)}.`),
  ],
  too_small: (issue, { field, value }) => [value === undefined ? missing(field) : invalid(field, sizeOf(issue))],
  too_big: (issue, { field, value }) => [value === undefined ? missing(field) : invalid(field, sizeOf(issue))],
}

const toDetails = (schema: z.core.$ZodType, issue: InputIssue, input: unknown): Detail[] => {
  const context = { schema, field: fieldPath(issue.path), value: valueAt(input, issue.path) }
  const details = detailsOf[issue.code] as ((issue: InputIssue, context: IssueContext) => Detail[]) | undefined
  return details ? details(issue, context) : [otherDetail(issue, context)]
}

const otherDetail = (issue: InputIssue, { field, value }: IssueContext): Detail =>
  value === undefined && issue.code !== 'custom'
    ? missing(field)
    : { ...invalid(field, sentence(issue.message)), rule: codeOf(issue) ?? 'INVALID_REQUEST' }

const isAbsent = (value: unknown): boolean => value === undefined || value === null

const invalid = (field: string, message: string): Detail => ({ field, rule: 'INVALID_REQUEST', message })

const notOneOf = (field: string, values: readonly unknown[]): Detail => ({
  field,
  rule: 'INVALID_ENUM',
  message: `Expected one of: ${values.map(String).join(', ')}.`,
  allowed: values.map(String),
})

const missing = (field: string): Detail => ({ field, rule: 'MISSING_FIELD', message: 'This field is required.' })

const unknownField = (path: readonly PropertyKey[], key: string, names: string[]): Detail => {
  const nearest = nearestTo(key, names)
  return {
    field: fieldPath(path),
    rule: 'INVALID_REQUEST',
    message: `Unknown field.${suggestion(nearest)}`,
    ...(nearest !== undefined && { nearest }),
  }
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** More details help nobody, and cost more than the request. */
const MOST_DETAILS = 100

/** Says how many faults there are, where not all of them are named. */
const summaryOf = (details: readonly Detail[], found: number): string => {
  const [first] = details
  if (found === 1 && first) return `${first.field || 'The body'}: ${first.message}`
  return found > details.length
    ? `The request has ${found} faults: details names the first ${details.length}.`
    : `The request has ${found} faults: see details.`
}

/** Names that the schema does not know are refused before anything else is looked at, where there are very many. */
const refuseManyUnknown = (schema: z.ZodType, input: unknown): void => {
  if (!isObject(input) || ArrayBuffer.isView(input)) return
  const known = knownNames(schema, [])
  if (known.length === 0) return
  const names = new Set(known)
  const unknown = Object.keys(input).filter((name) => !names.has(name))
  if (unknown.length <= MOST_DETAILS) return
  const details = unknown.slice(0, MOST_DETAILS).map((name) => unknownField([name], name, known))
  throw new AppError('INVALID_REQUEST', { message: summaryOf(details, unknown.length), details })
}

/** A value of another type is one fault: whether it is too short or too long is not said of it. */
const withoutEchoes = (issues: readonly InputIssue[]): readonly InputIssue[] => {
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => fieldPath(path)))
  return mistyped.size === 0
    ? issues
    : issues.filter(({ code, path }) => !code.startsWith('too_') || !mistyped.has(fieldPath(path)))
}

/**
 * Parses input at the edge: all faults at once, each with its exact path. Dates of business need the moment of the call.
 */
export const parseInput = <S extends z.ZodType>(schema: S, input: unknown, now?: Date): z.output<S> => {
  refuseManyUnknown(schema, input)
  refuseUnfit(input)
  const result = atMoment(now, () => schema.safeParse(input))
  if (result.success) return result.data
  const issues = withoutEchoes(result.error.issues)
  const found = issues.slice(0, MOST_DETAILS).flatMap((issue) => toDetails(schema, issue, input))
  const details = found.slice(0, MOST_DETAILS)
  const codes = new Set(details.map((detail) => detail.rule))
  const code = PRECEDENCE.find((candidate) => codes.has(candidate)) ?? 'INVALID_REQUEST'
  throw new AppError(code, {
    message: summaryOf(details, Math.max(issues.length, found.length)),
    details,
  })
}
