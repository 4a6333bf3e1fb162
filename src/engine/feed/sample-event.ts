/** An event of a kind as its examples say, where there is none yet. */
import { z } from 'zod'
import { type EventType, eventCatalog } from './catalog.ts'

const exampleOf = (schema: z.ZodType): unknown => {
  const [example] = (schema.meta()?.['examples'] as readonly unknown[] | undefined) ?? []
  if (example !== undefined) return example
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodArray) return [exampleOf(schema._zod.def.element as z.ZodType)]
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => [name, exampleOf(field)]),
    )
  throw new Error(`A schema of the kind ${schema._zod.def.type} has no example.`)
}

export const sampleData = (type: EventType): object => exampleOf(eventCatalog[type]) as object
