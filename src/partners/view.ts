/** What a partner answers. */
import type { Partner } from '../generated/prisma/client.ts'
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
  supplier: 'It sells to the organization.',
  buyer: 'It buys from the organization.',
  both: 'It sells to the organization and buys from it.',
})

const statusChoice = choiceOf('PartnerStatus', Object.values(PartnerStatus), {
  unknown: 'It has not been possible to ask.',
  active: 'It is registered on the network.',
  not_registered: 'It is not registered on the network.',
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
  'What a document sent to the partner takes where it says nothing itself.',
  {
    note: text('Note.').orAbsent(),
    currency: currency('Currency.').orAbsent(),
    orderReference: text('Order reference.').orAbsent(),
    paymentTermsDays: integer('Days from issue to payment.').orAbsent(),
  },
)

const statsView = view<Pick<Partner, 'documentsSent' | 'documentsReceived' | 'lastActivityAt'>>()(
  'PartnerStats',
  'How much was exchanged with a partner.',
  {
    documentsSent: integer('Documents that its access point took over.'),
    documentsReceived: integer('Documents that came from it.'),
    lastActivityAt: instant('When the latest document was exchanged.').orNull(),
  },
)

export const partnerView = view<Partner>()('Partner', 'Somebody that the organization trades with.', {
  id: id('Identifier, `part_…`.'),
  peppolId: peppolId('Participant id.').orNull(),
  name: text('Name.'),
  vatNumber: vatNumber('VAT number.').orNull(),
  country: country('Country.').orNull(),
  role: choice(roleChoice, 'Whether it sells, buys, or both.'),
  contactName: text('Whom to speak to.').orNull(),
  contactEmail: text('Where to write to.').orNull(),
  peppolStatus: choice(statusChoice, 'Its standing on the network.'),
  tags: text('Words of the organization.').list(),
  defaults: object(defaultsView, 'What documents sent to it take.'),
  enrichment: record('What the registry knows of it, and what callers added.'),
  stats: part(statsView, 'How much was exchanged with it.'),
  metadata: texts('Free text by name.'),
  createdAt: instant('When it was kept.'),
  updatedAt: instant('When it last changed.'),
})
