/** One filter object, in any of the forms that callers write it in, turned into what must hold. */
import { z } from 'zod'
import type { ErrorCode } from '../../kernel/errors/catalog.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import {
  type FieldName,
  type FilterField,
  type FilterOp,
  type FilterTerm,
  fields,
  ops,
  special,
  specialOps,
  termOf,
  text,
} from './filter.ts'
import { limits } from '../../values/limits.ts'
import { isObject } from '../../values/is-object.ts'

const filterFields: readonly string[] = [...Object.keys(fields), 'tag', 'q']

/** `{field, op, value}`. */
const explicit = z.strictObject({
  field: z.string().describe('Name of the field to compare.').meta({ enum: filterFields }),
  op: z.string().default('eq').describe('Comparison operator (default `eq`).').meta({ enum: ops }),
  value: z.unknown().optional().describe('Value to compare with. A list for `in`.'),
})

/** `{status: "sent"}`, `{status: ["sent", "delivered"]}` or `{grossAmount: {gte: "100"}}`. */
const byName = z
  .record(z.string().meta({ enum: filterFields }), z.unknown())
  .meta({ 'x-maxBytes': limits.jsonBodyBytes })

export interface Condition {
  field: string
  op: FilterOp
  value: unknown
}

interface FilterFault {
  fault: string
  code?: ErrorCode
}

const oneOf = (names: readonly string[]): FilterFault => ({
  fault: `Expected one of: ${names.join(', ')}.`,
  code: 'INVALID_ENUM',
})

const isFault = (made: FilterTerm | FilterFault): made is FilterFault => 'fault' in made

const listOf = <S extends z.ZodType>(value: S): z.ZodArray<S> =>
  z.array(value, 'Expected a list of values').min(1, 'Expected at least one value')

const specialOf = (field: 'tag' | 'q', op: FilterOp, value: unknown): FilterTerm | FilterFault => {
  const words = (op === 'in' ? listOf(text).max(100) : text).safeParse(value)
  return words.success
    ? special[field](op, words.data)
    : { fault: words.error.issues[0]?.message ?? 'The field cannot have this value.' }
}

const isSpecial = (field: string): field is 'tag' | 'q' => field in specialOps

const conditionOf = ({ field, op, value }: Condition): FilterTerm | FilterFault => {
  const known: FilterField = fields[field as FieldName]
  if (value === undefined) return { fault: 'This field is required.', code: 'MISSING_FIELD' }
  if (isSpecial(field)) return specialOf(field, op, value)
  if (op === 'exists')
    return typeof value === 'boolean'
      ? Prisma.sql`${known.sql} IS ${value ? Prisma.sql`NOT NULL` : Prisma.sql`NULL`}`
      : { fault: 'Expected true or false.' }
  const parsed = (op === 'in' ? listOf(known.value).max(limits.filterListValues) : known.value).safeParse(value)
  if (parsed.success) return termOf(known, op, parsed.data)
  const [issue] = parsed.error.issues
  return issue?.code === 'invalid_value'
    ? oneOf(issue.values.map(String))
    : {
        fault: issue?.message ?? 'The field cannot have this value.',
        ...(issue?.code === 'custom' && { code: issue.params?.['code'] as ErrorCode }),
      }
}

type FieldPath = (string | number)[]
type PlacedCondition = Condition & { at: FieldPath }

const entriesOf = (given: Record<string, unknown>): PlacedCondition[] =>
  typeof given['field'] === 'string'
    ? [{ ...(given as unknown as Condition), at: ['value'] }]
    : Object.entries(given).flatMap(([field, value]): PlacedCondition[] =>
        isObject(value)
          ? Object.entries(value).map(([op, one]) => ({ field, op: op as FilterOp, value: one, at: [field, op] }))
          : [{ field, op: Array.isArray(value) ? 'in' : 'eq', value, at: [field] }],
      )

/** What is wrong with the names in it, and where. */
const misnamed = ({ field, op, at }: PlacedCondition, isExplicit: boolean): [FieldPath, FilterFault] | undefined => {
  if (!filterFields.includes(field)) return [isExplicit ? ['field'] : at.slice(0, 1), oneOf(filterFields)]
  const place = isExplicit ? ['op'] : at
  if (!ops.includes(op)) return [place, oneOf(ops)]
  const takes = isSpecial(field) ? specialOps[field] : fields[field as FieldName].ops
  if (takes.includes(op)) return undefined
  return [place, { fault: `The field ${field} accepts only the operators ${takes.join(', ')}.`, code: 'INVALID_ENUM' }]
}

/** One filter object in any of its forms, as what must hold; faults become issues at their field. */
export const condition = z.union([explicit, byName]).transform((given, context): FilterTerm[] => {
  const isExplicit = typeof given['field'] === 'string'
  const parts: FilterTerm[] = []
  const refuse = (path: FieldPath, { fault: message, code }: FilterFault): void =>
    context.addIssue({ code: 'custom', message, path, params: { code: code ?? 'INVALID_REQUEST' } })
  if (isExplicit)
    for (const name of Object.keys(given))
      if (!Object.hasOwn(explicit.shape, name)) refuse([name], { fault: 'Unknown field.' })
  for (const entry of entriesOf(given)) {
    const wrong = misnamed(entry, isExplicit)
    if (wrong) {
      refuse(...wrong)
      continue
    }
    const made = conditionOf(entry)
    if (isFault(made)) refuse(entry.at, made)
    else parts.push(made)
  }
  return parts
})
