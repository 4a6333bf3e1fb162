/** The contract for other tools: the schema of GraphQL, and JSON Schemas. */
import type { FastifyInstance } from 'fastify'
import { StaticPage } from '../../http/page.ts'
import type { Platform } from '../../operation/platform.ts'
import { printedSchema } from '../graphql/print.ts'
import { type Dress, SitePage } from '../site-page.ts'
import { type OpenApi, jsonSchemas } from './json-schemas.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const SCHEMA_TYPE = 'application/schema+json; charset=utf-8'

/** The OpenAPI document, as the home site has it, and as any site has it. */
interface Documents {
  home(): OpenApi
  at(dress: Dress): OpenApi
}

/** A schema for each body and each event, made when somebody asks for it. */
export const mountSchemas = (app: FastifyInstance, platform: Platform, documents: Documents): void => {
  const config = { open: true, door: 'docs' }
  const graphql = new StaticPage('text/plain; charset=utf-8', printedSchema)
  app.get('/docs/schema.graphql', { config }, (request, reply) => graphql.send(request, reply))
  let names: ReadonlySet<string> | undefined
  const known = (): ReadonlySet<string> => (names ??= new Set(jsonSchemas(documents.home(), '').keys()))
  const list = new SitePage(platform, JSON_TYPE, ({ baseUrl }) =>
    JSON.stringify({ schemas: [...known()].map((name) => ({ name, url: `${baseUrl}/docs/schemas/${name}.json` })) }),
  )
  app.get('/docs/schemas', { config }, (request, reply) => list.send(request, reply))
  const pages = new Map<string, SitePage>()
  app.get<{ Params: { name: string } }>('/docs/schemas/:name.json', { config }, (request, reply) => {
    const { name } = request.params
    if (!known().has(name)) return reply.callNotFound()
    const make = (dress: Dress): string => JSON.stringify(jsonSchemas(documents.at(dress), dress.baseUrl).get(name)?.())
    const page = pages.get(name) ?? new SitePage(platform, SCHEMA_TYPE, make)
    pages.set(name, page)
    return page.send(request, reply)
  })
}
