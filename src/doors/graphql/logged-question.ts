/** A GraphQL request as it is kept in the request log: without secrets. */
import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLError,
  Kind,
  Lexer,
  type ObjectFieldNode,
  Source,
  type Token,
  TokenKind,
  TypeInfo,
  type ValueNode,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { z } from 'zod'
import { SECRET, UNKNOWN } from '../../engine/requests/input-leaves.ts'
import { KEPT_ENTRIES, KEPT_VALUES, bodyForLog } from '../../engine/requests/redact.ts'
import { Upload } from '../../kernel/input.ts'
import { LIMITS, parseWithinLimits } from './limits.ts'
import { schema } from './schema.ts'
import { textCache } from './text-cache.ts'

interface GraphqlRequest {
  query?: unknown
  operationName?: unknown
  variables?: unknown
}

interface LoggedDocument {
  /** Without its string literals and comments, which may be secrets. */
  text: string
  /** The types of the variables whose places are all known and no secrets. */
  shown: ReadonlyMap<string, GraphQLInputType>
  /** The variables that stand in the place of a secret. */
  secret: ReadonlySet<string>
}

const COMMENT = /#.*/g
const VALUES: readonly string[] = [TokenKind.STRING, TokenKind.BLOCK_STRING, TokenKind.INT, TokenKind.FLOAT]

/** From where to where a value stands that is not shown. */
type Span = readonly [start: number, end: number]

const isHidden = ({ kind, start, prev }: Token, hidden: readonly Span[] | undefined): boolean => {
  if (kind === TokenKind.STRING || kind === TokenKind.BLOCK_STRING) return true
  // Nobody knows the places of a document that cannot be read: what stands behind a colon may be a secret.
  if (!hidden) return prev?.kind === TokenKind.COLON && (kind === TokenKind.NAME || VALUES.includes(kind))
  return hidden.some(([from, until]) => from <= start && start < until)
}

const textOf = (document: string, hidden: readonly Span[] | undefined): string => {
  const lexer = new Lexer(new Source(document))
  let [text, end] = ['', 0]
  const between = (until: number): string => document.slice(end, until).replace(COMMENT, '#…')
  try {
    for (let count = 0; count <= LIMITS.tokens; count += 1) {
      const token = lexer.advance()
      if (token.kind === TokenKind.EOF) return text + between(document.length)
      text += between(token.start) + (isHidden(token, hidden) ? '"…"' : document.slice(token.start, token.end))
      end = token.end
    }
  } catch {
    // The answer reports the syntax error; here the rest of the document is left out.
  }
  return `${text}…`
}

const parsed = (text: string): DocumentNode | undefined => {
  try {
    return parseWithinLimits(text)
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

/** The definition of the argument or input field that a visit stands in; undefined where the schema has none. */
const placeOf = (types: TypeInfo, node: ArgumentNode | ObjectFieldNode) => {
  if (node.kind === Kind.ARGUMENT) return types.getArgument() ?? undefined
  const parent = getNamedType(types.getParentInputType())
  return isInputObjectType(parent) ? parent.getFields()[node.name.value] : undefined
}

const variablesIn = (value: ValueNode): string[] => {
  const names: string[] = []
  visit(value, { Variable: ({ name }) => void names.push(name.value) })
  return names
}

const declaredIn = (document: DocumentNode): Map<string, GraphQLInputType> =>
  new Map(
    document.definitions
      .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : []))
      .flatMap(({ variable, type }) => {
        const found = typeFromAST(schema, type) as GraphQLInputType | undefined
        return found ? [[variable.name.value, found]] : []
      }),
  )

/** Which variables may be shown. One that stands nowhere, or where the schema has no place, may not. */
const judge = (document: DocumentNode): Pick<LoggedDocument, 'shown' | 'secret'> & { hidden: readonly Span[] } => {
  const declared = declaredIn(document)
  const [used, misplaced, secret] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const hidden: Span[] = []
  const types = new TypeInfo(schema)
  const place = (node: ArgumentNode | ObjectFieldNode): false | undefined => {
    const found = placeOf(types, node)
    if (found && !isSecretPlace(found)) {
      for (const name of variablesIn(node.value)) used.add(name)
      return undefined
    }
    for (const name of variablesIn(node.value)) (found ? secret : misplaced).add(name)
    const { kind, loc } = node.value
    if (loc && kind !== Kind.VARIABLE) hidden.push([loc.start, loc.end])
    return false
  }
  visit(document, visitWithTypeInfo(types, { Argument: place, ObjectField: place }))
  return {
    hidden,
    secret,
    shown: new Map([...declared].filter(([name]) => used.has(name) && !misplaced.has(name) && !secret.has(name))),
  }
}

const isSecretPlace = ({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean =>
  extensions['isSecret'] === true

const documents = textCache<LoggedDocument>()

const NOTHING_KNOWN = { shown: new Map<string, GraphQLInputType>(), secret: new Set<string>(), hidden: undefined }

const readDocument = (given: string): LoggedDocument => {
  const before = documents.get(given)
  if (before) return before
  const document = parsed(given)
  const { hidden, ...judged } = document ? judge(document) : NOTHING_KNOWN
  const read = { text: textOf(given, hidden), ...judged }
  documents.set(given, read)
  return read
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Upload)

const anything = z.unknown()

/** A value along its type: what the type does not have is not kept, nor what would be cut off in the end. */
const keptOf = (type: GraphQLInputType, value: unknown, room: { values: number }): unknown => {
  if (isNonNullType(type)) return keptOf(type.ofType, value, room)
  room.values -= 1
  if (value === null || typeof value === 'boolean' || room.values < 0) return room.values < 0 ? null : value
  if (isListType(type)) {
    const list = Array.isArray(value) ? value : [value]
    return list.slice(0, KEPT_ENTRIES).map((item) => keptOf(type.ofType, item, room))
  }
  if (isInputObjectType(type)) return isObject(value) ? fieldsOf(type, value, room) : UNKNOWN
  if (type.name === 'JSON') return bodyForLog(value, anything, value)
  return isObject(value) ? UNKNOWN : value
}

const fieldsOf = (type: GraphQLInputObjectType, value: object, room: { values: number }): unknown => {
  const fields = type.getFields()
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, KEPT_ENTRIES)
      .map(([name, inner]) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        return [name, field ? (isSecretPlace(field) ? SECRET : keptOf(field.type, inner, room)) : UNKNOWN]
      }),
  )
}

const keptVariables = (variables: unknown, { shown, secret }: LoggedDocument): unknown => {
  if (!isObject(variables)) return undefined
  const room = { values: KEPT_VALUES }
  return Object.fromEntries(
    Object.entries(variables)
      .slice(0, KEPT_ENTRIES)
      .map(([name, value]) => {
        const type = shown.get(name)
        return [name, secret.has(name) ? SECRET : type ? keptOf(type, value, room) : UNKNOWN]
      }),
  )
}

/** The document is read when it is logged, since most requests are not. */
export const loggedQuestion =
  ({ query, operationName, variables }: GraphqlRequest) =>
  (): object => {
    const document = readDocument(typeof query === 'string' ? query : '')
    return { query: document.text, operationName, variables: keptVariables(variables, document) }
  }
