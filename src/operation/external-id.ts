/**
 * What the caller's own system calls an object: one of each kind in the organization. Paths name it as `ext:…`.
 */
import { z } from 'zod'
import { type AppError, refusal } from '../kernel/errors/app-error.ts'
import { limits } from '../values/limits.ts'

const PREFIX = 'ext:'

/** Without spaces and control characters, so that it can be written into paths, logs and lists. */
export const externalId = z
  .string()
  .min(1)
  .max(limits.externalIdCharacters, `At most ${limits.externalIdCharacters} characters`)
  .regex(/^[^\s\p{C}]+$/u, 'Neither spaces nor control characters are allowed')
  .describe(
    "Identifier of the object in the caller's own system. It is unique in the organization, and paths can name the " +
      'object by it: `ext:<identifier>`.',
  )
  .meta({ examples: ['4711-B'] })

/** The identifier that a reference names, or undefined where it names the object in another way. */
export const externalIdIn = (ref: string): string | undefined =>
  ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : undefined

/** The refusal of an identifier that is taken, with the object that has it where the caller may see it. */
export const externalIdTaken = (existingId?: string): AppError =>
  refusal('CONFLICT', 'externalId', 'Another object of this kind has the identifier.', {
    summary: 'The `externalId` is taken: it is unique in the organization.',
    ...(existingId !== undefined && { facts: { existingId } }),
  })
