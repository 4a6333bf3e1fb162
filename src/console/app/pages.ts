/** The pages that the way leads to, and which scope shows them. */
import type { Scope } from '#operations'
import type { IconName } from '../ui/icon.tsx'
import type { Word } from '../words/words.ts'

export const groups = ['documents', 'network', 'money', 'developers', 'platform'] as const

interface Shape {
  to: string
  name: Word
  icon: IconName
  group: (typeof groups)[number]
  scopes: readonly Scope[]
}

export const pages = [
  { to: '/inbox', name: 'inbox', icon: 'inbox', group: 'documents', scopes: ['DOCUMENTS_READ'] },
  { to: '/outbox', name: 'outbox', icon: 'outbox', group: 'documents', scopes: ['DOCUMENTS_READ'] },
  { to: '/compose', name: 'compose', icon: 'compose', group: 'documents', scopes: ['SEND'] },
  { to: '/live', name: 'live', icon: 'live', group: 'documents', scopes: ['RECEIVE', 'DOCUMENTS_READ'] },
  { to: '/companies', name: 'companies', icon: 'company', group: 'network', scopes: ['COMPANIES_READ'] },
  { to: '/partners', name: 'partners', icon: 'people', group: 'network', scopes: ['PARTNERS', 'PARTNERS_READ'] },
  { to: '/directory', name: 'directory', icon: 'search', group: 'network', scopes: ['DIRECTORY'] },
  { to: '/payments', name: 'payments', icon: 'money', group: 'money', scopes: ['PAYMENTS'] },
  { to: '/compliance', name: 'duties', icon: 'calendar', group: 'money', scopes: ['COMPLIANCE'] },
  { to: '/insight', name: 'insight', icon: 'plot', group: 'money', scopes: ['STATS'] },
  { to: '/webhooks', name: 'webhooks', icon: 'hook', group: 'developers', scopes: ['ALL'] },
  { to: '/keys', name: 'keys', icon: 'key', group: 'developers', scopes: ['ALL'] },
  { to: '/requests', name: 'requests', icon: 'list', group: 'developers', scopes: ['ALL'] },
  { to: '/sandbox', name: 'sandboxPage', icon: 'flask', group: 'developers', scopes: ['ALL'] },
  { to: '/components', name: 'components', icon: 'parts', group: 'developers', scopes: [] },
  { to: '/tenants', name: 'tenants', icon: 'company', group: 'platform', scopes: ['PLATFORM'] },
  { to: '/branding', name: 'branding', icon: 'parts', group: 'platform', scopes: ['PLATFORM'] },
  { to: '/domains', name: 'domains', icon: 'search', group: 'platform', scopes: ['PLATFORM'] },
  { to: '/members', name: 'members', icon: 'people', group: 'platform', scopes: ['ALL'] },
  { to: '/audit', name: 'audit', icon: 'list', group: 'platform', scopes: ['ALL'] },
] as const satisfies readonly Shape[]

export type Page = (typeof pages)[number]

export const pagesFor = (held: readonly Scope[]): readonly Page[] =>
  pages.filter(
    ({ scopes }) =>
      scopes.length === 0 || held.includes('ALL') || (scopes as readonly Scope[]).some((one) => held.includes(one)),
  )
