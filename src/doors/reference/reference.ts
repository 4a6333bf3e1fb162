import type { FastifyInstance } from 'fastify'
import type { EventType } from '../../engine/feed/catalog.ts'
import { StaticPage } from '../../http/page.ts'
import type { Platform } from '../../operation/platform.ts'
import { mountDocs } from '../docs/mount.ts'
import { schema } from '../graphql/schema.ts'
import { afnorServices } from '../health/health.ts'
import { type Dress, SitePage, dressOf } from '../site-page.ts'
import { afnorDescription } from './afnor-description.ts'
import { mountSchemas } from './mount-schemas.ts'
import { openapi } from './openapi/document.ts'
import { schemaChanges } from './schema-changes.ts'
import { routes } from '../../../rest-compat/routes/index.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The same for every site, but for its address, which stands in every sample. */
const make = ({ sites }: Platform) => {
  const document = openapi(routes, sites.home.baseUrl)
  return {
    document,
    schema,
    exampleOf: (type: EventType) => document.webhooks[type].post.requestBody.content['application/json'].example,
  }
}
type Made = ReturnType<typeof make>

const documentAt = ({ document }: Made, { baseUrl, brand }: Dress): string => {
  const { info, servers } = document
  const [home = { url: baseUrl }] = servers
  const dressed = { ...document, info: { ...info, title: `${brand.name} API` } }
  return home.url === baseUrl ? JSON.stringify(document) : JSON.stringify(dressed).replaceAll(home.url, baseUrl)
}

/** What a program finds at the root. */
const signpostAt = ({ env }: Platform, { baseUrl, brand }: Dress) => ({
  name: brand.name,
  mode: env.SERVICE_MODE,
  documentation: `${baseUrl}/docs/`,
  openapi: `${baseUrl}/openapi.json`,
  graphql: `${baseUrl}/graphql`,
  health: `${baseUrl}/health/readiness`,
})

/** Starting takes a fifth longer with it. */
const onFirstRequest = (platform: Platform): (() => Made) => {
  let made: Made | undefined
  return () => (made ??= make(platform))
}

/** The contracts for programs, and the pages for people. */
export const mountReference = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  const config = { open: true, door: 'docs' }
  const made = onFirstRequest(platform)
  const serve = (path: string, page: StaticPage | SitePage): void =>
    void app.get(path, { config }, (request, reply) => page.send(request, reply))
  const serveDressed = (path: string, text: (dress: Dress) => string): void =>
    serve(path, new SitePage(platform, JSON_TYPE, text))
  serveDressed('/openapi.json', (dress) => documentAt(made(), dress))
  for (const service of afnorServices)
    serveDressed(`/afnor/${service}/openapi.json`, ({ baseUrl }) => JSON.stringify(afnorDescription(service, baseUrl)))
  mountSchemas(app, platform, {
    home: () => made().document,
    at: (dress) => JSON.parse(documentAt(made(), dress)) as Made['document'],
  })
  serve('/schema-changes.json', new StaticPage(JSON_TYPE, () => JSON.stringify(schemaChanges())))
  app.get('/', { config }, async (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/docs/')
    return reply.send(signpostAt(platform, await dressOf(platform, request)))
  })
  await mountDocs(app, platform, made)
}
