import { z } from 'zod'
import { escapeLike } from '../kernel/database/like.ts'
import { country } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { visibleTo } from './company.ts'
import { limits } from '../values/limits.ts'

export const searchCompanies = operation({
  name: 'searchCompanies',
  summary: 'Finds companies of the organization by a part of their name or number, for suggestions while a user types.',
  scope: 'companies.read',
  writes: false,
  input: z.strictObject({
    q: z
      .string()
      .trim()
      .min(2, 'At least 2 characters')
      .max(200)
      .describe('Text to find in the name, legal name, VAT number, participant id or `externalId`.'),
    countryCode: country.optional().describe('Only companies of this country.'),
    limit: z
      .number()
      .int()
      .min(1, 'At least 1')
      .max(limits.foundCompanies, `At most ${limits.foundCompanies}`)
      .default(10)
      .describe(`Maximum number of companies (default 10, at most ${limits.foundCompanies}).`),
  }),
  errors: [],
  run: ({ db, actor }, { q, countryCode, limit }) =>
    db.company.findMany({
      where: {
        ...visibleTo(actor),
        searchText: { contains: escapeLike(q.toLowerCase()) },
        ...(countryCode && { country: countryCode }),
      },
      orderBy: { id: 'desc' },
      take: limit,
    }),
})
