/** Why something was refused, as every answer tells it. */
import { z } from 'zod'
import type { Detail, Facts } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { errorTypes } from '../kernel/errors/catalog/entry.ts'
import type { Refusal } from './batch.ts'
import { choice, choiceOf, integer as integerField, structure, text as textField, view } from './view.ts'

const stepShape = z
  .object({
    step: z.string().describe('Kind of step.'),
    target: z.string().describe('Subject of the step: a DNS name, an address, or a document type.'),
    answered: z.string().nullable().describe('Who answered. Null when nobody did.'),
    detail: z.string().nullable().describe('The answer, or what is wrong with it.'),
    outcome: z.string().describe('`OK`, or the reason why the step failed.'),
    durationMs: z.number().describe('Duration of the step in milliseconds.').meta({ graphql: 'Float' }),
  })
  .meta({ id: 'FaultStep', graphql: 'FaultStep', about: 'A step of the lookup on the network that failed.' })

const allowedShape = z.union([z.array(z.string()).readonly(), z.number()]).meta({
  graphql: 'AllowedValues',
  about: 'What is accepted: values, or how many. Exactly one of the fields is not null.',
})

const text = (description: string) => z.string().optional().describe(description)
const integer = (description: string) => z.int().nullish().describe(description).meta({ graphql: 'Int' })

/** Facts for programs. Each kind of fault has its own. */
const factShapes = {
  fix: text('What to do about it.'),
  allowed: allowedShape.optional().describe('What is accepted.'),
  found: integer('How many there are, of what there may be fewer.'),
  limitBytes: integer('How many bytes are accepted.'),
  nearest: text('The known name that was probably meant.'),
  existingId: text('Identifier of the object that is in the way.'),
  from: text('The status that the document has, for a move that is not allowed.'),
  to: text('The status that it was to have.'),
  scope: text('The scope that the credentials lack.'),
  after: text('The number to continue the feed after.'),
  oldest: text('Number of the oldest event that is kept.'),
  reason: z.string().nullable().optional().describe('Why, as a word for programs.'),
  trace: z.array(stepShape).optional().describe('The steps of the lookup on the network, in order.'),
  severity: text('`error` or `warning`.'),
  terms: z.array(z.string()).optional().describe('Business terms of EN 16931 that the rule is about.'),
  xpath: text('The place in the XML.'),
  quota: text('Whose quota is used up: `organization`, `company` or `key`.'),
  resource: text('What is used up, where it is not the documents of a month: `storage`.'),
  subjectId: text('Identifier of the organization, company or key whose quota it is.'),
  limit: integer('Documents that the quota allows in a month, or megabytes of storage.'),
  resetsAt: text('When the quota begins anew. A quota of storage does not.'),
  recognized: z
    .string()
    .nullable()
    .optional()
    .describe('Kind of the file, as far as its content shows it. Null when it is of no known kind.'),
  missing: text('The part that the file lacks.'),
  line: integer('Line of the place in the file.'),
  column: integer('Column of the place in the file.'),
} satisfies Record<keyof Facts, z.ZodType>

export const faultShape: z.ZodType<Detail> = z
  .looseObject({
    field: z
      .string()
      .describe('The field of the request, as the caller wrote it. Empty when the fault concerns the whole request.'),
    rule: z.string().describe('The broken rule, or the code of the error.'),
    message: z.string().describe('What is wrong, in a sentence.'),
    ...factShapes,
  })
  .meta({
    id: 'Fault',
    graphql: 'Fault',
    about: 'One fault of a request, with facts for programs. Facts that the fault does not tell are null.',
    description: 'One fault of a request. Some rules add further properties.',
    examples: [{ field: 'vatNumber', rule: 'MISSING_FIELD', message: 'Required' }],
  })

const codeChoice = choiceOf(
  'ErrorCode',
  Object.keys(catalog),
  Object.fromEntries(Object.entries(catalog).map(([code, { message, fix }]) => [code, `${message} ${fix}`])),
)

export const refusalView = view<Refusal>()(
  'Refusal',
  'Why a request, or one item of a batch, was refused. An item is refused as a request of its own would be.',
  {
    type: textField('Kind of error.').shaped(z.enum(errorTypes)).like('validation_error'),
    code: choice(codeChoice, 'Code of the error.').onlyIn('graphql'),
    codeOfDialect: textField(
      'Code of the error, such as `MISSING_FIELD`. The REST paths of companies and lifecycle answer its ' +
        'lower-case code instead, such as `invalid_request`.',
    )
      .from('code')
      .named('code')
      .onlyIn('rest')
      .like('MISSING_FIELD'),
    message: textField('What is wrong, in a sentence.'),
    details: structure(faultShape, 'One entry for each fault, with its field.').list(),
    docUrl: textField('Address of the page that explains the code.').like(
      'https://api.example.com/docs/errors#MISSING_FIELD',
    ),
    retryAfter: integerField('Seconds after which another try makes sense. Null when it does not help.')
      .orAbsent()
      .onlyIn('graphql'),
  },
)
