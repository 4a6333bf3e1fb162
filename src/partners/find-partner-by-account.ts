import { z } from 'zod'
import { oneOf } from '../kernel/input.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { withOwnCounts } from './own-counts.ts'
import type { PartnerRow } from './record/partner.ts'

export const findPartnerByAccount = operation({
  name: 'findPartnerByAccount',
  summary: 'Returns the partner that has an account number in its metadata.',
  scope: 'partners.read',
  writes: false,
  input: z.strictObject({
    value: z.string().trim().min(1).max(500).describe('The account number to find.'),
    field: z
      .string()
      .min(1)
      .max(40)
      .default('accountNumber')
      .describe('Name of the value in `metadata` (default `accountNumber`).'),
    entityType: oneOf('PartnerEntityType', { PARTNERSHIP: 'A partner of the organization.' })
      .default('PARTNERSHIP')
      .describe('Kind of object to find. There is one kind.'),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, select }, { value, field }) {
    const { organizationId, companyId } = actor
    const readable =
      companyId === null ? Prisma.empty : Prisma.sql`AND ("companyId" = ${companyId} OR "companyId" IS NULL)`
    // The index on metadata serves containment, but not Prisma's filter by path.
    const found = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM partners
      WHERE "organizationId" = ${organizationId} ${readable} AND metadata @> ${JSON.stringify({ [field]: value })}::jsonb
      ORDER BY id LIMIT 2`
    const [only] = found
    if (!only) throw new AppError('RESOURCE_NOT_FOUND', { message: `No partner has that ${field} in its metadata.` })
    if (found.length > 1)
      throw new AppError('CONFLICT', {
        message: `More than one partner has that ${field} in its metadata. Name the partner by its identifier.`,
        details: found.map(({ id }) => ({
          field: 'value',
          rule: 'CONFLICT',
          message: 'This partner has the value.',
          existingId: id,
        })),
      })
    const partner = await db.partner.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: only.id } },
      ...select,
    })
    return withOwnCounts(db, actor, partner satisfies PartnerRow, select)
  },
})
