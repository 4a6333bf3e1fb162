/** Every page with its address; what most people do not open first is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { whenReachable } from '../data/connection.ts'
import { type Search, readSearch } from '../data/filter.ts'
import { DocumentsPage } from '../pages/documents/documents.tsx'
import { Broken } from '../pages/broken.tsx'
import { NotFound } from '../pages/not-found.tsx'
import { Shell } from './shell.tsx'

const loads: (() => Promise<unknown>)[] = []

/** A page that comes when it is opened. While the server is away it waits: the router would load everything anew. */
const later = <Page extends Record<string, unknown>, Name extends keyof Page>(
  load: () => Promise<Page>,
  name: Name,
): ReturnType<typeof lazyRouteComponent<Page, Name>> => {
  loads.push(load)
  return lazyRouteComponent(async () => {
    await whenReachable()
    return load()
  }, name)
}

/** All pages, once the first one is there, so that none is missing when the line drops. */
export const loadPages = (): void => {
  for (const load of loads) void load().catch(() => {})
}

const validateSearch = (given: Record<string, unknown>): Search => readSearch(given)
const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, validateSearch })
const at = { getParentRoute: () => root }

const home = createRoute({
  ...at,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox' })
  },
})
const routes = [
  home,
  createRoute({ ...at, path: '/inbox', component: () => <DocumentsPage direction="INCOMING" /> }),
  createRoute({ ...at, path: '/outbox', component: () => <DocumentsPage direction="OUTGOING" /> }),
  createRoute({
    ...at,
    path: '/documents/$id',
    component: later(() => import('../pages/document/document.tsx'), 'DocumentPage'),
  }),
  createRoute({ ...at, path: '/compose', component: later(() => import('../pages/compose/compose.tsx'), 'Compose') }),
  createRoute({ ...at, path: '/live', component: later(() => import('../pages/documents/live.tsx'), 'Live') }),
  createRoute({
    ...at,
    path: '/companies',
    component: later(() => import('../pages/network/companies.tsx'), 'Companies'),
  }),
  createRoute({
    ...at,
    path: '/capabilities',
    component: later(() => import('../pages/network/capabilities.tsx'), 'Capabilities'),
  }),
  createRoute({
    ...at,
    path: '/partners',
    component: later(() => import('../pages/network/partners.tsx'), 'Partners'),
  }),
  createRoute({
    ...at,
    path: '/directory',
    component: later(() => import('../pages/network/directory.tsx'), 'Directory'),
  }),
  createRoute({ ...at, path: '/payments', component: later(() => import('../pages/money/payments.tsx'), 'Payments') }),
  createRoute({
    ...at,
    path: '/compliance',
    component: later(() => import('../pages/money/compliance.tsx'), 'Compliance'),
  }),
  createRoute({ ...at, path: '/insight', component: later(() => import('../pages/insight/insight.tsx'), 'Insight') }),
  createRoute({
    ...at,
    path: '/webhooks',
    component: later(() => import('../pages/developers/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({ ...at, path: '/keys', component: later(() => import('../pages/developers/keys.tsx'), 'Keys') }),
  createRoute({
    ...at,
    path: '/requests',
    component: later(() => import('../pages/developers/requests.tsx'), 'Requests'),
  }),
  createRoute({
    ...at,
    path: '/references',
    component: later(() => import('../pages/developers/references.tsx'), 'References'),
  }),
  createRoute({
    ...at,
    path: '/sandbox',
    component: later(() => import('../pages/developers/sandbox.tsx'), 'Sandbox'),
  }),
  createRoute({
    ...at,
    path: '/components',
    component: later(() => import('../pages/developers/components.tsx'), 'Components'),
  }),
  createRoute({ ...at, path: '/tenants', component: later(() => import('../pages/platform/tenants.tsx'), 'Tenants') }),
  createRoute({
    ...at,
    path: '/branding',
    component: later(() => import('../pages/platform/branding.tsx'), 'Branding'),
  }),
  createRoute({ ...at, path: '/domains', component: later(() => import('../pages/platform/domains.tsx'), 'Domains') }),
  createRoute({ ...at, path: '/members', component: later(() => import('../pages/platform/members.tsx'), 'Members') }),
  createRoute({ ...at, path: '/audit', component: later(() => import('../pages/platform/audit.tsx'), 'Audit') }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultErrorComponent: Broken,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
