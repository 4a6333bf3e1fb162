/** Records of the French directory, as XP Z12-013 writes them. */
import { z } from 'zod'
import type { FrenchFacility, FrenchRoutingCode, FrenchUnit } from '../src/generated/prisma/client.ts'
import type { FacilityRow, LineRow, RoutingCodeRow } from '../src/directory/french/related.ts'
import type { Found, Search } from '../src/directory/french/searching.ts'
import { lineStatusOf } from '../src/directory/french/view.ts'
import {
  administrativeStatuses,
  entityTypes,
  facilityTypes,
  lineStatuses,
  platformTypes,
} from '../src/directory/french/words.ts'
import { known } from './shapes.ts'

const word = (words: Readonly<Record<string, string>>) => z.enum(Object.keys(words)).optional()
const said = (description: string) => z.string().optional().describe(description)
const instructions = z.object({ isSalesProspectingForbidden: z.boolean() }).optional()
const administrativeStatus = word(administrativeStatuses).describe('`A` active, `C` closed.')

const addressShape = z
  .object({
    addressLine1: said('First line.'),
    addressLine2: said('Second line.'),
    addressLine3: said('Third line.'),
    postalCode: said('Post code.'),
    countrySubdivision: said('Subdivision of the country.'),
    locality: said('Town.'),
    countryCode: said('Country code.'),
    countryName: said('Name of the country.'),
  })
  .meta({ id: 'addressRead', description: 'An address.' })

const unitFields = {
  siren: said('SIREN.'),
  businessName: said('Name.'),
  entityType: word(entityTypes).describe('What it is.'),
  administrativeStatus,
  instructions,
}
export const unitShape = z
  .object(unitFields)
  .meta({ id: 'legalUnitPayloadHistory', description: 'A legal unit. Fields that were not asked for are left out.' })
const unitWithin = z.object(unitFields).meta({ id: 'legalUnitPayloadIncluded', description: 'A legal unit.' })

const facilityFields = {
  siret: said('SIRET.'),
  siren: said('SIREN.'),
  name: said('Name.'),
  facilityType: word(facilityTypes).describe('`P` the seat, `S` another one.'),
  administrativeStatus,
  address: addressShape.optional(),
}
export const facilityShape = z
  .object({ ...facilityFields, siretInstructions: instructions, legalUnit: unitWithin.optional() })
  .meta({ id: 'facilityPayloadHistory', description: 'An establishment.' })
const facilityWithin = z
  .object({ ...facilityFields, instructions })
  .meta({ id: 'facilityPayloadIncluded', description: 'An establishment.' })

const codeFields = {
  routingIdentifier: said('The code.'),
  routingIdentifierType: said('Its scheme.'),
  routingCodeName: said('Its name.'),
  administrativeStatus,
  address: addressShape.optional(),
}
export const routingCodeShape = z
  .object({
    ...codeFields,
    siret: said('SIRET.'),
    managesLegalCommitmentCode: z.boolean().optional().describe('Whether invoices must name a legal commitment.'),
    legalUnit: unitWithin.optional(),
    facility: facilityWithin.optional(),
  })
  .meta({ id: 'routingCodePayloadHistoryLegalUnitFacility', description: 'A routing code.' })
const codeWithin = z.object({ ...codeFields, managesLegalCommitment: z.boolean().optional() }).meta({
  id: 'directoryLinePayloadHistoryLegalUnitFacilityRoutingCodeRoutingCode',
  description: 'A routing code.',
})

const lineFields = {
  addressingIdentifier: said('The whole identifier.'),
  platformType: word(platformTypes).describe('Who receives for it.'),
  directoryLineStatus: word(lineStatuses).describe('Whether it receives.'),
  siren: said('SIREN.'),
  siret: said('SIRET.'),
  routingIdentifier: said('Routing code.'),
  addressingSuffix: said('Suffix.'),
  routingCode: codeWithin.optional(),
  legalUnit: unitWithin.optional(),
  facility: facilityWithin.optional(),
}
export const lineShape = z
  .object(lineFields)
  .meta({ id: 'directoryLinePayloadStatusLegalUnitFacilityRoutingCode', description: 'A line of the directory.' })
export const oneLineShape = z
  .object({
    ...lineFields,
    directoryLine: z
      .object({
        addressingIdentifier: z.string(),
        siren: z.string(),
        name: z.string().optional(),
        status: z.enum(Object.keys(lineStatuses)),
      })
      .describe('The same as the contract wraps it.'),
  })
  .meta({
    id: 'directoryLinePayloadLegalUnitFacilityRoutingCode',
    description: 'A line of the directory. What is upcoming is not enabled: only `directoryLine` tells them apart.',
  })

const sortingShape = z.object({ field: z.string(), order: z.string(), sortingOrder: z.string() })

export const foundShape = (id: string, row: z.ZodType) =>
  z
    .object({
      search: z
        .object({
          filters: z.record(z.string(), z.unknown()),
          sorting: z.array(sortingShape),
          fields: z.array(z.string()).optional(),
          include: z.array(z.string()).optional(),
          limit: z.int(),
          ignore: z.int(),
        })
        .describe('What was asked, with the defaults.'),
      totalNumberOfResults: z.int().describe('How many there are: -1 for more than 10,000.'),
      results: z.array(row),
    })
    .meta({ id, description: 'What was found.' })

