import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type Env, SettingsError } from '../../kernel/env.ts'
import type { Plugin } from 'graphql-yoga'

const contentOf = (file: string): string[] | Record<string, string> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[] | Record<string, string>
  } catch (error) {
    throw new SettingsError(`PERSISTED_OPERATIONS_FILE cannot be read: ${(error as Error).message}.`)
  }
}

/** Reads the allow-list: a JSON array of documents, or an object from hash to document as client tools write it. */
const readAllowList = (file: string): ReadonlyMap<string, string> => {
  const content = contentOf(file)
  const documents = Array.isArray(content) ? content : Object.values(content)
  return new Map(documents.map((document) => [createHash('sha256').update(document).digest('hex'), document]))
}

export interface PersistedRequest {
  query?: string | null
  extensions?: Record<string, unknown> | null
}

/** Finds the document of a request in the allow-list, or refuses it; undefined where no allow-list is configured. */
export const allowedOperations = (env: Env): ((request: PersistedRequest) => string) | undefined => {
  if (!env.PERSISTED_OPERATIONS_FILE) return undefined
  const allowed = readAllowList(env.PERSISTED_OPERATIONS_FILE)
  return ({ query, extensions }) => {
    const hash =
      (extensions?.['persistedQuery'] as { sha256Hash?: string } | undefined)?.sha256Hash ??
      createHash('sha256').update(String(query)).digest('hex')
    const document = allowed.get(hash)
    if (document === undefined)
      throw new AppError('INVALID_REQUEST', {
        message: 'This server accepts only the persisted operations on its list.',
      })
    return document
  }
}

/** Automatic persisted operations; or, where an allow-list is configured, nothing but the documents on it. */
export const persistedOperations = (env: Env, automatic: Plugin): Plugin => {
  const documentOf = allowedOperations(env)
  return documentOf
    ? { onParams: ({ params, setParams }) => setParams({ ...params, query: documentOf(params) }) }
    : automatic
}
