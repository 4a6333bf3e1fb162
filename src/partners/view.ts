/** Fields of a partner in answers. */
import type { Partner } from '../generated/prisma/client.ts'
import { enrichmentView, knownOf } from './record/enrichment.ts'
import { PartnerRole, PartnerStatus } from '../generated/prisma/enums.ts'
import {
  choice,
  choiceOf,
  country,
  currency,
  id,
  instant,
  integer,
  object,
  part,
  peppolId,
  record,
  text,
  texts,
  vatNumber,
  view,
} from '../operation/view.ts'

const roleChoice = choiceOf('PartnerRole', Object.values(PartnerRole), {
  supplier: 'The partner sells to the organization.',
  buyer: 'The partner buys from the organization.',
  both: 'The partner sells to the organization and buys from it.',
})

const statusChoice = choiceOf('PartnerStatus', Object.values(PartnerStatus), {
  unknown: 'The network has not been asked, or did not answer.',
  active: 'The partner is registered on the network.',
  not_registered: 'The partner is not registered on the network.',
})

interface Defaults {
  note?: string
  currency?: string
  orderReference?: string
  paymentTermsDays?: number
}

/** In the order in which the database keeps the names. */
const defaultsView = view<Defaults>()(
  'PartnerDefaults',
  'Values for documents to the partner that do not state them.',
  {
    note: text('Note.').orAbsent(),
    currency: currency('Currency.').orAbsent(),
    orderReference: text('Order reference.').orAbsent(),
    paymentTermsDays: integer('Number of days from the date of issue to the due date.').orAbsent(),
  },
)

export const partnerStatsView = view<Pick<Partner, 'documentsSent' | 'documentsReceived' | 'lastActivityAt'>>()(
  'PartnerStats',
  'Number of documents exchanged with a partner. Of a partner that is shared, a caller of one company gets its ' +
    'own counts.',
  {
    documentsSent: integer("Number of documents that the partner's access point accepted."),
    documentsReceived: integer('Number of documents received from the partner.'),
    lastActivityAt: instant('When documents were last exchanged. Null when there was none.').orNull(),
  },
)

const whatIsKnown = 'Further data about the partner, from the registry and from callers.'

export const partnerView = view<Partner>()('Partner', 'A trading partner of the organization.', {
  id: id('Identifier, `part_…`.'),
  companyId: id('The company whose partner it is. Null when the companies of the organization share it.').orNull(),
  externalId: text("Identifier in the caller's own system, unique in the organization.").orNull(),
  peppolId: peppolId('Participant id.').orNull(),
  name: text('Name.'),
  vatNumber: vatNumber('VAT number.').orNull(),
  aliases: text(
    'References that find the partner besides its own numbers, each as paths take it (`peppol:…`, `vat:…`, `ext:…`): ' +
      'the numbers of partners that were merged into it.',
  ).list(),
  country: country('Country code. Null when it is not known.').orNull(),
  role: choice(roleChoice, 'Whether the partner sells to the organization, buys from it, or both.'),
  contactName: text('Name of the contact person.').orNull(),
  contactEmail: text('E-mail address of the contact.').orNull(),
  peppolStatus: choice(statusChoice, 'Status of the partner on the network.'),
  tags: text('Tags that the organization gave the partner.').list(),
  defaults: object(defaultsView, 'Values for documents to the partner that do not state them.'),
  enrichment: record(whatIsKnown).onlyIn('rest'),
  known: object(enrichmentView, whatIsKnown)
    .by(['enrichment'], ({ enrichment }: Pick<Partner, 'enrichment'>) => knownOf(enrichment))
    .named('enrichment')
    .onlyIn('graphql'),
  stats: part(partnerStatsView, 'Number of documents exchanged with the partner.').onlyIn('rest'),
  metadata: texts('Free data of the caller: names with text values.'),
  createdAt: instant('When the partner was created.'),
  updatedAt: instant('When the partner was last changed.'),
})
