/** Documents that are kept and run later, by the schema and within the limits of every request. */
import {
  type DocumentNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  TypeInfo,
  execute,
  getNamedType,
  isCompositeType,
  specifiedRules,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type Actor, requireAccess } from '../../auth/actor.ts'
import type { Access } from '../../auth/scopes.ts'
import { newContext } from '../../graphql/context.ts'
import { accessTo } from '../../graphql/scopes-plugin.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { JudgedDocument, KeptDocuments } from '../../operation/kept-documents.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { newId } from '../../values/ids.ts'
import { maskError } from './errors.ts'
import { excesses, parseWithinLimits, withinLimits } from './limits.ts'
import { schema } from './schema.ts'
import { textCache } from './text-cache.ts'

const RULES = [...specifiedRules, NoSchemaIntrospectionCustomRule]

/** A message with its place in the document. */
const inWords = ({ message, locations: [place] = [] }: GraphQLError): string =>
  place ? `${message} (line ${place.line}, column ${place.column})` : message

const refuse = (field: string, faults: readonly GraphQLError[]): never => {
  const details = faults.map((fault) => ({ field, rule: 'INVALID_REQUEST', message: inWords(fault) }))
  throw new AppError('INVALID_REQUEST', { message: `${field}: ${details[0]?.message}`, details })
}

const parsed = (text: string, field: string): DocumentNode => {
  try {
    return parseWithinLimits(text)
  } catch (error) {
    if (error instanceof GraphQLError) return refuse(field, [error])
    throw error
  }
}

const operationsIn = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)

/** What is wrong with a document that is to run by itself. */
const faultsOf = (document: DocumentNode, kind: string): readonly GraphQLError[] => {
  const operations = operationsIn(document)
  const [one, another] = operations
  if (!one || another) return [new GraphQLError('The document must have exactly one operation.')]
  if (one.operation !== kind) return [new GraphQLError(`The operation must be a ${kind}.`, { nodes: one })]
  const needed = one.variableDefinitions?.find(
    ({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
  )
  if (needed)
    return [
      new GraphQLError('Nobody gives a value to a variable here. Write the value into the document.', {
        nodes: needed,
      }),
    ]
  return excesses(document)
}

/** The scopes of the operations and types that a document asks. */
export const accessIn = (document: DocumentNode): Access[] => {
  const found = new Set<Access>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const field = types.getFieldDef()
        const operation = field?.extensions['operation'] as Operation | undefined
        if (operation) found.add(operation.scope)
        // A field that grants scopes by its value can only be judged when there is a value.
        const { grantScopes } = (field?.extensions['pothosOptions'] ?? {}) as { grantScopes?: unknown }
        if (grantScopes !== undefined) return false
        const type = getNamedType(types.getType())
        const options = isCompositeType(type) ? type.extensions['pothosOptions'] : undefined
        const access = options === undefined ? undefined : accessTo(options)
        if (access !== undefined) found.add(access)
        return undefined
      },
    }),
  )
  return [...found].filter((access) => access !== 'anyone' && access !== 'authenticated')
}

/** Documents that were right before: a webhook has the same for every event. */
const known = textCache<JudgedDocument>()

const read = (text: string, kind: 'query' | 'subscription', field: string): JudgedDocument => {
  const document = parsed(text, field)
  const invalid = validate(schema, document, RULES)
  const faults = invalid.length > 0 ? invalid : faultsOf(document, kind)
  if (faults.length > 0) refuse(field, faults)
  const judged = { document, access: accessIn(document) }
  known.set(`${kind} ${text}`, judged)
  return judged
}

const judge = (actor: Actor, text: string, kind: 'query' | 'subscription', field: string): JudgedDocument => {
  const judged = known.get(`${kind} ${text}`) ?? read(text, kind, field)
  for (const one of judged.access) requireAccess(actor, one)
  return judged
}

export const keptDocuments = (platformOf: () => Platform): KeptDocuments => ({
  schema,
  judge,
  async run(actor, document, variableValues = {}, rootValue = undefined) {
    const platform = platformOf()
    const requestId = newId('request')
    const trace = newTrace(platform.clock.now(), actor.organizationId)
    const site = await platform.sites.of(actor.organizationId, actor.companyId)
    const contextValue = newContext({ platform, actor, requestId, trace, site })
    const result = withinLimits(
      await execute({
        schema,
        document,
        variableValues: variableValues as Record<string, unknown>,
        rootValue,
        contextValue,
      }),
    )
    const errors = result.errors?.map((error) => maskError({ log: platform.log, site }, requestId, error))
    return errors ? { ...result, errors } : result
  },
})
