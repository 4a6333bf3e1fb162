/** Why something was refused, as every answer tells it. */
import { z } from 'zod'
import { errorTypes } from '../kernel/errors/catalog/entry.ts'
import type { Refusal } from './batch.ts'
import { json, text, view } from './view.ts'

export const faultShape = z
  .looseObject({
    field: z
      .string()
      .describe('The field of the request, as the caller wrote it. Empty when the fault concerns the whole request.'),
    rule: z.string().describe('The broken rule, or the code of the error.'),
    message: z.string().describe('What is wrong, in a sentence.'),
  })
  .meta({
    id: 'Fault',
    description: 'One fault of a request. Some rules add further properties.',
    examples: [{ field: 'vatNumber', rule: 'MISSING_FIELD', message: 'Required' }],
  })

export const refusalView = view<Refusal>()(
  'Refusal',
  'Why one item of a batch was refused. A single request with this item would get the same refusal.',
  {
    type: text('Kind of error.').shaped(z.enum(errorTypes)).like('validation_error'),
    code: text(
      'Code of the error, such as `MISSING_FIELD`. The REST paths of companies and lifecycle answer its ' +
        'lower-case code instead, such as `invalid_request`.',
    ).like('MISSING_FIELD'),
    message: text('What is wrong, in a sentence.'),
    details: json('One entry for each fault, with its field.').shaped(z.array(faultShape)),
    docUrl: text('Address of the page that explains the code.').like(
      'https://api.example.com/docs/errors#MISSING_FIELD',
    ),
  },
)
