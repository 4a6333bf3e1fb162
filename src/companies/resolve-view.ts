/** A company as its registry and the network know it. */
import { choice, country, flag, id, instant, object, peppolId, text, vatNumber, view } from '../operation/view.ts'
import type { RegistryEntity } from '../upstreams/registries/port.ts'
import type { ResolvedCompany } from './resolve-company.ts'
import { companyStatusChoice, documentTypeChoice, identifierView } from './view.ts'

const registryAddressView = view<RegistryEntity['address']>()('RegistryAddress', 'An address in a national registry.', {
  street: text('Street and number.').orNull(),
  streetLine2: text('Second line of the street address. Null when there is none.').orNull(),
  city: text('Town.').orNull(),
  postalCode: text('Post code.').orNull(),
  country: country('Country code.'),
})

const warningView = view<ResolvedCompany['warnings'][number]>()(
  'ResolvedWarning',
  'A value that looks wrong, although the registry knows the number.',
  { field: text('Name of the field.'), message: text('What looks wrong, in a sentence.') },
)

const receptionView = view<{ receive: string[] }>()('Reception', 'What a company can receive.', {
  receive: choice(documentTypeChoice, 'The kinds of documents that the company receives.').list(),
})

/** GraphQL calls nothing `id` that is not the identity of its object: caches would take it for one. */
const ownCompany = id(
  "Identifier of the organization's company with that VAT number. Null when the organization has none.",
).orNull()

type Receiving = Pick<ResolvedCompany, 'receives'>

export const resolvedView = view<ResolvedCompany>()(
  'ResolvedCompany',
  'The data of any company in its national registry and in the directory of the network.',
  {
    id: ownCompany.onlyIn('rest'),
    companyId: ownCompany.from('id').onlyIn('graphql'),
    status: choice(
      companyStatusChoice,
      "Status of the organization's company. Null when the organization has none.",
    ).orNull(),
    name: text('Name.'),
    legalName: text('Registered name.'),
    vatNumber: vatNumber('VAT number. Null when it is not known.').orNull(),
    registrationNumber: text('Number in the national register. Null when it is not known.').orNull(),
    taxNumber: text('National tax number. Null when it is not known.').orNull(),
    country: country('Country code.'),
    peppolId: peppolId('Participant id of the company on the network. Null when it has none.').orNull(),
    additionalIdentifiers: object(identifierView, 'Other identifiers, such as the SIRET of the head office.').list(),
    address: object(registryAddressView, 'Registered address.'),
    dataProviderType: text('The registry that the data comes from.'),
    smpRegistered: flag(
      'Whether the company is registered on the network. Null when the network cannot be asked now.',
    ).orNull(),
    accessPoint: text('Access point of the company. Null when it is not known.').orNull(),
    warnings: object(warningView, 'Values that look wrong, such as check digits.').list(),
    dataProviderSyncDate: instant(
      'When the registry gave the data. This is earlier than now when ' +
        'the registry is down and its last answer is used.',
    ),
    receives: choice(
      documentTypeChoice,
      'The kinds of documents that the company receives. Null when they are not known.',
    )
      .list()
      .orNull()
      .onlyIn('graphql'),
    capabilities: object(
      receptionView,
      'The kinds of documents that the company receives. Null when they are not known.',
    )
      .orNull()
      .by(['receives'], ({ receives }: Receiving) => receives && { receive: receives })
      .onlyIn('rest'),
  },
)
