/** The pages that the way leads to, and which scope shows them. */
import type { Scope, ViewerQuery } from '#operations'
import { grants } from '../data/may.ts'
import type { IconName } from '../ui/icon.tsx'
import type { Word } from '../words/words.ts'

export const groups = ['documents', 'network', 'money', 'developers', 'platform'] as const

type Viewer = ViewerQuery['viewer']

interface Shape {
  to: string
  name: Word
  icon: IconName
  group: (typeof groups)[number]
  scopes: readonly Scope[]
  /** What else decides who sees it. */
  isFor?: (viewer: Viewer) => boolean
}

/** As `forPlatforms` of the server: a user, or a key of a platform, who is not bound to one company. */
const managesCompanies = ({ companyId, keyType }: Viewer): boolean => companyId === null && keyType !== 'PERSONAL'

export const pages = [
  { to: '/inbox', name: 'inbox', icon: 'inbox', group: 'documents', scopes: ['DOCUMENTS_READ'] },
  { to: '/outbox', name: 'outbox', icon: 'outbox', group: 'documents', scopes: ['DOCUMENTS_READ'] },
  { to: '/compose', name: 'compose', icon: 'compose', group: 'documents', scopes: ['SEND'] },
  { to: '/live', name: 'live', icon: 'live', group: 'documents', scopes: ['RECEIVE', 'DOCUMENTS_READ'] },
  { to: '/companies', name: 'companies', icon: 'company', group: 'network', scopes: ['COMPANIES_READ'] },
  { to: '/capabilities', name: 'capabilities', icon: 'parts', group: 'network', scopes: ['COMPANIES_READ'] },
  { to: '/partners', name: 'partners', icon: 'people', group: 'network', scopes: ['PARTNERS', 'PARTNERS_READ'] },
  { to: '/directory', name: 'directory', icon: 'search', group: 'network', scopes: ['DIRECTORY'] },
  { to: '/payments', name: 'payments', icon: 'money', group: 'money', scopes: ['PAYMENTS'] },
  { to: '/compliance', name: 'duties', icon: 'calendar', group: 'money', scopes: ['COMPLIANCE'] },
  { to: '/insight', name: 'insight', icon: 'plot', group: 'money', scopes: ['STATS'] },
  { to: '/webhooks', name: 'webhooks', icon: 'hook', group: 'developers', scopes: ['RECEIVE'] },
  { to: '/keys', name: 'keys', icon: 'key', group: 'developers', scopes: ['PLATFORM'] },
  { to: '/requests', name: 'requests', icon: 'list', group: 'developers', scopes: ['PLATFORM'] },
  { to: '/references', name: 'references', icon: 'code', group: 'developers', scopes: [] },
  {
    to: '/sandbox',
    name: 'sandboxPage',
    icon: 'flask',
    group: 'developers',
    scopes: ['SEND', 'COMPANIES_WRITE', 'PLATFORM'],
    isFor: ({ isTestMode }) => isTestMode,
  },
  { to: '/components', name: 'components', icon: 'parts', group: 'developers', scopes: [] },
  {
    to: '/tenants',
    name: 'tenants',
    icon: 'company',
    group: 'platform',
    scopes: ['PLATFORM'],
    isFor: managesCompanies,
  },
  {
    to: '/branding',
    name: 'branding',
    icon: 'parts',
    group: 'platform',
    scopes: ['PLATFORM'],
    isFor: managesCompanies,
  },
  { to: '/domains', name: 'domains', icon: 'search', group: 'platform', scopes: ['PLATFORM'], isFor: managesCompanies },
  { to: '/members', name: 'members', icon: 'people', group: 'platform', scopes: ['PLATFORM'] },
  { to: '/audit', name: 'audit', icon: 'list', group: 'platform', scopes: ['PLATFORM'] },
] as const satisfies readonly Shape[]

/** What is written here; the form asks each for its own. */
export const composed = [
  'INVOICE',
  'CREDIT_NOTE',
  'DEBIT_NOTE',
  'PURCHASE_REQUEST',
  'QUOTE',
  'PURCHASE_ORDER',
  'SALES_ORDER',
] as const

export type Page = (typeof pages)[number]

/** Those of the pages that whoever is there may see, and that are meant for them. */
export const pagesOf = (viewer: Viewer): readonly Page[] =>
  pages.filter(
    (page) =>
      (page.scopes.length === 0 || page.scopes.some((one) => grants(viewer.scopes, one))) &&
      (!('isFor' in page) || page.isFor(viewer)),
  )
