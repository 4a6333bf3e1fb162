/** Every body and every event as a JSON Schema that stands by itself, for validators and editors. */
import { eventTypes } from '../../engine/feed/catalog.ts'
import type { openapi } from './openapi/document.ts'
import type { Json } from './openapi/schemas.ts'

export type OpenApi = ReturnType<typeof openapi>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const REF = '#/components/schemas/'

const refsIn = (node: unknown, found = new Set<string>()): Set<string> => {
  if (Array.isArray(node)) for (const one of node) refsIn(one, found)
  else if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node))
      if (key === '$ref' && typeof value === 'string') found.add(value.slice(REF.length))
      else refsIn(value, found)
  return found
}

/** The parts that a schema names, and those that they name. */
const partsOf = (schema: unknown, components: Readonly<Record<string, Json>>): Record<string, Json> => {
  const parts: Record<string, Json> = {}
  const add = (node: unknown): void => {
    for (const name of refsIn(node)) {
      if (name in parts) continue
      parts[name] = components[name] ?? {}
      add(parts[name])
    }
  }
  add(schema)
  return parts
}

const standalone = (schema: Json, title: string, id: string, components: Readonly<Record<string, Json>>): Json => {
  const whole = { $schema: DIALECT, $id: id, title, ...schema, $defs: partsOf(schema, components) }
  return JSON.parse(JSON.stringify(whole).replaceAll(`"${REF}`, '"#/$defs/')) as Json
}

interface Operation {
  operationId: string
  summary: string
  requestBody?: { content: Record<string, { schema: Json }> }
}

/**
 * By the name of the file: `sendDocument` for what is sent, `document.received` for an event. Each is made when it is
 * asked for.
 */
export const jsonSchemas = ({ paths, webhooks, components }: OpenApi, baseUrl: string): Map<string, () => Json> => {
  const all = new Map<string, () => Json>()
  const idOf = (name: string): string => `${baseUrl}/docs/schemas/${name}.json`
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods) as Operation[]) {
      const schema = operation.requestBody?.content['application/json']?.schema
      const { operationId: name, summary } = operation
      if (schema) all.set(name, () => standalone(schema, summary, idOf(name), components.schemas))
    }
  for (const type of eventTypes) {
    const { schema } = webhooks[type].post.requestBody.content['application/json']
    all.set(type, () => standalone(schema, type, idOf(type), components.schemas))
  }
  return all
}
