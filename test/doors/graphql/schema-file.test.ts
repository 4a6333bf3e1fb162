import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { printedSchema, schemaFile } from '../../../src/doors/graphql/print.ts'

test('schema.graphql is the schema that is served (npm run print writes it)', () => {
  expect(readFileSync(schemaFile, 'utf8')).toBe(printedSchema())
})

test('schema.graphql is read by the tools that clients generate code with', () => {
  expect(buildSchema(readFileSync(schemaFile, 'utf8')).getQueryType()?.name).toBe('Query')
})
