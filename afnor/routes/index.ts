import type { Route } from '../../src/http/route.ts'
import { directory } from './directory.ts'
import { files, flows } from './flows.ts'
import { laterWebhooks, webhooks } from './webhooks.ts'

/** Every row of `/afnor`. */
export const routes: readonly Route[] = [...flows, ...webhooks, ...directory]

/** Rows that answer on the path of another. */
export const sharing: readonly Route[] = [...files, ...laterWebhooks]
