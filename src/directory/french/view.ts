/** What the French directory answers. */
import type { FrenchFacility, FrenchRoutingCode, FrenchUnit } from '../../generated/prisma/client.ts'
import { choice, choiceOf, day, extend, flag, integer, object, text, view } from '../../operation/view.ts'
import { dayOf } from '../../values/dates.ts'
import type { FacilityRow, LineRow, RoutingCodeRow } from './related.ts'
import type { Found } from './searching.ts'
import {
  type LineStatus,
  administrativeStatuses,
  entityTypes,
  facilityTypes,
  lineStatuses,
  platformTypes,
} from './words.ts'

const words = <W extends Readonly<Record<string, string>>>(name: string, meanings: W) =>
  choiceOf(name, Object.keys(meanings), meanings)

const administrativeStatus = choice(
  words('DirectoryAdministrativeStatus', administrativeStatuses),
  'Whether it is active.',
)

const unitView = view<FrenchUnit>()('FrenchLegalUnit', 'A legal unit of the French directory.', {
  siren: text('SIREN.').like('999000018'),
  businessName: text('Name.'),
  entityType: choice(words('DirectoryEntityType', entityTypes), 'What it is.'),
  administrativeStatus,
  isSalesProspectingForbidden: flag('Whether nobody may use it to advertise.').from('prospectingForbidden'),
})

const address = {
  addressLine1: text('First line of the address.').orNull(),
  addressLine2: text('Second line of the address.').orNull(),
  addressLine3: text('Third line of the address.').orNull(),
  postalCode: text('Post code.').orNull(),
  countrySubdivision: text('Subdivision of the country.').orNull(),
  locality: text('Town.').orNull(),
  countryCode: text('Country code.').orNull(),
}

const facilityFields = {
  siret: text('SIRET.'),
  siren: text('SIREN of its legal unit.'),
  name: text('Name.'),
  facilityType: choice(words('DirectoryFacilityType', facilityTypes), 'Whether it is the seat.'),
  administrativeStatus,
  isSalesProspectingForbidden: flag('Whether nobody may use it to advertise.').from('prospectingForbidden'),
  ...address,
}
const plainFacilityView = view<FrenchFacility>()('FrenchFacility', 'An establishment.', facilityFields)

const codeFields = {
  siret: text('SIRET of the establishment.'),
  routingIdentifier: text('The code.'),
  routingCodeName: text('Its name.'),
  managesLegalCommitment: flag('Whether invoices must name a legal commitment.'),
  administrativeStatus,
  ...address,
}
const plainCodeView = view<FrenchRoutingCode>()('FrenchRoutingCodeOfLine', 'A routing code.', codeFields)

const legalUnit = object(unitView, 'Its legal unit. Null where the directory has none.').orNull()
const facility = object(plainFacilityView, 'Its establishment. Null where it has none.').orNull()

export const sirenView = unitView
export const siretView = extend<FrenchFacility, FacilityRow>(plainFacilityView)(
  'FrenchEstablishment',
  'An establishment of the French directory.',
  { legalUnit },
)
export const routingCodeView = extend<FrenchRoutingCode, RoutingCodeRow>(plainCodeView)(
  'FrenchRoutingCode',
  'A routing code of the French directory: where within an establishment something goes.',
  { legalUnit, facility },
)

type Lasting = Pick<LineRow, 'startsOn' | 'endsOn' | 'today'>

export const lineStatusChoice = words('DirectoryLineStatus', lineStatuses)

export const lineStatusOf = ({ startsOn, endsOn, today }: Lasting): LineStatus => {
  if (endsOn !== null && dayOf(endsOn) <= today) return 'Disabled'
  return dayOf(startsOn) > today ? 'Upcoming' : 'Enabled'
}

export const lineView = view<LineRow>()('FrenchDirectoryLine', 'An address at which a French company receives.', {
  addressingIdentifier: text('The whole identifier, which follows `0225:` in a participant id.'),
  siren: text('SIREN.'),
  siret: text('SIRET. Null for an address of the whole company.').orNull(),
  routingIdentifier: text('Routing code within the establishment. Null where it has none.').orNull(),
  addressingSuffix: text('Suffix of an address that belongs to no establishment. Null where it has none.').orNull(),
  platformType: choice(words('DirectoryPlatformType', platformTypes), 'Who receives for it.'),
  directoryLineStatus: choice(lineStatusChoice, 'Whether it receives.').by(
    ['startsOn', 'endsOn', 'today'],
    (line: Lasting) => lineStatusOf(line),
  ),
  startsOn: day('First day on which it receives.'),
  endsOn: day('First day on which it does not receive any more. Null where none is known.').orNull(),
  legalUnit,
  facility,
  routingCode: object(plainCodeView, 'Its routing code. Null where it has none.').orNull(),
})

const total = integer('How many there are: -1 for more than 10,000.')

export const sirensView = view<Found<FrenchUnit>>()('FrenchLegalUnits', 'Legal units that were found.', {
  total,
  rows: object(sirenView, 'The rows.').list(),
})
export const siretsView = view<Found<FacilityRow>>()('FrenchEstablishments', 'Establishments that were found.', {
  total,
  rows: object(siretView, 'The rows.').list(),
})
export const routingCodesView = view<Found<RoutingCodeRow>>()('FrenchRoutingCodes', 'Routing codes that were found.', {
  total,
  rows: object(routingCodeView, 'The rows.').list(),
})
export const linesView = view<Found<LineRow>>()('FrenchDirectoryLines', 'Lines that were found.', {
  total,
  rows: object(lineView, 'The rows.').list(),
})
