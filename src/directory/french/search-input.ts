/** What the French directory is searched by. */
import { z } from 'zod'
import { oneOf } from '../../kernel/input.ts'
import { limits } from '../../values/limits.ts'
import {
  type Operator,
  administrativeStatuses,
  entityTypes,
  facilityTypes,
  fieldNames,
  operators,
  orders,
} from './words.ts'

/** Operators of a filter, by the name of their enum. */
const allowed = {
  DirectoryIs: ['strict'],
  DirectoryHasOrIs: ['contains', 'strict'],
  DirectoryHasOrBegins: ['contains', 'startWith'],
  DirectoryIsOrBegins: ['strict', 'startWith'],
  DirectoryCompares: ['contains', 'strict', 'startWith'],
} as const satisfies Record<string, readonly Operator[]>
type Operators = keyof typeof allowed

const filter = <V extends z.ZodType>(id: string, name: Operators, value: V, description: string) => {
  const meanings = Object.fromEntries(allowed[name].map((one) => [one, operators[one]])) as Record<Operator, string>
  return z
    .strictObject({
      op: oneOf(name, meanings).describe('How the value is compared.'),
      value: value.describe('What it is compared with.'),
    })
    .meta({ id, about: 'A value, and how it is compared.' })
    .optional()
    .describe(description)
}

const texts = (most: number) => z.string().trim().min(1).max(most)
const digits = (most: number) => z.string().regex(new RegExp(`^\\d{1,${most}}$`), `Expected at most ${most} digits`)

const siren = filter('DirectorySirenFilter', 'DirectoryIs', digits(9), 'The SIREN.')
const siret = filter('DirectorySiretFilter', 'DirectoryIs', digits(14), 'The SIRET.')
const statusWord = oneOf('DirectoryAdministrativeStatus', administrativeStatuses)
const administrativeStatus = filter('DirectoryStatusFilter', 'DirectoryIs', statusWord, 'Whether it is active.')
const named = (id: string, most: number, description: string) =>
  filter(id, 'DirectoryCompares', texts(most), description)
const name = named('DirectoryNameFilter', 100, 'Its name.')
const locality = named('DirectoryLocalityFilter', 100, 'The town.')
const addressLines = filter('DirectoryAddressFilter', 'DirectoryHasOrBegins', texts(600), 'The lines of its address.')
const postalCode = filter('DirectoryPostalCodeFilter', 'DirectoryIsOrBegins', digits(5), 'The post code.')
const identifying = (id: string, most: number, description: string) =>
  filter(id, 'DirectoryHasOrIs', texts(most), description)
const routingIdentifier = identifying('DirectoryRoutingIdentifierFilter', 100, 'The routing identifier.')

const sortWord = Object.fromEntries(
  Object.values(fieldNames)
    .flat()
    .map((field) => [field, `The field \`${field}\`.`]),
)

const shown = <I extends string>(fields: readonly string[], related: readonly I[]) => ({
  fields: z
    .array(z.enum(fields as [string, ...string[]]))
    .max(fields.length)
    .optional()
    .describe('Which fields are answered.'),
  include: z
    .array(z.enum(related as readonly [I, ...I[]]))
    .max(3)
    .optional()
    .describe('Which related records are answered.'),
})

const common = <F extends z.ZodType, I extends string>(filters: F, fields: readonly string[], related: readonly I[]) =>
  z.strictObject({
    filters: filters.optional().describe('What has to hold, all of it. Everything is found without any.'),
    sorting: z
      .array(
        z
          .strictObject({
            field: oneOf('DirectoryField', sortWord).describe('What the rows are sorted by.'),
            order: oneOf('DirectoryOrder', orders).default('ascending').describe('Which way (default `ascending`).'),
          })
          .meta({ id: 'DirectorySorting', about: 'A field, and which way the rows are sorted by it.' }),
      )
      .max(5)
      .optional()
      .describe('How the rows are sorted: by their identifiers when absent.'),
    ...shown(fields, related),
    limit: z.int().min(1).max(limits.pageRows).default(50).describe('How many rows at most (default 50).'),
    ignore: z
      .int()
      .min(0)
      .max(limits.directoryIgnoredRows)
      .default(0)
      .describe('How many rows are left out at the beginning (default 0).'),
  })

export const searchSirensInput = common(
  z
    .strictObject({
      siren,
      businessName: named('DirectoryBusinessNameFilter', 150, 'Its name.'),
      entityType: filter(
        'DirectoryEntityTypeFilter',
        'DirectoryIs',
        oneOf('DirectoryEntityType', entityTypes),
        'What it is.',
      ),
      administrativeStatus,
    })
    .meta({ id: 'SirenFilters', about: 'What legal units are found by.' }),
  fieldNames.siren,
  ['siren'],
).omit({ include: true })

export const searchSiretsInput = common(
  z
    .strictObject({
      siret,
      siren,
      facilityType: filter(
        'DirectoryFacilityTypeFilter',
        'DirectoryIs',
        oneOf('DirectoryFacilityType', facilityTypes),
        'Whether it is the seat.',
      ),
      name,
      addressLines,
      postalCode,
      countrySubdivision: filter('DirectorySubdivisionFilter', 'DirectoryIs', texts(255), 'The subdivision.'),
      locality,
      administrativeStatus,
    })
    .meta({ id: 'SiretFilters', about: 'What establishments are found by.' }),
  fieldNames.siret,
  ['siren'],
)

export const searchRoutingCodesInput = common(
  z
    .strictObject({
      routingIdentifier,
      siret,
      routingCodeName: identifying('DirectoryRoutingNameFilter', 100, 'Its name.'),
      administrativeStatus,
      addressLines,
      postalCode,
      locality,
    })
    .meta({ id: 'RoutingCodeFilters', about: 'What routing codes are found by.' }),
  fieldNames.routingCode,
  ['siren', 'siret'],
)

export const searchLinesInput = common(
  z
    .strictObject({
      addressingIdentifier: identifying('DirectoryAddressingFilter', 125, 'The whole identifier.'),
      siren,
      siret,
      routingIdentifier,
      addressingSuffix: identifying('DirectorySuffixFilter', 100, 'The suffix.'),
    })
    .meta({ id: 'DirectoryLineFilters', about: 'What lines of the directory are found by.' }),
  fieldNames.line,
  ['siren', 'siret', 'routingCode'],
)

const sirenText = z
  .string()
  .regex(/^\d{9}$/, 'Expected 9 digits')
  .describe('The SIREN.')
const siretText = z
  .string()
  .regex(/^\d{14}$/, 'Expected 14 digits')
  .describe('The SIRET.')

export const getSirenInput = z.strictObject({ siren: sirenText, fields: shown(fieldNames.siren, ['siren']).fields })
export const getSiretInput = z.strictObject({ siret: siretText, ...shown(fieldNames.siret, ['siren']) })
export const getRoutingCodeInput = z.strictObject({
  siret: siretText,
  routingIdentifier: z
    .string()
    .regex(/^[-_/a-zA-Z0-9]{1,100}$/, 'Expected 1 to 100 letters, digits, - _ or /')
    .describe('The routing identifier.'),
  ...shown(fieldNames.routingCode, ['siren', 'siret']),
})
export const getLineInput = z.strictObject({
  addressingIdentifier: texts(125).describe(
    'The whole identifier: `siren`, `siren_siret`, `siren_siret_code`, `siren_suffix`.',
  ),
  ...shown(fieldNames.line, ['siren', 'siret', 'routingCode']),
})
