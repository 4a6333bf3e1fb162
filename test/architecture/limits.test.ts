import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../rest-compat/routes/index.ts'
import { limitsTable } from '../../src/doors/reference/print-readmes.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { limitTable, shownLimit } from '../../src/values/limits.ts'

type Node = Readonly<Record<string, unknown>> & { readonly type?: string }

const operations = new Map<string, Operation>(routes.map(({ operation }) => [operation.name, operation]))
for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  for (const { extensions } of Object.values(type?.getFields() ?? {})) {
    const operation = extensions['operation'] as Operation | undefined
    if (operation) operations.set(operation.name, operation)
  }

/** A pattern says how long a text can be where nothing in it may be repeated without end. */
const isBounding = (pattern: unknown): boolean =>
  typeof pattern === 'string' && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\[[^\]]*\]/g, ''))

const unbounded: Readonly<Record<string, (node: Node) => boolean>> = {
  text: (node) =>
    node.type === 'string' && !node['enum'] && !('const' in node) && !node['maxLength'] && !isBounding(node['pattern']),
  list: (node) => node.type === 'array' && !node['maxItems'],
  'free object': (node) =>
    node.type === 'object' && node['additionalProperties'] !== false && !node['properties'] && !node['x-maxBytes'],
}

/** Every schema inside a schema, with its place. */
const nodesIn = function* (node: unknown, place: string): Generator<[place: string, node: Node]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield [place, node as Node]
  for (const [name, inner] of Object.entries(node))
    if (name !== 'propertyNames' && name !== 'examples') yield* nodesIn(inner, `${place}/${name}`)
}

/** Their names and values have bounds of their own, and their number is checked. */
const CHECKED = /\/metadata(\/anyOf\/0)?$/

describe('every limit', () => {
  test.each([...operations.values()].map((operation) => [operation.name, operation] as const))(
    'of texts, lists and free objects is part of the input of %s',
    (name, { input }) => {
      const whole = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
      const without = [...nodesIn(whole, name)].flatMap(([place, node]) =>
        Object.entries(unbounded).flatMap(([what, isUnbounded]) =>
          isUnbounded(node) && !CHECKED.test(place) ? [`${what} ${place}`] : [],
        ),
      )
      expect(without).toEqual([])
    },
  )

  test('says what it limits and why, and has its unit in its name', () => {
    for (const [name, { what, why, value }] of Object.entries(limitTable)) {
      expect(name).toMatch(/(Bytes|Characters|Levels|Names|Rows|[a-z]s)$/)
      expect(what).not.toBe('')
      expect(why).toMatch(/\.$/)
      expect(value).toBeGreaterThan(0)
    }
  })

  test('stands in the README of REST', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../rest-compat/README.md'), 'utf8')
    expect(readme).toContain(limitsTable().join('\n'))
  })

  test('of a body is told by the error that a larger one is answered with', () => {
    const { cause } = catalog.PAYLOAD_TOO_LARGE
    for (const name of ['jsonBodyBytes', 'fileBytes', 'publicBodyBytes'] as const)
      expect(cause).toContain(shownLimit(name))
  })
})

describe('every list', () => {
  test('that REST answers in pages can be answered with fewer rows', () => {
    const pages = routes.filter(({ shape }) => shape instanceof z.ZodObject && 'hasMore' in shape.shape)
    const whole = pages.filter(({ fewer }) => !fewer).map(({ path }) => path.split('/').slice(-2).join('/'))
    expect(pages.length).toBeGreaterThan(20)
    // Each of these is answered whole, and has few rows, or as many as the table of limits says.
    expect(whole.sort()).toEqual([
      ':companyId/addresses',
      ':companyId/ownership',
      ':documentId/attachments',
      ':documentId/attempts',
      ':documentId/message-statuses',
      ':documentId/notes',
      ':documentId/timeline',
      ':groupId/tags',
      ':objectId/tags',
      'categorization/groups',
      'request-logs/usage',
      'sandbox/stories',
      'tags/auto',
    ])
  })
})
