/** Every page with its address; what most people do not open first is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { type Search, readSearch } from '../data/filter.ts'
import { DocumentsPage } from '../pages/documents.tsx'
import { NotFound } from '../pages/not-found.tsx'
import { Shell } from './shell.tsx'

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
const inbox = createRoute({ ...at, path: '/inbox', component: () => <DocumentsPage direction="INCOMING" /> })
const outbox = createRoute({ ...at, path: '/outbox', component: () => <DocumentsPage direction="OUTGOING" /> })
const document = createRoute({
  ...at,
  path: '/documents/$id',
  component: lazyRouteComponent(() => import('../pages/document.tsx'), 'DocumentPage'),
})
const live = createRoute({ ...at, path: '/live', component: lazyRouteComponent(() => import('../pages/live.tsx'), 'Live') })
const webhooks = createRoute({
  ...at,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks.tsx'), 'Webhooks'),
})
const keys = createRoute({ ...at, path: '/keys', component: lazyRouteComponent(() => import('../pages/keys.tsx'), 'Keys') })
const components = createRoute({
  ...at,
  path: '/components',
  component: lazyRouteComponent(() => import('../pages/components.tsx'), 'Components'),
})

export const router = createRouter({
  routeTree: root.addChildren([home, inbox, outbox, document, live, webhooks, keys, components]),
  basepath: '/console',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
