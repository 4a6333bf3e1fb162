import { join } from 'node:path'
import { type GraphQLField, type GraphQLObjectType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { routes as afnorRoutes, sharing } from '../../afnor/routes/index.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { finders } from '../../src/doors/graphql/node.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import { EVENT_API_VERSION, type EventType, eventCatalog, eventTypes } from '../../src/engine/feed/catalog.ts'
import { settingNames } from '../../src/kernel/env/settings.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { faultOfImport, placeOf } from './floors.ts'
import { measureHouse } from './house.ts'
import { type Import, codeOf, filesIn, importsOf, productFiles, read, root } from './imports.ts'

const files = productFiles()
const offending = (some: readonly string[], isForbidden: (one: Import) => boolean): string[] =>
  some.flatMap((file) =>
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

/** Operations with a door of their own, and why callers have none to them. */
const notForCallers: Readonly<Record<string, string>> = {
  receiveDocument: 'The access point hands documents over at /network/inbound, with the secret that it shares.',
  receiveCart: 'Shops hand carts back at /document/oci-callback and /document/punchout-callback, with a buyer cookie.',
  receiveMessageStatus: 'It hands statuses of messages over at the same door.',
  receiveLifecycleMessage: 'And what the other side says of a document.',
}

describe('one domain, several doors', () => {
  test.each([...routes, ...afnorRoutes, ...sharing].map((route) => [`${route.method} ${route.path}`, route] as const))(
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
    // These read: some take too much, or a secret, to stand in an address, and the others were specified so.
    const byPost = [
      '/v1/documents/search',
      '/v1/documents/validate',
      '/v1/documents/preview/pdf',
      '/v1/documents/preview/html',
      '/v1/documents/preview/xml',
      '/v1/documents/read',
      '/v1/directory/verify',
      '/v1/categorization/objects/tags/auto',
      '/v1/portability/build',
      '/v1/portability/parse',
      '/v1/oauth/introspect',
      '/v1/oauth/handoff/preview',
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

  test('every event of the catalog is announced somewhere', () => {
    const sources = files.filter((file) => file !== 'src/engine/feed/catalog.ts').map(codeOf)
    expect(eventTypes.filter((type) => !sources.some((code) => code.includes(`'${type}'`)))).toEqual([])
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
    /** What its other sections say that events tell: the codes of section 7, and the statuses of section 3.3. */
    const saidElsewhere: Partial<Record<string, readonly string[]>> = {
      'lifecycle.updated': ['frenchStatus'],
      'compliance.reported': ['frenchStatus', 'error'],
    }
    // Deduplication goes by `data.updatedAt`, which section 6 names in its rules, of what changes several times.
    const dated = /^(?:document|lifecycle)\./
    for (const [type, fields] of Object.entries(specified))
      expect({ type, fields: Object.keys(eventCatalog[type as EventType].shape).toSorted() }).toEqual({
        type,
        fields: [...fields, ...(saidElsewhere[type] ?? []), ...(dated.test(type) ? ['updatedAt'] : [])].toSorted(),
      })
    expect(EVENT_API_VERSION).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})

/** Files beside the pure core that read files of their own package, and why. */
const readsFiles: Readonly<Record<string, string>> = {
  'src/values/table.ts': 'Tables of codes and names, each read when it is first needed.',
  'src/rules/xsd/generate.ts': 'A script that writes the tables of schemas; nothing imports it.',
  'src/rules/xsd/schema-files.ts': 'Reads the schemas for that script.',
  'src/rules/xsd/schemas.ts': 'The tables, each read when a document first needs it.',
  'src/formats/pdf/fonts.ts': 'The bytes of the fonts, which lie in a package.',
}

describe('who may know whom', () => {
  test('the walk sees the imports there are, of values and of types', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(importsOf('src/operation/operation.ts')).toContainEqual({
      from: 'src/operation/operation.ts',
      target: 'src/auth/site.ts',
      typeOnly: true,
    })
    expect(importsOf('src/operation/execute.ts')).toContainEqual({
      from: 'src/operation/execute.ts',
      target: 'src/kernel/errors/input.ts',
      typeOnly: false,
    })
  })

  test('a fault is seen: an import that goes up, and one between rooms of a floor', () => {
    expect(faultOfImport('src/kernel/clock.ts', 'src/companies/company.ts')).toMatch(/never goes up/)
    expect(faultOfImport('src/stats/get-stats.ts', 'src/identity/who-am-i.ts')).toMatch(/do not know each other/)
    expect(faultOfImport('src/companies/company.ts', 'src/kernel/clock.ts')).toBeUndefined()
    expect(placeOf('src/companies/schema-join.ts')?.floor).toBeGreaterThan(
      placeOf('src/stats/get-stats.ts')?.floor ?? 0,
    )
  })

  test('an import never goes up, and never to another room of its floor', () => {
    expect(measureHouse().faults).toEqual([])
  })

  test('every file of the product lives in a room', () => {
    expect(measureHouse().homeless).toEqual([])
  })

  test('no files import each other in a circle, types counted', () => {
    expect(measureHouse().circles).toEqual([])
  })

  test('doors never talk to the database: they import its types at most', () => {
    const doors = ['rest-compat', 'afnor', 'src/doors', 'src/http', 'src/graphql'].flatMap(filesIn)
    const isDatabase = /^src\/kernel\/database\/|generated\/prisma\/client|^@prisma\/|^pg$|pglite/
    expect(offending(doors, ({ target, typeOnly }) => !typeOnly && isDatabase.test(target))).toEqual([])
  })

  test('the pure core imports no input or output', () => {
    const core = ['src/values', 'src/formats', 'src/rules', 'src/lifecycle/tables'].flatMap(filesIn)
    const outside =
      /^node:(?!crypto$|zlib$)|^src\/kernel\/(?!errors\/|bytes)|fastify|graphql|^pg$|prisma|undici|ioredis/
    expect(core.length).toBeGreaterThan(100)
    expect(
      offending(
        core.filter((file) => !(file in readsFiles)),
        ({ target, typeOnly }) => !typeOnly && outside.test(target),
      ),
    ).toEqual([])
  })

  test('only the servers and what they are made with know a transport', () => {
    const transports = /^fastify$|graphql-yoga|^graphql-ws|^ws$/
    const knowing = files.filter(
      (file) => !/^src\/(app|console|doors|http|graphql)\/|^rest-compat\/|^afnor\//.test(file),
    )
    expect(offending(knowing, ({ target, typeOnly }) => !typeOnly && transports.test(target))).toEqual([])
  })

  test('what a file exports is used by another', () => {
    /** In how many files each word is. */
    const filesWith = new Map<string, number>()
    for (const file of [...files, ...filesIn('test'), ...filesIn('prisma')])
      for (const word of new Set(codeOf(file).match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
    const unused = files
      // What is made for others of the schema is all of it.
      .filter((file) => !file.endsWith('.generated.ts'))
      .flatMap((file) =>
        [...codeOf(file).matchAll(/^export (?:async )?(?:const|function\*?|class|let) (\w+)/gm)].flatMap(
          ([, name = '']) => ((filesWith.get(name) ?? 0) > 1 ? [] : [`${file}: ${name}`]),
        ),
      )
    expect(unused).toEqual([])
  })
})

describe('one place for each', () => {
  const using = (pattern: RegExp, where: readonly string[] = files): string[] =>
    where.filter((file) => pattern.test(codeOf(file)))

  test('the settings are read in env.ts', () => {
    expect(using(/process\.env\b/)).toEqual(['src/cli/environment.ts', 'src/kernel/env.ts'])
  })
  test('the machine is asked for the time in clock.ts', () => {
    expect(using(/new Date\(\s*\)|\bDate\.now\(/)).toEqual([
      'src/client/platform.ts',
      'src/console/data/clock.ts',
      'src/kernel/clock.ts',
    ])
  })
  test('a day, a month and a second are written by dates.ts', () => {
    expect(using(/toISOString\(\)\??\.slice\(/)).toEqual(['src/console/data/clock.ts', 'src/values/dates.ts'])
  })
  test('nothing is printed by console, and chance comes from crypto', () => {
    expect(using(/\bconsole\.|Math\.random\(/)).toEqual([])
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
