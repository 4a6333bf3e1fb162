/** The words of a message about changing platforms: its subject, and what a part of it may be. */
import { z } from 'zod'
import { oneOf } from '../kernel/input.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { limits } from '../values/limits.ts'
import { portabilityStates } from '../values/portability.ts'
import { isSiren } from '../values/national-numbers.ts'

export const messageTypeMeanings = {
  REQUEST: 'The gaining platform asks for the taxpayer.',
  ANSWER: 'The losing platform answers the request.',
  CONFIRMATION: 'The change has been made.',
  CANCELLATION: 'The request is withdrawn.',
} as const

export const messageType = oneOf('PortabilityMessageType', messageTypeMeanings)
export const state = oneOf('PortabilityState', portabilityStates)

export const requestRef = z
  .string()
  .max(35)
  .regex(/^[A-Za-z0-9-]{1,35}$/, 'Expected 1 to 35 letters, digits and hyphens')
  .meta({ examples: ['PORT-2026-0001'] })

export const siren = z
  .string()
  .max(limits.codeCharacters)
  .refine(isSiren, 'Expected a SIREN: 9 digits with a valid check digit')
  .meta({ examples: ['303265045'] })

const parts = z.strictObject({ messageType, state, requestRef, taxpayerSiren: siren })

export type Message = z.output<typeof parts>

export const subjectOf = ({ messageType, state, requestRef, taxpayerSiren }: Message): string =>
  ['PORTABILITY', messageType, state, requestRef, taxpayerSiren].join(';')

/** What a subject says. One that breaks the grammar is refused, with the part that does. */
export const readSubject = (subject: string): Message => {
  const [word, messageType, state, requestRef, taxpayerSiren, ...more] = subject.split(';')
  if (word !== 'PORTABILITY' || taxpayerSiren === undefined || more.length > 0)
    throw refusal(
      'INVALID_REQUEST',
      'subject',
      'Expected PORTABILITY;<messageType>;<state>;<requestRef>;<taxpayerSiren>.',
    )
  const read = parts.safeParse({ messageType, state, requestRef, taxpayerSiren })
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw refusal('INVALID_REQUEST', 'subject', `The part ${issue?.path.join('.')} is wrong: ${issue?.message}.`)
}
