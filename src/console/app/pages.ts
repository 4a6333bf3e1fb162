/** The pages that the way leads to, and which scope shows them. */
import type { Scope } from '#operations'
import type { IconName } from '../ui/icon.tsx'

export const pages = [
  { to: '/inbox', name: 'inbox', icon: 'inbox', group: 'documents', scopes: ['DOCUMENTS_READ'] },
  { to: '/outbox', name: 'outbox', icon: 'outbox', group: 'documents', scopes: ['DOCUMENTS_READ'] },
  { to: '/live', name: 'live', icon: 'live', group: 'documents', scopes: ['RECEIVE', 'DOCUMENTS_READ'] },
  { to: '/webhooks', name: 'webhooks', icon: 'hook', group: 'developers', scopes: ['ALL'] },
  { to: '/keys', name: 'keys', icon: 'key', group: 'developers', scopes: ['ALL'] },
  { to: '/components', name: 'components', icon: 'parts', group: 'developers', scopes: [] },
] as const satisfies readonly { to: string; name: string; icon: IconName; group: string; scopes: readonly Scope[] }[]

export type Page = (typeof pages)[number]

export const pagesFor = (held: readonly Scope[]): readonly Page[] =>
  pages.filter(
    ({ scopes }) => scopes.length === 0 || held.includes('ALL') || (scopes as readonly Scope[]).some((one) => held.includes(one)),
  )
