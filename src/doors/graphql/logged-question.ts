/** What is asked by GraphQL, as the request log may see it. */
import { Lexer, Source, type Token, TokenKind } from 'graphql'
import { isSecretName } from '../../engine/requests/redact.ts'
import { LIMITS } from './limits.ts'

interface Asked {
  query?: unknown
  operationName?: unknown
  variables?: unknown
}

interface ReadDocument {
  /** Without the texts written into it, which may be secrets. */
  text: string
  /** Variables that give a value to what is called a secret: `secret: $given`. */
  secret: ReadonlySet<string>
  /** False for what is no document: nobody knows then what its variables are for. */
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

const readDocument = (document: string): ReadDocument => {
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
    // A syntax error, which the answer tells of: here it ends what can be read.
  }
  return { text: `${text}…`, secret, isWhole: false }
}

const withoutSecrets = (variables: unknown, secret: ReadonlySet<string>): unknown =>
  secret.size === 0 || typeof variables !== 'object' || variables === null
    ? variables
    : Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, secret.has(name) ? '[secret]' : value]),
      )

/** Worked out when it is logged: most requests are not. */
export const loggedQuestion = ({ query, operationName, variables }: Asked): object => {
  let known: ReadDocument | undefined
  const read = (): ReadDocument => (known ??= readDocument(typeof query === 'string' ? query : ''))
  return {
    get query() {
      return read().text
    },
    operationName,
    get variables() {
      return read().isWhole ? withoutSecrets(variables, read().secret) : undefined
    },
  }
}
