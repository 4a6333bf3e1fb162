/** The OpenAPI document: made from the route table and the schemas that the operations check with. */
import { type Route, coordinateOf, pathOf } from '../../../http/route.ts'
import { sections } from '../../../http/sections.ts'
import { deprecations, deprecationText } from '../../../values/deprecations.ts'
import { headerComponents, successOf } from './answers.ts'
import { bodyOf } from './bodies.ts'
import { errorShape, errorsOf } from './errors.ts'
import { healthPaths } from './health.ts'
import { exampleInput, parameterComponents, parametersOf } from './parameters.ts'
import { curlOf } from './samples.ts'
import { type Json, type Writer, schemaWriter } from './schemas.ts'
import { webhooks } from './webhooks.ts'

const VERSION = '3.0.0'

/** The first sentence. */
const titleOf = ({ operation: { summary } }: Route): string | undefined => summary.split(/[.;:](?:\s|$)/, 1)[0]

const rightOf = ({ operation: { scope } }: Route): string =>
  scope === 'anyone'
    ? 'Public: no credentials are required.'
    : scope === 'authenticated'
      ? 'Requires valid credentials with any scope.'
      : `Scope: \`${scope}\`.`

/** Files of a document come by one operation, on a path each. */
const renditionOf = ({ answersFile, path }: Route): string => {
  const last = path.split('/').at(-1) ?? ''
  return answersFile && !last.startsWith(':') ? `_${last}` : ''
}

const goingOf = (route: Route): string[] => {
  const deprecation = deprecations[coordinateOf(route)]
  return deprecation ? [deprecationText(deprecation)] : []
}

const operationOf = (route: Route, writer: Writer, baseUrl: string): Json => {
  const { operation, method } = route
  const isPublic = operation.scope === 'anyone'
  const input = writer.write(operation.input, 'input')
  const body = bodyOf(route, input, writer.components)
  const parameters = parametersOf(route, input, writer.components)
  const sample = curlOf({
    method,
    path: pathOf(route),
    baseUrl,
    isPublic,
    body: body?.content['application/json'].example,
    parameters: parameters.map((one) => ({ ...one, required: one.required || one.name in exampleInput(route) })),
  })
  return {
    operationId: `${operation.name}${renditionOf(route)}`,
    tags: [route.section],
    summary: titleOf(route),
    description: [`${operation.summary}\n\nGraphQL: \`${route.field}\`. ${rightOf(route)}`, ...goingOf(route)].join(
      '\n\n',
    ),
    security: isPublic ? [] : [{ bearer: [] }],
    ...(coordinateOf(route) in deprecations && { deprecated: true }),
    parameters,
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: sample }],
    ...(body && { requestBody: body }),
    responses: Object.fromEntries([[String(route.status), successOf(route, writer)], ...errorsOf(route)]),
  }
}

const info = {
  title: 'Invoice Exchange',
  version: VERSION,
  summary: 'Exchange electronic invoices over Peppol.',
  description:
    'The REST paths of the service. Each path runs the same operation as the GraphQL field that ' +
    'its description names. The GraphQL API, with subscriptions, is at `/graphql`.',
  license: { name: 'MIT', identifier: 'MIT' },
}

const bearer = { type: 'http', scheme: 'bearer', description: 'An API key, or a token of the identity provider.' }

const tags: Json[] = Object.entries(sections).map(([name, description]) => ({ name, description }))

export const openapi = (routes: readonly Route[], baseUrl: string) => {
  const writer = schemaWriter()
  writer.write(errorShape, 'output')
  const paths: Record<string, Json> = healthPaths(writer)
  for (const route of routes)
    (paths[pathOf(route)] ??= {})[route.method.toLowerCase()] = operationOf(route, writer, baseUrl)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: baseUrl }],
    tags,
    paths,
    webhooks: webhooks(writer),
    components: {
      securitySchemes: { bearer },
      parameters: parameterComponents,
      headers: headerComponents,
      schemas: writer.components,
    },
  }
}
