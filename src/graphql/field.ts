/**
 * How operations become fields. Every field remembers its operation, so that tests can compare it with the REST rows.
 */
import { createHash } from 'node:crypto'
import { type GraphQLResolveInfo, type SelectionSetNode, getNamedType, isObjectType } from 'graphql'
import type { z } from 'zod'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { refusalIn } from '../kernel/errors/unavailable.ts'
import { isStorable } from '../values/text.ts'
import { type ExecuteOptions, execute } from '../operation/execute.ts'
import type { Operation } from '../operation/operation.ts'
import { type IdempotentCall, type StoredAnswer, once } from '../operation/idempotency.ts'
import { refuseUnreadable } from './before-writing.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { type DynamicFields, byName, dynamic } from './dynamic.ts'
import { freeze, thaw } from './frozen.ts'
import { idempotentKeyOf } from './idempotent.ts'
import { argumentsOf, inputTypeOf } from './inputs.ts'
import { fromGraphql } from './read-input.ts'
import { fieldsOf } from './object.ts'
import { RefusalType } from './refusal.ts'
import { Refused, isExpected } from './refused.ts'
import { fieldsIn, setsIn } from './selected.ts'
import type { View } from '../operation/view.ts'
import { limits } from '../values/limits.ts'

const FROZEN = 'application/vnd.invoice-exchange.result+json'

/** The extension by which a field names its operation. */
export const runs = <I extends z.ZodType, O, P>(op: Operation<I, O, P>) => ({ operation: op as Operation })

/** Runs a reading operation with what the client selected. `unread` is for who writes rows from their texts. */
export const read = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  args: object,
  context: Context,
  select?: object,
  unread = false,
): Promise<O> => execute(op, context.call, fromGraphql(op.input, args), select ? { select, unread } : {})

const idempotencyOf = (
  op: Operation,
  context: Context,
  input: object,
  given: unknown,
  info: GraphQLResolveInfo,
): IdempotentCall | undefined => {
  // A document may have several mutations: the header is a different key for each, by the name of its field.
  const key =
    typeof given === 'string'
      ? given
      : context.idempotencyKey === undefined
        ? undefined
        : `${context.idempotencyKey}#${info.path.key}`
  if (key === undefined) return undefined
  if (key.length === 0 || key.length > limits.idempotencyKeyCharacters || !isStorable(key))
    throw refusal(
      'INVALID_REQUEST',
      'idempotencyKey',
      `Expected 1 to ${limits.idempotencyKeyCharacters} characters, without NUL.`,
      {
        summary: `An idempotency key must have 1 to ${limits.idempotencyKeyCharacters} characters, without NUL.`,
      },
    )
  const { organizationId, repeatsAs: caller } = context.call.actor
  return {
    organizationId,
    caller,
    key,
    bodyHash: createHash('sha256')
      .update(`${op.name}\n${JSON.stringify(input)}`)
      .digest('hex'),
  }
}

/** What the input and the directive say of the key. */
const givenKey = (inInput: unknown, info: GraphQLResolveInfo): unknown => {
  const key = idempotentKeyOf(info)
  if (key !== undefined && typeof inInput === 'string' && inInput !== key)
    throw refusal('INVALID_REQUEST', 'idempotencyKey', '@idempotent says otherwise. Give one of them.')
  return key ?? inInput
}

/** Runs a writing operation; a repeated key gets the stored result, and the selection is read anew. */
export const write = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  args: { input: object },
  context: Context,
  info: GraphQLResolveInfo,
  selected: readonly SelectionSetNode[] = setsIn(info),
): Promise<O> => {
  const payload = getNamedType(info.returnType)
  if (isObjectType(payload)) for (const set of selected) refuseUnreadable(context.call.actor, payload, set, info)
  const { idempotencyKey, ...input } = args.input as Record<string, unknown>
  const key = givenKey(idempotencyKey, info)
  const raw = fromGraphql(op.input, input)
  const idempotency = idempotencyOf(op as Operation, context, input, key, info)
  const answer = (result: O): StoredAnswer => ({ status: 200, contentType: FROZEN, body: freeze(result ?? null) })
  const run = (options: ExecuteOptions<O> = {}): Promise<O> =>
    execute(op, { ...context.call, idempotency }, raw, options)
  const result = await (idempotency
    ? once(context.call.platform, idempotency, replay<O>, () => run({ answer }), refusalOf)
    : run())
  // What was loaded before is as it was then.
  context.loaders.clearAll()
  return result
}

