import type { KeyType, Plan } from '../generated/prisma/enums.ts'

/** What a key of each type starts with, and the plan of an organization that is bootstrapped with one. */
export const keyTypes: Record<KeyType, { live: string; test: string; sandboxPlan: Plan; managesCompanies: boolean }> = {
  personal: { live: 'svc_live_', test: 'svc_test_', sandboxPlan: 'pro', managesCompanies: false },
  platform: { live: 'svc_plat_live_', test: 'svc_plat_test_', sandboxPlan: 'platform', managesCompanies: true },
  white_label: { live: 'svc_wl_live_', test: 'svc_wl_test_', sandboxPlan: 'white_label', managesCompanies: true },
}

/** A bearer value that starts so is an API key; anything else is a token of the identity provider. */
export const KEY_PREFIX = 'svc_'
