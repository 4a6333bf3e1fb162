/** What a platform may say of the look of everything, and of its new companies. */
import { z } from 'zod'
import { companyFields } from '../companies/company.ts'
import { COLOR } from '../formats/readable/look.ts'
import { pictureAt } from '../formats/readable/picture.ts'
import { addressOfDrawing, drawingAt } from '../formats/readable/svg.ts'
import { READABLE_CONTRAST, contrastOf } from '../values/contrast.ts'
import { XML_TEXT } from '../values/text.ts'
import { webhookFields } from '../webhooks/webhook.ts'
import { requestsPerMinute } from '../keys/key-input.ts'
import { documentsPerMonth, storageMegabytes } from './onboarding-input.ts'

const LOGO =
  'Expected a data: URL in base64 with a PNG (eight bits per sample, not interlaced) or an SVG drawing of at most ' +
  '32 kB and 2,000 pixels per side'

/** A picture as it is, and a drawing as what is safe of it. */
const logo = z
  .string()
  .max(70_000)
  .transform((address, context) => {
    const drawing = drawingAt(address)
    if (drawing !== undefined) return addressOfDrawing(drawing)
    if (pictureAt(address)?.type === 'png') return address
    context.addIssue({ code: 'custom', message: LOGO })
    return z.NEVER
  })
  .meta({ examples: ['data:image/png;base64,…'] })

const color = (what: string, example: string) =>
  z
    .string()
    .regex(COLOR, 'Expected a colour such as #1f4e79')
    .meta({ examples: [example] })
    .describe(what)

const WHITE = '#ffffff'
const pairs = [
  ['primary', WHITE, 'white, on which documents are set'],
  ['primary', 'background', '`background`'],
  ['text', 'background', '`background`'],
] as const

const colors = z
  .strictObject({
    primary: color('Colour of titles, table heads and buttons.', '#1f4e79'),
    background: color('Colour of the background of pages (default white).', WHITE).default(WHITE),
    text: color('Colour of text on the background (default `#222222`).', '#222222').default('#222222'),
  })
  .superRefine((given, context) => {
    for (const [name, other, words] of pairs) {
      const ratio = contrastOf(given[name], other === WHITE ? WHITE : given[other])
      if (ratio < READABLE_CONTRAST)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `The contrast to ${words} is ${ratio.toFixed(1)}, and has to be ${READABLE_CONTRAST} or more`,
          params: { code: 'BRANDING_CONTRAST' },
        })
    }
  })
  .meta({ id: 'BrandColorsInput', description: 'Colours that can be read on each other.' })

const line = (what: string, example: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(XML_TEXT, 'The text has a character that is not allowed')
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Expected one line of text')
    .nullish()
    .describe(what)
    .meta({ examples: [example] })

export const branding = z
  .strictObject({
    name: line('Name of the product.', 'Atelier Invoices'),
    logo: logo
      .nullish()
      .describe(`Logo. ${LOGO.replace('Expected', 'It is')}. Of a drawing only shapes and colours are kept.`),
    colors: colors.nullish().describe('Colours. The contrast is checked (`BRANDING_CONTRAST`).'),
    supportEmail: z.email().max(254).nullish().describe('Address for questions. Mails are answered to it.'),
    senderName: line('Name of the sender of mails (default: `name`).', 'Atelier'),
    letterhead: z
      .boolean()
      .nullish()
      .describe(
        'Whether documents of companies without a letterhead of their own have the logo and the colour (default true).',
      ),
  })
  .meta({ id: 'BrandingInput', description: 'The look of documents, mails and pages. What is absent stays.' })

export const defaults = z
  .strictObject({
    settings: companyFields.settings.nullish().describe('Settings of new companies, under those that are given.'),
    capabilities: companyFields.capabilities.nullish().describe('Kinds of documents, where none are given.'),
    webhookEvents: webhookFields.events.nullish().describe('Kinds of events of a webhook that names none.'),
    documentsPerMonth: documentsPerMonth.nullish().describe('Documents that a new company may send in a month.'),
    requestsPerMinute: requestsPerMinute.nullish().describe('Requests per minute of all keys of a new company.'),
    storageMegabytes: storageMegabytes.nullish().describe('Megabytes that documents of a new company may take.'),
  })
  .meta({ id: 'CompanyDefaultsInput', description: 'What new companies begin with. What is absent stays.' })
