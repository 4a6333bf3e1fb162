/** The body of a send as GraphQL has it: the document is exactly one of several things, which says its format too. */
import { z } from 'zod'
import { bodyForm } from '../../../formats/json/described.ts'
import { file } from '../../../kernel/input.ts'

/** What carries the document, by the format that it has in REST. */
const carriers = {
  document: ['json', 'document'],
  ubl: ['ubl-xml', 'xml'],
  cii: ['cii-xml', 'xml'],
  file: ['auto', 'file'],
  raw: ['raw', 'file'],
} as const

type Carrier = keyof typeof carriers

export const sendContent = z
  .strictObject({
    document: bodyForm.optional().describe('The document by the names of its business terms.'),
    ubl: z.string().optional().describe('The document as UBL 2.1.'),
    cii: z.string().optional().describe('The document as UN/CEFACT CII.'),
    file: file
      .optional()
      .describe(
        'A file whose format is recognized: UBL, CII, JSON, or a PDF with an embedded invoice. ' +
          'Any other file is rejected.',
      ),
    raw: file.optional().describe('A file that is stored as it is: it is not read, and not delivered.'),
  } satisfies Record<Carrier, z.ZodType>)
  .meta({ id: 'SendContent', isOneOf: true, about: 'The document to send. Exactly one of the fields is given.' })

/** The same as the body of REST has it. */
export const bodyWith = ({ content, ...others }: { content: Partial<Record<Carrier, unknown>> }): object => {
  const [given] = Object.entries(content) as [Carrier, unknown][]
  if (!given) return others
  const [format, field] = carriers[given[0]]
  return { ...others, format, [field]: given[1] }
}
