import { lineStatusChoice, lineStatusOf } from '../../directory/french/view.ts'
import { choice, choiceOf, day, id, instant, peppolId, text, view } from '../../operation/view.ts'
import { addressUses, frenchAddressOf } from '../../values/french-address.ts'
import type { AddressRow } from './address.ts'

const part = (name: 'siret' | 'routingIdentifier' | 'addressingSuffix') =>
  [
    ['address'] as const,
    ({ address }: Pick<AddressRow, 'address'>) => frenchAddressOf(address)?.[name] ?? null,
  ] as const

export const companyAddressView = view<AddressRow>()(
  'CompanyAddress',
  'A further electronic address of a French company.',
  {
    id: id('Identifier, `eadr_…`.'),
    companyId: id('Identifier of the company.'),
    address: peppolId('The address, as a participant id.').like('0225:303265045_STATUTS'),
    takes: choice(choiceOf('AddressUse', Object.keys(addressUses), addressUses), 'What it takes.'),
    siret: text('SIRET of its establishment. Null for an address of the whole company.')
      .orNull()
      .by(...part('siret')),
    routingIdentifier: text('Routing code within the establishment.')
      .orNull()
      .by(...part('routingIdentifier')),
    addressingSuffix: text('Suffix that follows the SIREN.')
      .orNull()
      .by(...part('addressingSuffix')),
    status: choice(lineStatusChoice, 'Whether it receives, by its days.').by(
      ['startsOn', 'endsOn', 'today'],
      (row: Pick<AddressRow, 'startsOn' | 'endsOn' | 'today'>) => lineStatusOf(row),
    ),
    startsOn: day('First day on which it receives.'),
    endsOn: day('First day on which it does not receive any more. Null where none is known.').orNull(),
    publishedAt: instant('Since when the network knows it. Null while it does not.').orNull(),
    createdAt: instant('When it was added.'),
  },
)
