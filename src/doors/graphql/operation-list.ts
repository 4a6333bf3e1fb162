/** The trusted operations with what they do and take: programs, such as agents, make their tools of it. */
import {
  type DocumentNode,
  type GraphQLInputType,
  Kind,
  type OperationDefinitionNode,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
} from 'graphql'
import type { Env } from '../../kernel/env.ts'
import { accessIn } from './kept-documents.ts'
import { trustedDocuments } from './persisted.ts'
import { schema } from './schema.ts'

const PLAIN: Readonly<Record<string, string>> = { Int: 'integer', Float: 'number', Boolean: 'boolean' }
/** Inputs may contain themselves. */
const MOST_LEVELS = 5

const described = (description: string | null | undefined): object => (description ? { description } : {})

/** A type of an input as JSON Schema. */
const schemaOf = (type: GraphQLInputType, level = 0): object => {
  if (isNonNullType(type)) return schemaOf(type.ofType as GraphQLInputType, level)
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType as GraphQLInputType, level) }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  if (isInputObjectType(type)) {
    const fields = level < MOST_LEVELS ? Object.values(type.getFields()) : []
    return objectOf(
      fields.map(({ name, type: inner, description }) => [name, inner, description] as const),
      level + 1,
    )
  }
  return type.name === 'JSON' ? {} : { type: PLAIN[type.name] ?? 'string' }
}

const objectOf = (
  fields: readonly (readonly [name: string, type: GraphQLInputType, description?: string | null | undefined])[],
  level: number,
): object => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(([name, type, description]) => [name, { ...schemaOf(type, level), ...described(description) }]),
  ),
  required: fields.filter(([, type]) => isNonNullType(type)).map(([name]) => name),
})

const operationIn = (document: DocumentNode): OperationDefinitionNode | undefined =>
  document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)

/** What the document says of itself; otherwise, what the schema says of its first field. */
const descriptionOf = ({ description, operation, selectionSet }: OperationDefinitionNode): string => {
  const [first] = selectionSet.selections
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  const field = first?.kind === Kind.FIELD ? root[operation]?.getFields()[first.name.value] : undefined
  return description?.value ?? field?.description ?? ''
}

const listed = (documentId: string, text: string): object | undefined => {
  const document = parse(text)
  const operation = operationIn(document)
  if (!operation) return undefined
  const variables = (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const input = typeFromAST(schema, type) as GraphQLInputType | undefined
    return input ? [[variable.name.value, input] as const] : []
  })
  return {
    documentId,
    name: operation.name?.value ?? null,
    type: operation.operation,
    description: descriptionOf(operation),
    scopes: accessIn(document),
    input: objectOf(variables, 0),
    document: text,
  }
}

/** Made once, when it is first asked for. */
export const operationList = (env: Env): (() => object) => {
  let made: object | undefined
  return () =>
    (made ??= { operations: trustedDocuments(env).flatMap(({ documentId, text }) => listed(documentId, text) ?? []) })
}
