/** What a key or token may do. The dotted form is the name; the description is shown on the consent page. */
export const scopes = {
  send: 'Send documents',
  receive: 'Configure receiving: webhooks, events and registration on the network',
  'documents.read': 'Read documents and download their files',
  'documents.search': 'Search documents',
  'documents.write': 'Mark documents as read, archive, tag and annotate them',
  'companies.read': 'Read companies',
  'companies.write': 'Register, change and remove companies',
  directory: 'Search the directory and verify recipients',
  partners: 'Manage partners',
  'partners.read': 'Read partners',
  payments: 'Manage payments',
  lifecycle: 'Update the business status of documents',
  compliance: 'View reports to the authorities',
  stats: 'Read usage statistics',
  platform: 'Manage onboarding, keys, settings and logs',
  '*': 'Everything',
} as const

export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as Scope[]

/** `anyone` needs no credentials; `authenticated` needs valid ones and no particular scope. */
export type Access = Exclude<Scope, '*'> | 'authenticated' | 'anyone'

/** Whether who holds these may pass one of them on: everything is only given by who has everything. */
export const covers = (held: ReadonlySet<Scope>, scope: Scope): boolean =>
  scope === '*' ? held.has('*') : grants(held, scope)

export const grants = (held: ReadonlySet<Scope>, access: Access): boolean =>
  access === 'anyone' ||
  access === 'authenticated' ||
  held.has('*') ||
  held.has(access) ||
  (access === 'partners.read' && held.has('partners'))
