import type { Route } from '../../src/http/route.ts'
import { bulk } from './bulk.ts'
import { categorization } from './categorization.ts'
import { companies } from './companies.ts'
import { compliance } from './compliance.ts'
import { directory } from './directory.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { identity } from './identity.ts'
import { keys } from './keys.ts'
import { lifecycle } from './lifecycle.ts'
import { oauth } from './oauth.ts'
import { organization } from './organization.ts'
import { ownership } from './ownership.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { platform } from './platform.ts'
import { portability } from './portability.ts'
import { procurement } from './procurement.ts'
import { sandbox } from './sandbox.ts'
import { send } from './send.ts'
import { stats } from './stats.ts'
import { webhooks } from './webhooks.ts'

/** Every row of `/v1`. */
export const routes: readonly Route[] = [
  ...identity,
  ...companies,
  ...ownership,
  ...send,
  ...documents,
  ...lifecycle,
  ...compliance,
  ...directory,
  ...partners,
  ...stats,
  ...categorization,
  ...payments,
  ...portability,
  ...keys,
  ...organization,
  ...platform,
  ...webhooks,
  ...events,
  ...bulk,
  ...procurement,
  ...sandbox,
  ...oauth,
]
