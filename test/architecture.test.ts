import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type GraphQLField, type GraphQLObjectType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { routes } from '../rest-compat/routes/index.ts'
import { settingNames } from '../src/kernel/env.ts'
import { catalog } from '../src/kernel/errors/catalog.ts'
import { EVENT_API_VERSION, type EventType, eventCatalog, eventTypes } from '../src/engine/feed/catalog.ts'
import { finders } from '../src/doors/graphql/node.ts'
import { schema } from '../src/doors/graphql/schema.ts'
import type { Operation } from '../src/operation/operation.ts'

const root = join(import.meta.dirname, '..')
const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
      .map((name) => `${folder}/${name}`)
      .filter((name) => !name.includes('/generated/'))
  } catch {
    return []
  }
}
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
/** The code of a file, without comments. */
const codeOf = (file: string): string =>
  read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')

interface Import {
  from: string
  target: string
  typeOnly: boolean
}

/** What a file imports: paths of ours from the root, packages by name; types apart from values. */
const importsOf = (file: string): Import[] =>
  [...codeOf(file).matchAll(/^\s*(?:import|export)\s+(type\s)?([^;'"]*?)\s*(?:from\s+)?['"]([^'"]+)['"]/gm)].map(
    ([, type, names = '', specifier = '']) => {
      const listed = /^\{([\s\S]*)\}$/
        .exec(names.trim())?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
      const target = specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier
      return {
        from: file,
        target,
        typeOnly:
          type !== undefined ||
          (listed !== undefined && listed.length > 0 && listed.every((name) => name.startsWith('type '))),
      }
    },
  )

const offending = (files: string[], isForbidden: (one: Import) => boolean): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(isForbidden)
      .map(({ target }) => `${file} → ${target}`),
  )

const fields: [path: string, field: GraphQLField<unknown, unknown>][] = [
  schema.getQueryType(),
  schema.getMutationType(),
  schema.getSubscriptionType(),
]
  .filter((type) => isObjectType(type))
  .flatMap((type: GraphQLObjectType) =>
    Object.entries(type.getFields()).map(
      ([name, field]) => [`${type.name}.${name}`, field] as [string, GraphQLField<unknown, unknown>],
    ),
  )
const operationOf = (field: GraphQLField<unknown, unknown> | undefined): Operation | undefined =>
  field?.extensions['operation'] as Operation | undefined

const files = filesIn('src')

/** Operations with a door of their own, and why callers have none to them. */
const notForCallers: Readonly<Record<string, string>> = {
  receiveDocument: 'The access point hands documents over at /network/inbound, with the secret that it shares.',
  receiveMessageStatus: 'It hands statuses of messages over at the same door.',
  receiveLifecycleMessage: 'And what the other side says of a document.',
}

describe('one domain, several doors', () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s and its GraphQL field hold the same operation',
    (_name, route) => {
      const field = fields.find(([path]) => path === route.field)?.[1]
      expect(field, `${route.field} is in the schema`).toBeDefined()
      expect(operationOf(field)).toBe(route.operation)
    },
  )

  test('every operation that a file of src defines is reachable from GraphQL', async () => {
    const reachable = new Set(fields.map(([, field]) => operationOf(field)))
    const missing: string[] = []
    let found = 0
    for (const file of files.filter((one) => /\boperation\(\{/.test(codeOf(one)))) {
      for (const [name, value] of Object.entries((await import(join(root, file))) as object) as [
        string,
        Partial<Operation>,
      ][]) {
        if (typeof value?.run !== 'function' || typeof value.name !== 'string' || !('scope' in value)) continue
        found += 1
        expect(value.name, `${file} exports it under its own name`).toBe(name)
        if (!reachable.has(value as Operation) && !(name in notForCallers)) missing.push(`${file}: ${name}`)
      }
    }
    expect(missing).toEqual([])
    expect(found).toBeGreaterThanOrEqual(14)
  })

  test('every root field runs an operation, or finds objects by the operations of their kind', () => {
    expect(
      fields
        .filter(([, field]) => operationOf(field) === undefined)
        .map(([path]) => path)
        .sort(),
    ).toEqual(['Query.node', 'Query.nodes'])
    const held = new Set(fields.map(([, field]) => operationOf(field)))
    for (const finder of Object.values(finders)) expect(held.has(finder.operation)).toBe(true)
  })

  test('two operations never share a name, and two rows never a path', () => {
    const operations = [...new Set(fields.flatMap(([, field]) => operationOf(field) ?? []))]
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
  })

  test('what writes is a mutation and a POST, PATCH or DELETE; what reads is neither', () => {
    for (const [path, field] of fields)
      expect(`${path} ${operationOf(field)?.writes === true}`).toBe(`${path} ${path.startsWith('Mutation.')}`)
    // These read: two take too much to stand in an address, and the others were specified so.
    const byPost = [
      '/v1/documents/search',
      '/v1/documents/validate',
      '/v1/directory/verify',
      '/v1/categorization/objects/tags/auto',
    ]
    for (const { method, path, operation } of routes)
      expect(`${method} ${path} ${operation.writes}`).toBe(
        `${method} ${path} ${method !== 'GET' && !byPost.includes(path)}`,
      )
  })

  test('every error that an operation announces is in the catalog', () => {
    for (const [, field] of fields)
      for (const code of operationOf(field)?.errors ?? []) expect(catalog).toHaveProperty(code)
  })

  test('every event of the catalog has a subscription of its own', () => {
    const subscribed = Object.values(schema.getSubscriptionType()?.getFields() ?? {}).flatMap(
      ({ extensions }) => extensions['event'] ?? [],
    )
    expect(subscribed.sort()).toEqual([...eventTypes].sort())
  })

  test('every event of the catalog is announced somewhere, or is known to be announced by nobody yet', () => {
    const awaited = ['lifecycle.updated']
    const sources = files.filter((file) => file !== 'src/engine/feed/catalog.ts').map(codeOf)
    expect(
      eventTypes.filter((type) => !awaited.includes(type) && !sources.some((code) => code.includes(`'${type}'`))),
    ).toEqual([])
  })

  test('the payloads are those of section 6 of the specification, field by field', () => {
    const specified = {
      'document.received': ['documentId', 'type', 'number', 'direction', 'sender', 'receiver'],
      'document.sent': ['documentId', 'type', 'sentAt'],
      'document.delivered': ['documentId', 'deliveredAt'],
      'document.failed': ['documentId', 'errorCode', 'errorMessage'],
      'document.updated': ['documentId', 'changes'],
      'lifecycle.updated': ['documentId', 'previousStatus', 'currentStatus', 'compliance'],
      'company.smp_registered': ['companyId', 'peppolId'],
      'compliance.reported': ['documentId', 'reportedTo', 'status'],
    } as const
    for (const [type, fields] of Object.entries(specified))
      expect({ type, fields: Object.keys(eventCatalog[type as EventType].shape) }).toEqual({ type, fields })
    expect(EVENT_API_VERSION).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})

/** Files beside the pure core that read files of their own package, and why. */
const readsFiles: Readonly<Record<string, string>> = {
  'src/values/codelists/generate.ts': 'A script that writes the lists; nothing imports it.',
  'src/formats/pdf/fonts.ts': 'The bytes of the fonts, which lie in a package.',
}

describe('who may know whom', () => {
  test('the walk sees the imports there are', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(importsOf('src/operation/operation.ts')).toContainEqual({
      from: 'src/operation/operation.ts',
      target: 'src/kernel/database/open.ts',
      typeOnly: true,
    })
    expect(importsOf('src/operation/operation.ts')).toContainEqual({
      from: 'src/operation/operation.ts',
      target: 'src/kernel/errors/input.ts',
      typeOnly: false,
    })
    expect(importsOf('src/companies/register-company.ts').length).toBeGreaterThan(8)
  })

  test('transports never talk to the database: they import its types at most', () => {
    const transports = [
      ...filesIn('rest-compat'),
      ...filesIn('afnor'),
      ...filesIn('src/doors/graphql'),
      ...filesIn('src/graphql'),
    ]
    expect(
      offending(
        transports,
        ({ target, typeOnly }) =>
          !typeOnly && /^src\/database\/|generated\/prisma\/client|^@prisma\/|^pg$|pglite/.test(target),
      ),
    ).toEqual([])
  })

  test('the pure core imports no input or output', () => {
    const core = ['src/values', 'src/formats', 'src/rules', 'src/lifecycle/tables'].flatMap(filesIn)
    expect(core.length).toBeGreaterThan(5)
    expect(
      offending(
        core.filter((file) => !(file in readsFiles)),
        ({ target, typeOnly }) =>
          !typeOnly &&
          /^node:(?!crypto$|zlib$)|^src\/(?!values|formats|rules|lifecycle\/tables|errors)|fastify|graphql|^pg$|prisma|undici|ioredis/.test(
            target,
          ),
      ),
    ).toEqual([])
  })

  test('operations know no transport', () => {
    const domain = files.filter(
      (file) => !/^src\/(graphql|http|server\.ts|announce\.ts)|\/schema(-[a-z]+)?\.ts$/.test(file),
    )
    expect(
      offending(
        domain,
        ({ target, typeOnly }) =>
          !typeOnly && /^rest-compat|^afnor|^src\/graphql|^src\/server|^fastify$|graphql-yoga/.test(target),
      ).filter((line) => !/^src\/(main|worker)\.ts/.test(line)),
    ).toEqual([])
  })
})

describe('one place for each', () => {
  const using = (pattern: RegExp, where = files): string[] => where.filter((file) => pattern.test(codeOf(file)))

  test('the settings are read in env.ts', () => {
    expect(using(/process\.env\b/)).toEqual(['src/kernel/env.ts'])
    expect(using(/process\.env\b/, [...filesIn('rest-compat'), ...filesIn('afnor')])).toEqual([])
  })
  test('the machine is asked for the time in clock.ts', () => {
    expect(using(/new Date\(\s*\)|\bDate\.now\(/)).toEqual(['src/kernel/clock.ts'])
    expect(using(/new Date\(\s*\)|\bDate\.now\(/, [...filesIn('rest-compat'), ...filesIn('afnor')])).toEqual([])
  })
  test('nothing is printed by console, and chance comes from crypto', () => {
    expect(using(/\bconsole\.|Math\.random\(/, [...files, ...filesIn('rest-compat'), ...filesIn('afnor')])).toEqual([])
  })
  test('.env.example lists exactly the settings there are, each with what it is for', () => {
    const lines = read('.env.example').split('\n')
    const named = lines.flatMap((line) => /^#? ?([A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
    expect(named.toSorted()).toEqual([...settingNames].sort())
    for (const name of named) {
      const above = lines[lines.findIndex((line) => line.replace(/^# ?/, '').startsWith(`${name}=`)) - 1] ?? ''
      expect(above, `${name} has a comment above it`).toMatch(/^# \w.{10,}/)
    }
  })
})
