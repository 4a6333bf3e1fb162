/** Commands about who one is. */
import type { Command } from './command.ts'

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    words: '',
    group: 'Account',
    about: 'Signs in: shows a code that you type in a browser, and keeps the key that it gets.',
    more:
      'The key is stored in `credentials.json` in your own folder for settings (`~/.config/invoice-exchange`), which ' +
      'only you can read (mode 0600). It is renewed by itself, and ends with `logout`.',
    online: true,
    options: {
      scopes: { value: 'LIST', about: 'What to ask for, separated by commas (default: what the commands need).' },
      sandbox: { about: 'Makes a new organization in the sandbox and signs in to it, without a browser.' },
      'with-key': { about: 'Reads a key from standard input instead.' },
    },
    examples: [
      ['login --sandbox', 'a new sandbox on this machine'],
      ['login --url https://api.example.com --account live', 'a second account'],
      ['login --with-key < key.txt', 'with a key that you have'],
    ],
    run: async (input) => (await import('./login.ts')).login(input),
  },
  {
    name: 'logout',
    words: '',
    group: 'Account',
    about: 'Ends the access that `login` has got, and forgets it.',
    online: true,
    examples: [['logout', '']],
    run: async (input) => (await import('./login.ts')).logout(input),
  },
  {
    name: 'whoami',
    words: '',
    group: 'Account',
    about: 'Shows the organization, plan and scopes of the account.',
    online: true,
    examples: [['whoami --json', '']],
    run: async (input) => (await import('./login.ts')).whoAmI(input),
  },
  {
    name: 'organization show',
    words: '',
    group: 'Account',
    about: 'Shows the profile of the organization.',
    online: true,
    examples: [['organization show', '']],
    run: async (input) => (await import('./organization.ts')).showOrganization(input),
  },
  {
    name: 'organization set',
    words: 'NAME=VALUE…',
    group: 'Account',
    about: 'Changes the profile of the organization: name, country, vatNumber, contactEmail.',
    more: 'Nothing after the sign takes a value back. With an ID before the values, it is the command of the operator.',
    online: true,
    examples: [['organization set name="Atelier Invoices" contactEmail=ops@example.com', '']],
    run: async (input) => (await import('./organization.ts')).setOrganization(input),
  },
]
