/** Why something was refused, as every answer tells it. */
import { z } from 'zod'
import { errorTypes } from '../kernel/errors/catalog/entry.ts'
import type { Refusal } from './batch.ts'
import { json, text, view } from './view.ts'

export const faultShape = z
  .looseObject({
    field: z.string().describe('The field, as the caller has written it; empty where it is about the whole.'),
    rule: z.string().describe('The rule that is broken, or the code.'),
    message: z.string().describe('What is wrong, in words.'),
  })
  .meta({
    id: 'Fault',
    description: 'Something that is wrong with a request. Some rules tell more.',
    examples: [{ field: 'vatNumber', rule: 'MISSING_FIELD', message: 'Required' }],
  })

export const refusalView = view<Refusal>()(
  'Refusal',
  'Why one item of a batch was refused: as its own request would have been.',
  {
    type: text('Kind of error.').shaped(z.enum(errorTypes)).like('validation_error'),
    code: text('Code of the catalog.').like('MISSING_FIELD'),
    message: text('What is wrong.'),
    details: json('Each fault with its field.').shaped(z.array(faultShape)),
    docUrl: text('Where the code is explained.').like('https://api.example.com/docs/errors#MISSING_FIELD'),
  },
)
