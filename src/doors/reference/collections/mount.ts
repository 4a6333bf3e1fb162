/** What is made of the contract for other tools: the schema, collections, and JSON Schemas. */
import type { FastifyInstance } from 'fastify'
import { StaticPage } from '../../../http/page.ts'
import type { Platform } from '../../../operation/platform.ts'
import { printedSchema } from '../../graphql/print.ts'
import { type Dress, SitePage } from '../../site-page.ts'
import { brunoCollection } from './bruno.ts'
import { jsonSchemas } from './json-schemas.ts'
import { postmanCollection } from './postman.ts'
import type { OpenApi } from './requests.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const SCHEMA_TYPE = 'application/schema+json; charset=utf-8'

/** The OpenAPI document, as the home site has it, and as any site has it. */
interface Documents {
  home(): OpenApi
  at(dress: Dress): OpenApi
}

export const mountCollections = (app: FastifyInstance, platform: Platform, documents: Documents): void => {
  const config = { open: true, door: 'docs' }
  const serve = (path: string, page: StaticPage | SitePage): void =>
    void app.get(path, { config }, (request, reply) => page.send(request, reply))
  const titleOf = ({ brand }: Dress): string => `${brand.name} API`
  serve('/docs/schema.graphql', new StaticPage('text/plain; charset=utf-8', printedSchema))
  serve(
    '/docs/postman.json',
    new SitePage(platform, JSON_TYPE, (dress) => postmanCollection(documents.at(dress), titleOf(dress), dress.baseUrl)),
  )
  serve(
    '/docs/bruno.zip',
    new SitePage(platform, 'application/zip', (dress) =>
      brunoCollection(documents.at(dress), titleOf(dress), dress.baseUrl),
    ),
  )
  mountSchemas(app, platform, documents)
}

/** A schema for each body and each event, made when somebody asks for it. */
const mountSchemas = (app: FastifyInstance, platform: Platform, documents: Documents): void => {
  const config = { open: true, door: 'docs' }
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
