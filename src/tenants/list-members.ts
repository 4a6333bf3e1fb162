import { z } from 'zod'
import { roles } from '../auth/roles.ts'
import type { Member } from '../generated/prisma/client.ts'
import { oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'

const role = oneOf(
  'Role',
  Object.fromEntries(Object.entries(roles).map(([name, { what }]) => [name, `${what}.`])) as Record<
    keyof typeof roles,
    string
  >,
)

export const listMembers = operation({
  name: 'listMembers',
  summary:
    'Lists the people of the organization who were seen with a token of the identity provider, with their roles, ' +
    'scopes and last activity, by user identifier. The provider decides who belongs to the organization: being in ' +
    'this list allows nothing. What a person asked for is in the request logs (`userId`).',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({ role: role.optional().describe('Only people with this role.'), ...pageInput }),
  errors: [],
  async run({ db, actor: { organizationId }, platform }, { role: held, ...page }) {
    await platform.membersSeen.flush()
    const where = { organizationId, ...(held && { roles: { has: held } }) }
    return readPage<Member>(platform.cursors, {
      name: 'members',
      filters: { role: held },
      page,
      order: 'asc',
      keyOf: ({ userId }) => userId,
      find: (range, order, take) =>
        db.member.findMany({
          where: { AND: [where, range ? { userId: range } : {}] },
          orderBy: { userId: order },
          take,
        }),
      count: () => db.member.count({ where }),
    })
  },
})
