/** What a company answers. */
import type { Address, Company } from '../generated/prisma/client.ts'
import { CompanyStatus, SmpStatus } from '../generated/prisma/enums.ts'
import {
  choice,
  choiceOf,
  country,
  flag,
  id,
  instant,
  integer,
  object,
  part,
  peppolId,
  pick,
  record,
  relation,
  text,
  texts,
  vatNumber,
  view,
} from '../operation/view.ts'
import { documentTypes } from '../values/document-types.ts'
import { complianceOf } from './reporting-standing.ts'

export const documentTypeChoice = choiceOf('DocumentType', documentTypes)

export const companyStatusChoice = choiceOf('CompanyStatus', Object.values(CompanyStatus), {
  active: 'It exchanges documents.',
  inactive: 'It was removed; its history stays.',
  suspended: 'It exchanges nothing for now.',
})

const smpStatusChoice = choiceOf('SmpStatus', Object.values(SmpStatus), {
  none: 'It is not published.',
  pending: 'It is being published.',
  registered: 'It is published.',
  failed: 'It could not be published; register it again.',
})

export const addressView = view<Address>()('Address', 'A postal address.', {
  id: id('Identifier of the address.').onlyIn('graphql'),
  street: text('Street and number.').orNull(),
  streetLine2: text('Second line.').orNull(),
  city: text('Town.').orNull(),
  postalCode: text('Post code.').orNull(),
  country: country('Country.'),
})

export const identifierView = view<{ scheme: string; value: string }>()(
  'Identifier',
  'Another identifier of a company, such as GLN, DUNS or SIRET.',
  { scheme: text('Kind of identifier.'), value: text('The identifier itself.') },
)

const capabilitiesView = view<{ send: string[]; receive: string[] }>()(
  'Capabilities',
  'The kinds of documents that a company sends and receives.',
  {
    send: choice(documentTypeChoice, 'What it sends.').list(),
    receive: choice(documentTypeChoice, 'What it receives.').list(),
  },
)

const statsView = view<Pick<Company, 'documentsSent' | 'documentsReceived'>>()(
  'CompanyStats',
  'How much a company has exchanged.',
  {
    sent: integer('Documents sent.').from('documentsSent'),
    received: integer('Documents received.').from('documentsReceived'),
  },
)

const publicationView = view<Pick<Company, 'smpStatus' | 'smpStep' | 'smpError' | 'smpNextTryAt'>>()(
  'Publication',
  'How far the publication of a company on the network is.',
  {
    status: choice(smpStatusChoice, 'Where it stands.').from('smpStatus'),
    step: text('The last step, or the one that failed.').from('smpStep').orNull(),
    lastError: text('Why the last try failed.').from('smpError').orNull(),
    nextTryAt: instant('When it is tried again.').from('smpNextTryAt').orNull(),
  },
)

const publication = part(publicationView, 'How far its publication is.')

export const companyView = view<Company & { legalAddress?: Address | null }>()(
  'Company',
  'A legal entity of the organization that sends and receives documents.',
  {
    id: id('Identifier, `comp_…`.'),
    organizationId: id('The organization it belongs to.'),
    name: text('Display name.'),
    legalName: text('Registered name.').orNull(),
    slug: text('The name in a form for addresses.'),
    vatNumber: vatNumber('VAT number.'),
    taxNumber: text('National tax number.').orNull(),
    registrationNumber: text('Number in the national register.').orNull(),
    country: country('Country, from the VAT number.'),
    peppolId: peppolId('Participant id on the network, from the VAT number.'),
    additionalIdentifiers: object(identifierView, 'Other identifiers.').list().stored(),
    legalAddressId: id('Identifier of the address.').orNull(),
    address: relation(addressView, 'Registered address. REST leaves it out with `include_address=false`.')
      .from('legalAddress')
      .orNull(),
    isPublic: flag('Whether it is listed in the public directory.'),
    dataProviderType: text('The registry that its data came from.').orNull(),
    dataProviderSyncDate: instant('When the registry was asked.').orNull(),
    capabilities: object(capabilitiesView, 'What it sends and receives.').stored(),
    status: choice(companyStatusChoice, 'State.'),
    smpRegistered: flag('Whether it is published on the network.'),
    smpRegisteredAt: instant('Since when it is published.').orNull(),
    publication: publication.onlyIn('graphql'),
    smp: publication.onlyIn('rest'),
    compliance: record('Status of the reporting platforms, by country.').by(
      ['compliance', 'country', 'vatNumber', 'status'],
      complianceOf,
    ),
    settings: record('Preferences.'),
    stats: part(statsView, 'How much it has exchanged.'),
    metadata: texts('Free text by name.'),
    createdAt: instant('When it was registered.'),
    updatedAt: instant('When it last changed.'),
  },
)

export const foundCompanyView = pick(companyView, 'FoundCompany', 'A company that a search has found.', [
  'id',
  'name',
  'vatNumber',
  'country',
  'peppolId',
])

export const registrationView = view<
  Pick<Company, 'id' | 'peppolId' | 'smpRegistered' | 'smpStatus' | 'smpRegisteredAt'>
>()('Registration', 'How the publication of a company stands.', {
  id: id('The company.'),
  peppolId: peppolId('Its participant id.'),
  registered: flag('Whether it is published.').from('smpRegistered'),
  smpStatus: choice(smpStatusChoice, 'Where the publication stands.'),
  activatedAt: instant('Since when it is published.').from('smpRegisteredAt').orNull(),
})
