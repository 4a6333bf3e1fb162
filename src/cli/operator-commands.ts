/** Commands of who operates a deployment: described here, run by `src/app/operator.ts` (`launch.js` chooses). */
import type { Command } from './command.ts'

const DATABASE = 'It works on the database of the settings (DATABASE_URL).'

export const operatorCommands: readonly Command[] = [
  {
    name: 'organization set ID',
    words: 'NAME=VALUE…',
    group: 'Operator',
    about: 'Sets plan, name, country, vatNumber or contactEmail of any organization.',
    more: DATABASE,
    operator: true,
    examples: [['organization set org_01kafm4h7vf8xbkrs9q2m3c5de plan=platform', '']],
  },
  {
    name: 'organization key',
    words: 'ID NAME',
    group: 'Operator',
    about: 'Makes a key of an organization for everything, and shows it once.',
    more: DATABASE,
    operator: true,
    examples: [['organization key org_01kafm4h7vf8xbkrs9q2m3c5de "First key"', '']],
  },
  {
    name: 'ownership',
    words: 'list|mandate|approve|reject …',
    group: 'Operator',
    about: 'Decides which organization owns a participant id.',
    more: DATABASE,
    operator: true,
    firstWords: ['list', 'mandate', 'approve', 'reject'],
    examples: [
      ['ownership list', 'the claims that wait, oldest first'],
      ['ownership reject comp_01kafm4h7vf8xbkrs9q2m3c5de "The mandate is not signed."', ''],
    ],
  },
  {
    name: 'secrets rotate',
    words: '',
    group: 'Operator',
    about: 'Seals what is stored with the first key of SECRETS_KEY, so that the others can be removed.',
    more: DATABASE,
    operator: true,
    examples: [['secrets rotate', 'with SECRETS_KEY=new,old']],
  },
  {
    name: 'backup',
    words: 'FOLDER',
    group: 'Operator',
    about: 'Writes the database of one moment, the files of the bucket and a manifest into a new folder.',
    more: `${DATABASE} It needs pg_dump, and can run while servers serve. SECRETS_KEY is not in it: keep it elsewhere.`,
    operator: true,
    examples: [['backup /backups/2026-11-23', '']],
  },
  {
    name: 'restore',
    words: 'FOLDER',
    group: 'Operator',
    about: 'Reads a backup into an empty database and a bucket, and compares what is there with the manifest.',
    more: `${DATABASE} It needs pg_restore, and the SECRETS_KEY of the deployment that was backed up.`,
    operator: true,
    examples: [['restore /backups/2026-11-23', '']],
  },
  {
    name: 'import',
    words: 'FILE',
    group: 'Operator',
    about: 'Takes over an organization that another deployment has exported.',
    more: DATABASE,
    operator: true,
    examples: [['import everything.zip', '']],
  },
]
