/**
 * Further data about a partner: what registries tell has names of ours, and callers add what they like. JSON holds all
 * of it side by side; GraphQL has a field for each name of ours, and pairs for the others.
 */
import { z } from 'zod'
import { freeObject, typedAs } from '../../kernel/input.ts'
import { instant, object, record, text, view } from '../../operation/view.ts'
import { isInstant } from '../../values/dates.ts'
import { isObject } from '../../values/is-object.ts'

type Values = Readonly<Record<string, unknown>>

const addressNames = ['street', 'streetLine2', 'city', 'postalCode', 'country'] as const
type EnrichmentAddress = Record<(typeof addressNames)[number], string | null>

const textNames = ['legalName', 'registrationNumber', 'taxNumber', 'provider', 'syncedAt'] as const
interface Enrichment extends Record<(typeof textNames)[number], string | null> {
  address: EnrichmentAddress | null
  others: Values
}

const addressView = view<EnrichmentAddress>()('EnrichmentAddress', 'A postal address, as far as it is known.', {
  street: text('Street and number.').orNull(),
  streetLine2: text('Second line of the street address.').orNull(),
  city: text('Town.').orNull(),
  postalCode: text('Post code.').orNull(),
  country: text('Country code.').orNull(),
})

export const enrichmentView = view<Enrichment>()(
  'PartnerEnrichment',
  'Further data about a partner. What is not known is null.',
  {
    legalName: text('Registered name.').orNull(),
    registrationNumber: text('Number in the national register.').orNull(),
    taxNumber: text('National tax number.').orNull(),
    address: object(addressView, 'Registered address.').orNull(),
    provider: text('The registry that the data comes from.').orNull(),
    syncedAt: instant('When the registry gave the data.').orNull(),
    others: record('Everything else that callers added.'),
  },
)

const isText = (value: unknown): value is string => typeof value === 'string'
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(textNames.map((name) => [name, isText])),
  syncedAt: (value) => isText(value) && isInstant(value),
  address: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, part]) => addressNames.some((known) => known === name) && (part === null || isText(part)),
    ),
}

/** What a caller stored under a name of ours, but in another form, is among the others. */
export const knownOf = (enrichment: unknown): Enrichment => {
  const entries = Object.entries((enrichment ?? {}) as Values)
  const isKnown = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(fits, name) && (value === null || fits[name]?.(value) === true)
  const known = Object.fromEntries(entries.filter(isKnown))
  return {
    ...(Object.fromEntries(textNames.map((name) => [name, null])) as Record<(typeof textNames)[number], null>),
    address: null,
    ...known,
    others: Object.fromEntries(entries.filter((entry) => !isKnown(entry))),
  }
}

const said = (description: string) => z.string().nullish().describe(description)

const enrichmentForm = z
  .strictObject({
    legalName: said('Registered name.'),
    registrationNumber: said('Number in the national register.'),
    taxNumber: said('National tax number.'),
    address: z
      .strictObject({
        street: said('Street and number.'),
        streetLine2: said('Second line of the street address.'),
        city: said('Town.'),
        postalCode: said('Post code.'),
        country: said('Country code.'),
      })
      .meta({ id: 'EnrichmentAddressInput', description: 'A postal address, as far as it is known.' })
      .nullish(),
    others: z
      .array(
        z
          .strictObject({
            name: z.string().describe('Name of the fact.'),
            value: z.string().nullable().describe('The fact.'),
          })
          .meta({ id: 'NamedValueInput', description: 'A fact under a name that the caller chooses.' }),
      )
      .optional()
      .describe('Any other facts.'),
  })
  .meta({ id: 'PartnerEnrichmentInput', description: 'Further data about a partner.' })

type Form = z.output<typeof enrichmentForm>

/** In JSON any names are accepted, and stand beside those of ours. */
export const enrichmentInput = typedAs(
  freeObject.describe('Further data about the partner.'),
  enrichmentForm.describe('Further data about the partner.'),
  ({ others = [], ...known }: Form) => ({
    ...Object.fromEntries(others.map(({ name, value }) => [name, value])),
    ...known,
  }),
)
