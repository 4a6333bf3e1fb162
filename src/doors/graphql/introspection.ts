/** The query that tools ask for the whole schema with: it is carried out once, and then answered from a text. */
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionOptions,
  Kind,
  getIntrospectionQuery,
  getOperationAST,
  graphqlSync,
  parse,
  print,
} from 'graphql'

/** A kept text costs what a small document does. */
export const KEPT_COST = 500

/** Longer than the query with everything in it. */
const MOST_CHARACTERS = 5_000

/** Without the name of the operation, which tools choose. */
const printed = (document: DocumentNode): string =>
  print({
    ...document,
    definitions: document.definitions.map((one) =>
      one.kind === Kind.OPERATION_DEFINITION ? { ...one, name: undefined } : one,
    ),
  })

/** What a query asks for beside the least. */
const optionsIn = (text: string): IntrospectionOptions => ({
  descriptions: /\bdescription\b/.test(text),
  schemaDescription: /__schema \{\s+description/.test(text),
  specifiedByUrl: text.includes('specifiedByURL'),
  directiveIsRepeatable: text.includes('isRepeatable'),
  inputValueDeprecation: text.includes('args(includeDeprecated'),
  oneOf: text.includes('isOneOf'),
})

/** The query in the form that graphql-js gives it; undefined for any other document. */
const standardIn = (query: string, operationName: string | null | undefined): string | undefined => {
  if (query.length > MOST_CHARACTERS || !query.includes('__schema')) return undefined
  try {
    const document = parse(query)
    const text = printed(document)
    if (!getOperationAST(document, operationName)) return undefined
    return text === printed(parse(getIntrospectionQuery(optionsIn(text)))) ? text : undefined
  } catch {
    // What is wrong with a question, the general road says.
    return undefined
  }
}

/** Answers the standard query about a schema as JSON; undefined for any other. There are some dozens of its forms. */
export const keptIntrospection = (
  schema: GraphQLSchema,
): ((query: string, operationName: string | null | undefined) => Buffer | undefined) => {
  const known = new Map<string, Buffer>()
  return (query, operationName) => {
    const text = standardIn(query, operationName)
    if (text === undefined) return undefined
    const packed = known.get(text) ?? gzipSync(JSON.stringify(graphqlSync({ schema, source: text })))
    known.set(text, packed)
    return gunzipSync(packed)
  }
}
