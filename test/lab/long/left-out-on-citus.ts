/** Tests that `npm run test:long -- citus` leaves out: the beginning of each name, and why it cannot be kept there. */
const leftOut: Readonly<Record<string, string>> = {
  'backup and restore': 'a dump of the coordinator has no rows of tenants: `invoice-exchange backup` refuses',
  'a compiled read gives the rows of Participant as Prisma does':
    'compared with a statement of Prisma that joins a table of the coordinator with one of tenants',
  'a compiled read gives the rows of Domain as Prisma does': 'the same',
  'two transactions at once a change that the database undoes':
    'who of two that wait for each other is undone, is a setting of a session on the coordinator',
  'two transactions at once a statement by itself that the database undoes': 'the same',
  'many deliveries take few statements': 'counts statements: work is claimed in three there',
  'a subscriber hears at once of the partner': 'within 50 ms: events are numbered by a commit on several servers',
  'documents of days long past past documents are found in another way where that is quicker (what few have)':
    'a choice of the planner, which sees no statistics of the rows on other servers',
  'which documents are kept as sales to consumers, is asked of an index':
    'settings of a session, which the other servers do not get',
}

const asPattern = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** For vitest: every other test. */
export const butLeftOut = [`--testNamePattern=^(?!${Object.keys(leftOut).map(asPattern).join('|')})`]
