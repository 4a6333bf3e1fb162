import { type Scope, scopeNames } from './scopes.ts'

const reading: readonly Scope[] = [
  'documents.read',
  'documents.search',
  'companies.read',
  'directory',
  'partners.read',
  'compliance',
  'stats',
]

const everythingNamed = scopeNames.filter((scope) => scope !== '*')

/** What the users of an organization may be, and the scopes that it gives them. The README of this room shows it. */
export const roles = {
  owner: { what: 'Everything, also what is added later', scopes: ['*'], isAdmin: true },
  admin: {
    what: 'Everything there is, such as companies, users, keys and settings',
    scopes: everythingNamed,
    isAdmin: true,
  },
  developer: {
    what: 'Integrates: keys, webhooks, logs and documents, but no payments and no change of companies',
    scopes: [...reading, 'send', 'receive', 'documents.write', 'partners', 'lifecycle', 'platform'],
    isAdmin: false,
  },
  accountant: {
    what: 'Works with documents, partners and payments',
    scopes: [...reading, 'send', 'documents.write', 'partners', 'payments', 'lifecycle'],
    isAdmin: false,
  },
  viewer: { what: 'Reads', scopes: reading, isAdmin: false },
} as const satisfies Record<string, { what: string; scopes: readonly Scope[]; isAdmin: boolean }>

export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as Role[]

const isRole = (word: string): word is Role => Object.hasOwn(roles, word)
const isScope = (word: string): word is Scope => scopeNames.some((scope) => scope === word)

/** What the words of a token's claim allow: names of roles and of scopes. */
export interface Rights {
  roles: readonly Role[]
  scopes: ReadonlySet<Scope>
  /** Whether the user decides what admins decide. */
  isAdmin: boolean
}

/** Of a token that lists nothing, which is how a provider without roles says that its users may do everything. */
export const ownerRights: Rights = { roles: ['owner'], scopes: new Set(roles.owner.scopes), isAdmin: true }

/** A word that nobody knows gives reading, as `read` does, and so does an empty list. */
export const rightsOf = (words: readonly string[]): Rights => {
  const named = words.filter(isRole)
  const scopes = words.filter((word) => isScope(word))
  const isUnclear = words.length === 0 || words.some((word) => !isRole(word) && !isScope(word))
  const held = [...new Set<Role>(isUnclear ? [...named, 'viewer'] : named)]
  return {
    roles: held,
    scopes: new Set<Scope>([...held.flatMap((role): readonly Scope[] => roles[role].scopes), ...scopes]),
    isAdmin: held.some((role) => roles[role].isAdmin) || scopes.includes('*'),
  }
}
