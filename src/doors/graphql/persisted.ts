/**
 * Documents that are known by an id: those that the operator trusts, from a file, and those that clients have sent
 * before (automatic persisted operations).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'graphql-yoga'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { type Env, SettingsError } from '../../kernel/env.ts'

const contentOf = (file: string): string[] | Record<string, string> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[] | Record<string, string>
  } catch (error) {
    throw new SettingsError(`PERSISTED_OPERATIONS_FILE cannot be read: ${(error as Error).message}.`)
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface TrustedDocument {
  documentId: string
  text: string
}

/** Reads the list: a JSON array of documents, or an object from id to document as client tools write it. */
export const trustedDocuments = ({ PERSISTED_OPERATIONS_FILE: file }: Env): readonly TrustedDocument[] => {
  if (!file) return []
  const content = contentOf(file)
  return Array.isArray(content)
    ? content.map((text) => ({ documentId: `sha256:${hashOf(text)}`, text }))
    : Object.entries(content).map(([documentId, text]) => ({ documentId, text }))
}

export interface PersistedRequest {
  query?: string | null
  /** As the appendix of GraphQL over HTTP has it: an id of the list, or `sha256:` and a hash. */
  documentId?: unknown
  extensions?: Record<string, unknown> | null
}

/** The text that an id stands for, among those that clients have sent; undefined where there is none. */
type Remembered = (hash: string) => string | undefined

const idIn = ({ documentId, query }: PersistedRequest): string | undefined => {
  if (documentId === undefined || documentId === null) return undefined
  if (typeof documentId !== 'string' || documentId === '' || query)
    throw refusal('INVALID_REQUEST', 'documentId', 'Expected the id of a document, as a text and without `query`.')
  return documentId
}

const persistedHash = ({ extensions }: PersistedRequest): string | undefined =>
  (extensions?.['persistedQuery'] as { sha256Hash?: string } | undefined)?.sha256Hash

const notListed = (): AppError =>
  new AppError('INVALID_REQUEST', { message: 'This server accepts only the persisted operations on its list.' })

/**
 * Finds the document of a request; undefined where the request brings its own, or an automatic one. Refuses what is not
 * on the list, where nothing else is accepted.
 */
export const documentFinder = (
  env: Env,
  remembered: Remembered = () => undefined,
): ((request: PersistedRequest) => string | undefined) => {
  const trusted = trustedDocuments(env)
  const isClosed = trusted.length > 0 && env.PERSISTED_OPERATIONS_ONLY
  const known = new Map(
    trusted.flatMap(({ documentId, text }) => [
      [documentId, text],
      [`sha256:${hashOf(text)}`, text],
    ]),
  )
  return (request) => {
    const id = idIn(request)
    if (!isClosed) {
      const found = id && (known.get(id) ?? (id.startsWith('sha256:') ? remembered(id.slice(7)) : undefined))
      if (id !== undefined && found === undefined) throw new AppError('PERSISTED_QUERY_NOT_FOUND')
      return found
    }
    const found = known.get(id ?? `sha256:${persistedHash(request) ?? hashOf(String(request.query))}`)
    if (found === undefined) throw notListed()
    return found
  }
}

/** Puts the document of an id into the request; where the list is not closed, automatic ones follow. */
export const persistedOperations = (env: Env, remembered: Remembered): Plugin => {
  const find = documentFinder(env, remembered)
  return {
    onParams({ params, setParams, request }) {
      // The parser of addresses knows the usual names alone.
      const inAddress = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null
      const { documentId = inAddress ?? undefined, ...rest } = params as typeof params & { documentId?: unknown }
      const query = find({ ...(rest as PersistedRequest), documentId })
      if (query === undefined && documentId === undefined) return
      const { persistedQuery: _hash, ...extensions } = (rest.extensions ?? {}) as Record<string, unknown>
      setParams({ ...rest, query, extensions: query === undefined ? rest.extensions : extensions })
    },
  }
}
