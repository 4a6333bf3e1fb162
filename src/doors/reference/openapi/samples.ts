/** Example requests for the reference, made from the examples that the schemas carry. */
import type { Components, Json } from './schemas.ts'

/** Values for names that tell more than their type. */
const byName: Readonly<Record<string, unknown>> = {
  name: 'Atelier Logistics',
  label: 'quickstart',
  q: 'atelier',
  search: 'atelier',
  email: 'ada@example.com',
  contactEmail: 'ada@example.com',
  contactName: 'Ada Byron',
  currency: 'EUR',
  confirm: 'yes',
  method: 'POST',
  path: '/v1/companies',
  status: 409,
  userId: 'user-1',
  apiKeyId: 'key_01kafm4h7vf8xbkrs9q2m3c5de',
  scheme: 'GLN',
  value: '5790000435951',
  street: '1 Station Road',
  city: 'Lyon',
  postalCode: '69002',
  metadata: { customer: '4711' },
  settings: { currency: 'EUR' },
  compliance: {},
  scopes: ['companies.read'],
  limit: 20,
  rateLimit: 60,
}

/** Names whose example must be of use at any time, whatever the schema gives. */
const before: Readonly<Record<string, unknown>> = { expiresAt: '2099-12-31T00:00:00Z' }

/** What depends on the caller's own data, or is seldom there, is left out of a body that does not need it. */
const LEFT_OUT = new Set(['companyId', 'streetLine2', 'ifUpdatedAt'])

const firstOf = (schema: Json, key: string): unknown =>
  Array.isArray(schema[key]) ? (schema[key] as unknown[])[0] : undefined

/** A value that the schema accepts; undefined where nothing sensible can be said. */
export const exampleOf = (schema: Json, components: Readonly<Components>, name = ''): unknown => {
  const { $ref } = schema
  if (typeof $ref === 'string') return exampleOf(components[$ref.split('/').at(-1) ?? ''] ?? {}, components, name)
  if (name in before) return before[name]
  const told = firstOf(schema, 'examples') ?? schema['const']
  if (told !== undefined) return told
  const allowed = firstOf(schema, 'enum')
  if (allowed !== undefined) return schema['default'] ?? allowed
  if (name in byName && !schema['properties'] && schema['type'] !== 'array') return byName[name]
  if (schema['default'] !== undefined) return schema['default']
  const alternative = (schema['anyOf'] as Json[] | undefined)?.find((one) => one['type'] !== 'null')
  if (alternative) return exampleOf(alternative, components, name)
  if (schema['properties']) return objectExample(schema, components)
  if (schema['items']) return listExample(schema['items'] as Json, components)
  return { string: 'text', integer: 1, number: 1, boolean: true, object: {} }[String(schema['type'])]
}

const listExample = (items: Json, components: Readonly<Components>): unknown[] => {
  const item = exampleOf(items, components)
  return item === undefined ? [] : [item]
}

const isRequired = (schema: Json, name: string): boolean =>
  ((schema['required'] as string[] | undefined) ?? []).includes(name)

const objectExample = (schema: Json, components: Readonly<Components>): Json =>
  Object.fromEntries(
    Object.entries(schema['properties'] as Record<string, Json>)
      .map(([name, property]) => [name, exampleOf(property, components, name)] as const)
      .filter(([name, value]) => value !== undefined && (!LEFT_OUT.has(name) || isRequired(schema, name))),
  )

interface Sample {
  method: string
  path: string
  baseUrl: string
  isPublic: boolean
  body?: unknown
  parameters: readonly { name: string; in: string; required: boolean; example?: unknown }[]
}

/** The request as a line of curl that works as printed, but for the key. */
export const curlOf = ({ method, path, baseUrl, isPublic, body, parameters }: Sample): string => {
  const address = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path)
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&')
  return [
    `curl -X ${method} '${baseUrl}${address}${query && `?${query}`}'`,
    ...(isPublic ? [] : [`-H 'Authorization: Bearer svc_test_…'`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, null, 2)}'`]),
  ].join(' \\\n  ')
}
