/** Writes schema.graphql: the contract as a text, so that every change of it is seen in review. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema.ts'

export const schemaFile = join(import.meta.dirname, '../../../schema.graphql')

/** The schema with its descriptions, in an order that does not depend on the order of imports. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`

if (import.meta.main) writeFileSync(schemaFile, printedSchema())
