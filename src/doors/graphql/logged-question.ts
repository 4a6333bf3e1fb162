/** A GraphQL request as it is kept in the request log: without secrets. */
import { Lexer, Source, type Token, TokenKind } from 'graphql'
import { isSecretName } from '../../engine/requests/redact.ts'
import { LIMITS } from './limits.ts'

interface GraphqlRequest {
  query?: unknown
  operationName?: unknown
  variables?: unknown
}

interface LoggedDocument {
  /** Without its string literals, which may be secrets. */
  text: string
  /** The variables that are the value of an argument with the name of a secret, as in `secret: $given`. */
  secret: ReadonlySet<string>
  /** False where the document cannot be read to its end: then nobody knows which variables are secret. */
  isWhole: boolean
}

const secretIn = (token: Token): string[] => {
  const [dollar, colon, field] = [token.prev, token.prev?.prev, token.prev?.prev?.prev]
  return token.kind === TokenKind.NAME &&
    dollar?.kind === TokenKind.DOLLAR &&
    colon?.kind === TokenKind.COLON &&
    isSecretName(field?.value ?? '')
    ? [token.value]
    : []
}

const readDocument = (document: string): LoggedDocument => {
  const lexer = new Lexer(new Source(document))
  const secret = new Set<string>()
  let [text, end] = ['', 0]
  try {
    for (let count = 0; count <= LIMITS.tokens; count += 1) {
      const token = lexer.advance()
      if (token.kind === TokenKind.EOF) return { text: text + document.slice(end), secret, isWhole: true }
      const isText = token.kind === TokenKind.STRING || token.kind === TokenKind.BLOCK_STRING
      text += document.slice(end, token.start) + (isText ? '"…"' : document.slice(token.start, token.end))
      end = token.end
      for (const name of secretIn(token)) secret.add(name)
    }
  } catch {
    // The answer reports the syntax error; here the rest of the document is left out.
  }
  return { text: `${text}…`, secret, isWhole: false }
}

const withoutSecrets = (variables: unknown, secret: ReadonlySet<string>): unknown =>
  secret.size === 0 || typeof variables !== 'object' || variables === null
    ? variables
    : Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, secret.has(name) ? '[secret]' : value]),
      )

/** The document is read when it is logged, since most requests are not. */
export const loggedQuestion =
  ({ query, operationName, variables }: GraphqlRequest) =>
  (): object => {
    const { text, secret, isWhole } = readDocument(typeof query === 'string' ? query : '')
    return { query: text, operationName, variables: isWhole ? withoutSecrets(variables, secret) : undefined }
  }
