import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError } from '../errors/app-error.ts'
import type { Env } from '../env.ts'
import type { Plugin } from 'graphql-yoga'

/** Reads the allow-list: a JSON array of documents, or an object from hash to document as client tools write it. */
export const readAllowList = (file: string): ReadonlyMap<string, string> => {
  const content = JSON.parse(readFileSync(file, 'utf8')) as string[] | Record<string, string>
  const documents = Array.isArray(content) ? content : Object.values(content)
  return new Map(documents.map((document) => [createHash('sha256').update(document).digest('hex'), document]))
}

/** Automatic persisted operations; or, where an allow-list is configured, nothing but the documents on it. */
export const persistedOperations = (env: Env, automatic: Plugin): Plugin[] => {
  if (!env.PERSISTED_OPERATIONS_FILE) return [automatic]
  const allowed = readAllowList(env.PERSISTED_OPERATIONS_FILE)
  return [{
    onParams({ params, setParams }) {
      const hash = (params.extensions?.['persistedQuery'] as { sha256Hash?: string } | undefined)?.sha256Hash ?? (params.query ? createHash('sha256').update(params.query).digest('hex') : '')
      const document = allowed.get(hash)
      if (document === undefined) throw new AppError('INVALID_REQUEST', { message: 'This deployment accepts only the operations on its list.' })
      setParams({ ...params, query: document })
    },
  }]
}
