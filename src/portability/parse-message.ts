import { z } from 'zod'
import { refusal } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { readCsv } from './csv.ts'
import { readSubject } from './message.ts'

/** What stands in the subject and in the table, and has to be the same. */
const TWICE = ['messageType', 'state', 'requestRef', 'taxpayerSiren'] as const

/** What the subject and the table say. */
export const readMessage = ({ subject, csvRow }: { subject: string; csvRow?: string | null | undefined }) => {
  const message = readSubject(subject)
  const row = csvRow === null || csvRow === undefined ? null : readCsv(csvRow)
  const differing = row && TWICE.find((name) => row[name] !== message[name])
  if (differing)
    throw refusal('INVALID_REQUEST', 'csvRow', `The field ${differing} differs from what the subject says.`)
  return { ...message, row }
}

export const parsePortabilityMessage = operation({
  name: 'parsePortabilityMessage',
  summary:
    'Reads a message about changing platforms. A subject that breaks the grammar is refused, ' +
    'and so is a table that contradicts its subject.',
  scope: 'compliance',
  writes: false,
  input: z.strictObject({
    subject: z
      .string()
      .max(200)
      .meta({ examples: ['PORTABILITY;REQUEST;SUBMITTED;PORT-2026-0001;303265045'] })
      .describe('The subject: `PORTABILITY;<messageType>;<state>;<requestRef>;<taxpayerSiren>`.'),
    csvRow: z
      .string()
      .max(64 * 1024)
      .nullish()
      .meta({ examples: ['REQUEST;SUBMITTED;PORT-2026-0001;303265045;;;;;;;;;;;;;;'] })
      .describe('The row of 18 fields, separated by semicolons, with or without its header.'),
  }),
  errors: ['INVALID_REQUEST'],
  run: (_run, given) => Promise.resolve(readMessage(given)),
})