/** Which fields and relations are answered. */
interface Shown {
  fields?: readonly string[] | undefined
  include?: readonly string[] | undefined
}

/** Of the record's own fields those that were asked for; what has no name among them is always there. */
const ofFields = (record: object, { fields }: Shown, always: readonly string[] = []): object =>
  known(
    Object.fromEntries(
      Object.entries(record).filter(([name]) => !fields || fields.includes(name) || always.includes(name)),
    ),
  )

const related = ({ include = [] }: Shown, name: string, read: () => object | null): object | null =>
  include.includes(name) ? read() : null

const unitRecord = ({ siren, businessName, entityType, administrativeStatus: status, ...rest }: FrenchUnit) => ({
  siren,
  businessName,
  entityType,
  administrativeStatus: status,
  instructions: { isSalesProspectingForbidden: rest.prospectingForbidden },
})

type Addressed = Pick<
  FrenchFacility,
  'addressLine1' | 'addressLine2' | 'addressLine3' | 'postalCode' | 'countrySubdivision' | 'locality' | 'countryCode'
>
const addressOf = (row: Addressed): object | null => {
  const { addressLine1, addressLine2, addressLine3, postalCode, countrySubdivision, locality, countryCode } = row
  const said = { addressLine1, addressLine2, addressLine3, postalCode, countrySubdivision, locality, countryCode }
  return Object.values(said).some((one) => one !== null) ? known(said) : null
}

const facilityRecord = (row: FrenchFacility) => ({
  siret: row.siret,
  siren: row.siren,
  name: row.name,
  facilityType: row.facilityType,
  administrativeStatus: row.administrativeStatus,
  address: addressOf(row),
})
const facilityIn = (row: FrenchFacility | null): object | null =>
  row && known({ ...facilityRecord(row), instructions: { isSalesProspectingForbidden: row.prospectingForbidden } })

const codeRecord = (row: FrenchRoutingCode) => ({
  routingIdentifier: row.routingIdentifier,
  routingIdentifierType: '0224',
  routingCodeName: row.routingCodeName,
  administrativeStatus: row.administrativeStatus,
  address: addressOf(row),
})

const RELATED = ['legalUnit', 'facility', 'routingCode', 'directoryLine', 'directoryLineStatus', 'platformType']

export const unitOf = (row: FrenchUnit, shown: Shown): object => ofFields(unitRecord(row), shown)

export const facilityOf = (row: FacilityRow, shown: Shown): object =>
  ofFields(
    {
      ...facilityRecord(row),
      siretInstructions: { isSalesProspectingForbidden: row.prospectingForbidden },
      legalUnit: related(shown, 'siren', () => row.legalUnit && unitRecord(row.legalUnit)),
    },
    shown,
    RELATED,
  )

export const routingCodeOf = (row: RoutingCodeRow, shown: Shown): object =>
  ofFields(
    {
      ...codeRecord(row),
      siret: row.siret,
      managesLegalCommitmentCode: row.managesLegalCommitment,
      legalUnit: related(shown, 'siren', () => row.legalUnit && unitRecord(row.legalUnit)),
      facility: related(shown, 'siret', () => facilityIn(row.facility)),
    },
    shown,
    RELATED,
  )

export const lineOf = (row: LineRow, shown: Shown): object =>
  ofFields(
    {
      addressingIdentifier: row.addressingIdentifier,
      platformType: row.platformType,
      directoryLineStatus: lineStatusOf(row),
      siren: row.siren,
      siret: row.siret,
      routingIdentifier: row.routingIdentifier,
      addressingSuffix: row.addressingSuffix,
      legalUnit: related(shown, 'siren', () => row.legalUnit && unitRecord(row.legalUnit)),
      facility: related(shown, 'siret', () => facilityIn(row.facility)),
      routingCode: related(shown, 'routingCode', () => row.routingCode && codeIn(row.routingCode)),
    },
    shown,
    RELATED,
  )

const codeIn = (row: FrenchRoutingCode): object =>
  known({ ...codeRecord(row), managesLegalCommitment: row.managesLegalCommitment })

export const oneLineOf = ({ asked, ...row }: LineRow & { asked: Shown }): object => {
  const status = lineStatusOf(row)
  return {
    ...lineOf(row, asked),
    directoryLineStatus: status === 'Enabled' ? 'Enabled' : 'Disabled',
    directoryLine: known({
      addressingIdentifier: row.addressingIdentifier,
      siren: row.siren,
      name: row.legalUnit?.businessName,
      status,
    }),
  }
}

/** Records alone: `asked` says which of their fields. */
export const oneOfThem =
  <Row>(present: (row: Row, shown: Shown) => object) =>
  ({ asked, ...row }: Row & { asked: Shown }): object =>
    present(row as Row, asked)

const searchOf = ({ filters = {}, sorting = [], fields, include, limit, ignore }: Search): object =>
  known({
    filters,
    sorting: sorting.map(({ field, order }) => ({ field, order, sortingOrder: order })),
    fields,
    include,
    limit,
    ignore,
  })

export const foundOf =
  <Row>(present: (row: Row, shown: Shown) => object) =>
  ({ rows, total, asked }: Found<Row>): object => ({
    search: searchOf(asked),
    totalNumberOfResults: total,
    results: rows.map((row) => present(row, asked)),
  })
