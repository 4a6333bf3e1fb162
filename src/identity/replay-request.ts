/** The input of a recorded request, read once more: what was sent, and what is wrong with it today. */
import {
  type FieldNode,
  type GraphQLField,
  Kind,
  type OperationDefinitionNode,
  getArgumentValues,
  parse,
} from 'graphql'
import { z } from 'zod'
import type { RequestLog } from '../generated/prisma/client.ts'
import { fromGraphql } from '../graphql/read-input.ts'
import { AppError, type Detail } from '../kernel/errors/app-error.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { type Operation, type Preparation, operation } from '../operation/operation.ts'
import type { KeptDocuments } from '../operation/kept-documents.ts'
import { requestId, visibleRequest } from '../requests/get-request.ts'

export interface Replay {
  requestId: string
  operation: string
  input: string
  isComplete: boolean
  faults: readonly Detail[]
}

/** Where the log has put something in the place of a value: a secret, an unread value, a file, or the end. */
const REPLACED = /\[secret\]|\[unknown\]|"\d+ bytes"|…$/

type Field = GraphQLField<unknown, unknown>

/** The mutation or query that runs an operation. */
const fieldOf = ({ schema }: KeptDocuments, name: string): { field: Field; operation: Operation } | undefined => {
  for (const type of [schema.getMutationType(), schema.getQueryType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const found = field.extensions['operation'] as Operation | undefined
      if (found?.name === name) return { field, operation: found }
    }
  return undefined
}

interface Body {
  query?: unknown
  variables?: Record<string, unknown>
  operationName?: string
}

/** What a document of GraphQL gives the field, as the operation reads it. */
const inputOfDocument = ({ query, variables = {} }: Body, field: Field, op: Operation): unknown => {
  const fields = parse(String(query)).definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? (one as OperationDefinitionNode).selectionSet.selections : [],
  )
  const node = fields.find((one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === field.name)
  if (!node) throw new AppError('CONFLICT', { message: 'The recorded document does not ask for the operation.' })
  const given = getArgumentValues(field, node, variables)
  const { idempotencyKey: _key, ...input } = (given['input'] ?? given) as Record<string, unknown>
  return fromGraphql(op.input, input)
}

const bodyOf = ({ requestBody }: RequestLog): unknown => {
  try {
    return JSON.parse(requestBody ?? 'null')
  } catch {
    return undefined
  }
}

const faultsOf = (op: Operation, input: unknown, isDocument: boolean, now: Date): readonly Detail[] => {
  try {
    parseInput(op.input, input, now)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The log keeps no parameters of paths and queries: what is missing may have stood there.
    return error.details.filter(({ rule }) => isDocument || rule !== 'MISSING_FIELD')
  }
}

const replayOf = (documents: KeptDocuments, entry: RequestLog, now: Date): Replay => {
  const found = entry.operation === null ? undefined : fieldOf(documents, entry.operation)
  const body = bodyOf(entry)
  if (!found || body === null || body === undefined)
    throw new AppError('CONFLICT', {
      message: 'The input of the request cannot be replayed: it was not kept, or was cut off.',
    })
  const { query } = body as Body
  const isDocument = entry.path.startsWith('/graphql') && typeof query === 'string'
  const input = isDocument ? inputOfDocument(body as Body, found.field, found.operation) : body
  return {
    requestId: entry.id,
    operation: found.operation.name,
    input: JSON.stringify(input, null, 2),
    isComplete: !REPLACED.test(entry.requestBody ?? ''),
    faults: faultsOf(found.operation, input, isDocument, now),
  }
}

export const replayRequest = operation({
  name: 'replayRequest',
  summary:
    'Reads the recorded input of a request once more, and returns what is wrong with it today. Nothing is changed or ' +
    'sent. Secrets and files were replaced in the log, and parameters of the path are not in it.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({ requestId }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, actor, platform }: Preparation, given): Promise<Replay> {
    const entry = await visibleRequest(db, actor, platform.requestLog, given.requestId)
    try {
      return replayOf(platform.keptDocuments, entry, platform.clock.now())
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('CONFLICT', { message: 'The recorded document cannot be read.', cause: error })
    }
  },
  run: (_run, _input, replay) => Promise.resolve(replay),
})
