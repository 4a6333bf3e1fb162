/** Marks in the schemas of inputs: which values are credentials, or are stored encrypted. */
import { z } from 'zod'

const secrets = z.registry<{ isSecret: true }>()

/** A schema whose value no log, example or error may repeat. What is made from it (optional, described) is one too. */
export const asSecret = <S extends z.ZodType>(schema: S): S => {
  secrets.add(schema, { isSecret: true })
  return schema
}

export const isSecret = (schema: z.core.$ZodType): boolean => secrets.get(schema as z.ZodType)?.isSecret === true
