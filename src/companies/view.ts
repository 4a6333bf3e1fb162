/** What a company answers. */
import type { Address, Company } from '../generated/prisma/client.ts'
import { CompanyStatus, SmpStatus } from '../generated/prisma/enums.ts'
import {
  choice,
  choiceOf,
  country,
  flag,
  free,
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
import { documentTypeMeanings, documentTypes } from '../values/document-types.ts'
import { type OwnershipColumns, ownershipView } from './ownership-view.ts'
import { type StandingColumns, complianceOf, standingOf } from './reporting-standing.ts'
import {
  type Requirement,
  type RequirementSubject,
  requirementCodes,
  requirementColumns,
  requirementsOf,
} from './requirements.ts'
import { standingColumns, standingView } from './standing-view.ts'

export const documentTypeChoice = choiceOf('DocumentType', documentTypes, documentTypeMeanings)

export const companyStatusChoice = choiceOf('CompanyStatus', Object.values(CompanyStatus), {
  active: 'The company exchanges documents.',
  inactive: 'The company was removed. Its history stays.',
  suspended: 'The company exchanges no documents for now.',
})

const smpStatusChoice = choiceOf('SmpStatus', Object.values(SmpStatus), {
  none: 'The company is not published.',
  pending: 'The company is being published.',
  registered: 'The company is published.',
  failed: 'The publication failed. Register the company on the network again.',
})

export const addressView = view<Address>()('Address', 'A postal address.', {
  id: id('Identifier of the address, `addr_…`.').onlyIn('graphql'),
  street: text('Street and number.').orNull(),
  streetLine2: text('Second line of the street address. Null when there is none.').orNull(),
  city: text('Town.').orNull(),
  postalCode: text('Post code.').orNull(),
  country: country('Country code.'),
})

export const identifierView = view<{ scheme: string; value: string }>()(
  'Identifier',
  'Another identifier of a company, such as GLN, DUNS or SIRET.',
  { scheme: text('Kind of identifier.'), value: text('Value of the identifier.') },
)

export const capabilitiesView = view<{ send: string[]; receive: string[] }>()(
  'Capabilities',
  'The kinds of documents that a company sends and receives.',
  {
    send: choice(documentTypeChoice, 'Kinds of documents that the company sends.').list(),
    receive: choice(documentTypeChoice, 'Kinds of documents that the company receives.').list(),
  },
)

const statsView = view<Pick<Company, 'documentsSent' | 'documentsReceived'>>()(
  'CompanyStats',
  'Number of documents that a company exchanged.',
  {
    sent: integer('Number of documents sent.').from('documentsSent'),
    received: integer('Number of documents received.').from('documentsReceived'),
  },
)

const publicationView = view<Pick<Company, 'smpStatus' | 'smpStep' | 'smpError' | 'smpNextTryAt'>>()(
  'Publication',
  'Progress of publishing a company on the network.',
  {
    status: choice(smpStatusChoice, 'Status of the publication.').from('smpStatus'),
    step: text('The last step of the publication, or the one that failed.').from('smpStep').orNull(),
    lastError: text('Why the last attempt failed. Null when it did not fail.').from('smpError').orNull(),
    nextTryAt: instant('When the next attempt is due. Null when there is none.').from('smpNextTryAt').orNull(),
  },
)

interface Suspension {
  since: Date
  reason: string | null
  bounces: boolean
}
type SuspensionColumns = Pick<Company, 'suspendedAt' | 'suspensionReason' | 'bouncesWhileSuspended'>

const suspensionView = view<Suspension>()('CompanySuspension', 'Since when and why a company exchanges nothing.', {
  since: instant('When the company was suspended.'),
  reason: text('Why, in the words of the platform.').orNull(),
  bounces: flag('Whether documents that arrive meanwhile are refused. Otherwise they are stored.'),
})

const requirementView = view<Requirement>()('CompanyRequirement', 'What is still to be done for a company.', {
  code: choice(choiceOf('RequirementCode', Object.keys(requirementCodes), requirementCodes), 'What is missing.'),
  due: instant('When it is tried again by itself. Null when it waits for you.').orNull(),
  fix: text('What to do.'),
})

const publication = part(publicationView, 'Progress of publishing the company on the network.')

export const companyView = view<Company & { legalAddress?: Address | null }>()(
  'Company',
  'A legal entity of the organization that sends and receives documents.',
  {
    id: id('Identifier, `comp_…`.'),
    organizationId: id('Identifier of the organization that the company belongs to.'),
    externalId: text("Identifier in the caller's own system, unique in the organization.").orNull(),
    name: text('Display name.'),
    legalName: text('Registered name.').orNull(),
    slug: text('The name in a form for URLs.'),
    vatNumber: vatNumber('VAT number.'),
    taxNumber: text('National tax number.').orNull(),
    registrationNumber: text('Number in the national register.').orNull(),
    country: country('Country code, derived from the VAT number.'),
    peppolId: peppolId('Participant id on the network, derived from the VAT number.'),
    additionalIdentifiers: object(identifierView, 'Other identifiers.').list().stored(),
    legalAddressId: id('Identifier of the address.').orNull(),
    address: relation(addressView, 'Registered address. REST omits it with `include_address=false`.')
      .from('legalAddress')
      .orNull(),
    isPublic: flag('Whether the company is listed in the public directory.'),
    dataProviderType: text("The registry that the company's data comes from.").orNull(),
    dataProviderSyncDate: instant('When the registry last gave the data.').orNull(),
    capabilities: object(capabilitiesView, 'Kinds of documents that the company sends and receives.').stored(),
    status: choice(companyStatusChoice, 'Status of the company.'),
    suspension: object(suspensionView, 'The suspension of the company. Null when it is not suspended.')
      .orNull()
      .by(
        ['suspendedAt', 'suspensionReason', 'bouncesWhileSuspended'],
        ({ suspendedAt, suspensionReason: reason, bouncesWhileSuspended: bounces }: SuspensionColumns) =>
          suspendedAt && { since: suspendedAt, reason, bounces },
      ),
    documentsPerMonth: integer('Documents that the company may send in a month. Null without a limit.').orNull(),
    storageMegabytes: integer(
      'Megabytes that its stored documents may take, after which it sends no more. Null without a limit.',
    ).orNull(),
    requestsPerMinute: integer('Requests per minute of all its keys together. Null without a limit.').orNull(),
    receivesDocuments: flag('Whether the company receives documents. One that only sends is not published.'),
    smpRegistered: flag('Whether the company is published on the network.'),
    smpRegisteredAt: instant('Since when the company is published. Null when it is not.').orNull(),
    publication: publication.onlyIn('graphql'),
    smp: publication.onlyIn('rest'),
    ownership: part(ownershipView, 'Whether the company owns its participant id.'),
    compliance: record('Status of the reporting to authorities, by country code.')
      .by(standingColumns, complianceOf)
      .onlyIn('rest'),
    standing: object(standingView, 'Status of the reporting to the authority. Null in a country that has none.')
      .orNull()
      .by(standingColumns, (company: StandingColumns) => standingOf(company) ?? null)
      .named('compliance')
      .onlyIn('graphql'),
    requirements: object(requirementView, 'What is still to be done. REST omits it where it omits the address.')
      .list()
      .orAbsent()
      .by(requirementColumns, (company: RequirementSubject) =>
        company.legalAddress === undefined ? undefined : requirementsOf(company),
      ),
    settings: free('Preferences of the company, such as `defaultCurrency` and `emailFallback`.'),
    stats: part(statsView, 'Number of documents that the company exchanged.'),
    metadata: texts('Free data of the caller: names with text values.'),
    createdAt: instant('When the company was registered.'),
    updatedAt: instant('When the company was last changed.'),
  },
)

export const foundCompanyView = pick(
  companyView,
  'FoundCompany',
  'A company, in the short form that a search returns.',
  ['id', 'name', 'vatNumber', 'country', 'peppolId'],
)

export const registrationView = view<
  Pick<Company, 'id' | 'peppolId' | 'smpRegistered' | 'smpStatus' | 'smpRegisteredAt'> & OwnershipColumns
>()('Registration', 'Status of publishing a company on the network.', {
  id: id('The company.'),
  peppolId: peppolId('Participant id of the company.'),
  registered: flag('Whether the company is published.').from('smpRegistered'),
  smpStatus: choice(smpStatusChoice, 'Status of the publication.'),
  activatedAt: instant('Since when the company is published. Null when it is not.').from('smpRegisteredAt').orNull(),
  ownership: part(ownershipView, 'Whether the company owns its participant id. Only an owner is published.'),
})