/** The result that was stored for the key, or the refusal. */
const replay = <O>(answer: StoredAnswer): O => {
  if (answer.contentType !== FROZEN) throw new AppError('IDEMPOTENCY_BODY_MISMATCH')
  const kept = thaw(answer.body)
  if (answer.status === 200) return kept as O
  const { code, message, details } = kept as ConstructorParameters<typeof AppError>[1] & {
    code: ConstructorParameters<typeof AppError>[0]
  }
  throw new AppError(code, { ...(message !== undefined && { message }), ...(details && { details }) })
}

const refusalOf = (error: AppError): StoredAnswer => ({
  status: 400,
  contentType: FROZEN,
  body: freeze({ code: error.code, message: error.message, details: error.details }),
})

/** Runs a writing operation. Who selects `refusal` gets an expected refusal there, and everybody else as an error. */
const settled = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  args: { input: object },
  context: Context,
  info: GraphQLResolveInfo,
): Promise<O | Refused> => {
  const selected = setsIn(info)
  try {
    return await write(op, args, context, info, selected)
  } catch (error) {
    const refused = refusalIn(error)
    const wantsData = selected.some((set) => [...fieldsIn(set, info)].some(({ name }) => name.value === 'refusal'))
    if (!refused || !wantsData || !isExpected(refused)) throw error
    context.refused.push(refused)
    return new Refused(refused, context.call.site.baseUrl)
  }
}

type PayloadFields<O> = Parameters<ReturnType<typeof builder.objectRef<O & object>>['implement']>[0]['fields']

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

type FieldMaker = (t: object) => object

const refusalField = (t: DynamicFields): unknown =>
  t.field({
    type: RefusalType,
    nullable: true,
    description:
      'Why the operation was refused; nothing has happened then, and all other fields are null. Who does not select ' +
      'this field gets the same as an error. Null when the operation was carried out.',
    resolve: (result: unknown) => (result instanceof Refused ? result.refusal : null),
  })

/** A mutation: the operation's input, and a payload of its own, whose fields are those of a view or are made here. */
export const mutation = <I extends z.ZodType, O extends object, P>(
  op: Operation<I, O, P>,
  answer: View<O> | PayloadFields<O>,
): void => {
  const name = capitalized(op.name)
  const payload = builder.objectRef<O>(`${name}Payload`)
  const fieldsOfAnswer = (typeof answer === 'object' && 'fields' in answer ? fieldsOf(answer) : answer) as FieldMaker
  payload.implement({
    description: `The result of \`${op.name}\`.`,
    fields: (t: DynamicFields) => ({ ...fieldsOfAnswer(t), refusal: refusalField(t) }),
    isPayload: true,
  } as unknown as Parameters<typeof payload.implement>[0])
  const input = inputTypeOf(`${name}Input`, op.input, `The input of \`${op.name}\`.`)
  builder.mutationField(op.name, (t) =>
    t.field({
      type: payload,
      description: op.summary,
      args: { input: t.arg({ type: input, required: true, description: 'The input of the operation.' }) },
      extensions: runs(op),
      resolve: (_root, args, context, info) => settled(op, args as { input: object }, context, info) as never,
    }),
  )
}

/** A mutation whose answer is the payload's one field. */
export const mutationOf = <I extends z.ZodType, O extends object, P>(
  op: Operation<I, O, P>,
  field: string,
  type: unknown,
  description: string,
): void =>
  mutation(op, (t) => byName([[field, dynamic(t).field({ type, description, resolve: (result: O) => result })]]))

/** Arguments for a field builder, made from the operation's schema. */
export const args = <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  t: object,
  omit: readonly string[] = [],
): never =>
  byName(
    Object.entries(argumentsOf(op.input, capitalized(op.name), omit)).map(([name, field]) => [
      name,
      dynamic(t).arg(field),
    ]),
  )

export const PAGE_ARGUMENTS = ['first', 'after', 'last', 'before'] as const
