import { z } from 'zod'
import { escapeLike } from '../kernel/database/like.ts'
import type { AppError } from '../kernel/errors/app-error.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { type DirectoryEntry, Prisma } from '../generated/prisma/client.ts'
import { country, vatNumber, oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { documentTypes } from '../values/document-types.ts'
import { isPeppolId } from '../values/peppol-id.ts'
import { keepListings } from './listings.ts'

const input = z
  .strictObject({
    q: z
      .string()
      .trim()
      .min(2, 'At least 2 characters')
      .max(200)
      .optional()
      .describe(
        'What to search for: a part of a name, a French SIREN (9 digits) ' +
          'or SIRET (14 digits), or a complete participant id.',
      ),
    vatNumber: vatNumber.optional().describe('A complete VAT number. Either this or `q` is required.'),
    country: country.optional().describe('Only participants of this country. Required when `q` is a part of a name.'),
    city: z.string().trim().min(1).max(100).optional().describe('Only participants in this town.'),
    postalCode: z.string().trim().min(1).max(20).optional().describe('Only participants with this post code.'),
    naceCodes: z
      .array(
        z
          .string()
          .regex(/^\d\d(\.\d{1,2})?$/, 'Expected a NACE code such as 62.01')
          .meta({ examples: ['62.01'] }),
      )
      .min(1)
      .max(20)
      .optional()
      .describe('Only participants with one of these activities, as NACE codes.'),
    documentTypes: z
      .array(z.enum(documentTypes).meta({ graphql: 'DocumentType' }))
      .min(1)
      .max(documentTypes.length)
      .optional()
      .describe('Only participants that receive all of these kinds of documents.'),
    includeSubEntities: z
      .boolean()
      .default(false)
      .describe('Whether to list establishments next to their legal entity (default false).'),
    detail: oneOf('DirectoryDetail', {
      basic: 'What the index holds: the name, the country and the identifiers.',
      full: 'Also the address and the identifiers in the national registry.',
    })
      .default('basic')
      .describe('How much detail to return for each participant (default `basic`).'),
    ...pageInput,
  })
  .meta({ examples: [{ q: '303265045' }] })

type DirectoryQuery = z.output<typeof input>

/** 9 or 14 digits are a SIREN or SIRET, and a participant id is whole; everything else is part of a name. */
const isNumber = (q: string): boolean => /^(\d{9}|\d{14})$/.test(q) || isPeppolId(q)

const soughtBy = ({ q, vatNumber: vat }: DirectoryQuery): { numbers: string[]; text: string | undefined } => {
  const [number, text] = q !== undefined && isNumber(q) ? [q, undefined] : [undefined, q]
  return { numbers: [vat, number].filter((one) => one !== undefined), text }
}

const missing = (field: string, message: string): AppError =>
  refusal('MISSING_FIELD', field, message, { summary: `${field}: ${message}` })

const refuseVague = (given: DirectoryQuery): void => {
  if (given.q === undefined && given.vatNumber === undefined) throw missing('q', 'Give q or vatNumber.')
  if (soughtBy(given).numbers.length === 0 && given.country === undefined)
    throw missing('country', 'A search by a part of a name requires a country.')
}

/** The conditions of the query on a row with this name in the statement. */
const matching = (row: 'e' | 'other', given: DirectoryQuery): Prisma.Sql => {
  const column = (name: string): Prisma.Sql => Prisma.raw(`${row}."${name}"`)
  const { numbers, text } = soughtBy(given)
  const conditions = [
    ...(numbers.length > 0 ? [Prisma.sql`${column('identifiers')} @> ${numbers}`] : []),
    ...(text === undefined ? [] : [Prisma.sql`${column('searchText')} LIKE ${`%${escapeLike(text.toLowerCase())}%`}`]),
    ...(given.country ? [Prisma.sql`${column('country')} = ${given.country}`] : []),
    // The town is a line of the search text, whose index finds it.
    ...(given.city
      ? [Prisma.sql`${column('searchText')} LIKE ${`%\n${escapeLike(given.city.toLowerCase())}\n%`}`]
      : []),
    ...(given.postalCode ? [Prisma.sql`${column('postalCode')} = ${given.postalCode}`] : []),
    ...(given.naceCodes ? [Prisma.sql`${column('naceCodes')} && ${given.naceCodes}`] : []),
    ...(given.documentTypes ? [Prisma.sql`${column('documentTypes')} @> ${given.documentTypes}`] : []),
  ]
  return Prisma.join(conditions, ' AND ')
}

/**
 * Of the matches of one legal entity, only the one that represents it, or else the first. OFFSET keeps PostgreSQL from
 * turning the subquery into a join, which would search the text a second time.
 */
const oneOfEach = (query: DirectoryQuery): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT 1 FROM directory_entries other
  WHERE other."entityKey" = e."entityKey" AND (NOT other.head, other."peppolId") < (NOT e.head, e."peppolId")
    AND ${matching('other', query)} OFFSET 0)`

type EntryKey = [name: string, peppolId: string]

export const searchDirectory = operation({
  name: 'searchDirectory',
  summary:
    'Searches the participants of the network by name or number. By ' +
    'default, the answer has one row for each legal entity.',
  scope: 'directory',
  writes: false,
  input,
  errors: ['INVALID_VAT_FORMAT', 'UPSTREAM_ERROR', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  async prepare({ db, platform, trace }, given) {
    refuseVague(given)
    // The first page has brought the listings that further pages show.
    if (given.after !== undefined || given.before !== undefined) return
    const [number] = soughtBy(given).numbers
    const listings = await platform.upstreams.directorySearch.search(
      trace,
      number === undefined ? { text: given.q, country: given.country } : { number },
    )
    await keepListings(db, listings, platform)
  },
  async run({ db, platform }, given) {
    const { first, after, last, before, ...filters } = given
    const where = given.includeSubEntities
      ? matching('e', given)
      : Prisma.sql`${matching('e', given)} AND ${oneOfEach(given)}`
    const beyond = (sign: Prisma.Sql, key: string): Prisma.Sql => {
      const [name, peppolId] = JSON.parse(key) as EntryKey
      return Prisma.sql`AND (e.name, e."peppolId") ${sign} (${name}, ${peppolId})`
    }
    const page = await readPage<DirectoryEntry>(platform.cursors, {
      name: 'directory',
      filters,
      page: { first, after, last, before },
      order: 'asc',
      keyOf: ({ name, peppolId }) => JSON.stringify([name, peppolId] satisfies EntryKey),
      find: (range, order, take) => {
        const direction = order === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
        const bounds = [
          ...(range?.gt ? [beyond(Prisma.sql`>`, range.gt)] : []),
          ...(range?.lt ? [beyond(Prisma.sql`<`, range.lt)] : []),
        ]
        const bounded = bounds.length > 0 ? Prisma.join(bounds, ' ') : Prisma.empty
        return db.$queryRaw<DirectoryEntry[]>(Prisma.sql`
          SELECT e.* FROM directory_entries e WHERE ${where} ${bounded}
          ORDER BY e.name ${direction}, e."peppolId" ${direction} LIMIT ${take}`)
      },
      count: async () => {
        const statement = Prisma.sql`SELECT count(*) FROM directory_entries e WHERE ${where}`
        const [row] = await db.$queryRaw<{ count: bigint }[]>(statement)
        return Number(row?.count ?? 0)
      },
    })
    return { ...page, detail: given.detail }
  },
})
