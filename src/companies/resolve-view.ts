/** A company as its registry and the network know it. */
import { choice, country, flag, id, instant, object, peppolId, text, vatNumber, view } from '../operation/view.ts'
import type { RegistryEntity } from '../upstreams/registries/port.ts'
import type { ResolvedCompany } from './resolve-company.ts'
import { companyStatusChoice, documentTypeChoice, identifierView } from './view.ts'

const registryAddressView = view<RegistryEntity['address']>()(
  'RegistryAddress',
  'An address as a national registry tells it.',
  {
    street: text('Street and number.').orNull(),
    streetLine2: text('Second line.').orNull(),
    city: text('Town.').orNull(),
    postalCode: text('Post code.').orNull(),
    country: country('Country.'),
  },
)

const warningView = view<ResolvedCompany['warnings'][number]>()(
  'ResolvedWarning',
  'Something that looks wrong, although the registry knows the number.',
  { field: text('Which field.'), message: text('What looks wrong.') },
)

const receptionView = view<{ receive: string[] }>()('Reception', 'What a company receives.', {
  receive: choice(documentTypeChoice, 'The kinds of documents.').list(),
})

type Receiving = Pick<ResolvedCompany, 'receives'>

export const resolvedView = view<ResolvedCompany>()(
  'ResolvedCompany',
  'A company as its national registry and the directory know it, whoever it belongs to.',
  {
    id: id('The company of the organization with that VAT number, where it has one.').orNull(),
    status: choice(companyStatusChoice, 'State of that company.').orNull(),
    name: text('Name.'),
    legalName: text('Registered name.'),
    vatNumber: vatNumber('VAT number, where it is known.').orNull(),
    registrationNumber: text('Number in the national register.').orNull(),
    taxNumber: text('National tax number.').orNull(),
    country: country('Country.'),
    peppolId: peppolId('Participant id that stands for it on the network.').orNull(),
    additionalIdentifiers: object(identifierView, 'Other identifiers, such as the SIRET of its seat.').list(),
    address: object(registryAddressView, 'Registered address.'),
    dataProviderType: text('The registry that said so.'),
    smpRegistered: flag('Whether it is registered on the network; null where that cannot be told now.').orNull(),
    accessPoint: text('Its access point.').orNull(),
    warnings: object(warningView, 'What looks wrong, such as check digits.').list(),
    dataProviderSyncDate: instant('When it did: earlier, where the registry is down and its last answer serves.'),
    receives: choice(documentTypeChoice, 'The kinds of documents that it receives.').list().orNull().onlyIn('graphql'),
    capabilities: object(receptionView, 'The kinds of documents that it receives.')
      .orNull()
      .by(['receives'], ({ receives }: Receiving) => receives && { receive: receives })
      .onlyIn('rest'),
  },
)
