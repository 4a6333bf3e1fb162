import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { newSession, visitInput, visitorOf } from './session.ts'
import { openSecrets } from './shop.ts'
import type { ShopVisit } from './view.ts'

export const OCI_CALLBACK = '/document/oci-callback'

/** What OCI 5.0 itself says at the entrance. */
const ociFields = (hookUrl: string) => [
  { name: 'HOOK_URL', value: hookUrl },
  { name: 'OCI_VERSION', value: '5.0' },
  { name: 'OPI_VERSION', value: '1.0' },
  { name: 'returntarget', value: '_top' },
  { name: '~OkCode', value: 'ADDI' },
  { name: '~TARGET', value: '_top' },
  { name: '~CALLER', value: 'CTLG' },
]

export const startCart = operation({
  name: 'startCart',
  summary:
    'Starts a visit to a shop of the protocol OCI. Answers the form that the browser of the buyer posts to the shop. ' +
    'The cart comes back to `/document/oci-callback`, and becomes a draft purchase request.',
  scope: 'send',
  writes: true,
  input: z
    .strictObject(visitInput)
    .meta({ examples: [{ threadId: 'REQ-2026-0417', returnUrl: 'https://buying.example.com/threads/7' }] }),
  errors: ['RESOURCE_NOT_FOUND', 'COMPANY_NOT_FOUND', 'CONFLICT', 'RETURN_ADDRESS_FORBIDDEN'],
  async prepare({ db, actor, platform }, given) {
    const visitor = await visitorOf(db, actor, platform.env, given)
    if (visitor.shop.protocol !== 'oci')
      throw new AppError('CONFLICT', { message: 'The shop speaks cXML. Open it with `startPunchOut`.' })
    return { visitor, enter: platform.upstreams.shops.entrance }
  },
  async run({ db, platform, now, site }, given, { visitor, enter }): Promise<ShopVisit> {
    const { row, buyerCookie } = newSession(visitor, given, 'create', now)
    await db.cartSession.create({ data: row })
    const hookUrl = `${site.baseUrl}${OCI_CALLBACK}?flowie_cookie=${encodeURIComponent(buyerCookie)}`
    const { parameters } = openSecrets(platform.secretBox, visitor.shop)
    const own = new Set(parameters.map(({ name }) => name.toLowerCase()))
    const standard = ociFields(hookUrl).filter(({ name }) => name === 'HOOK_URL' || !own.has(name.toLowerCase()))
    const { url, fields } = enter(visitor.shop.url, [
      ...parameters.filter(({ name }) => name.toLowerCase() !== 'hook_url'),
      ...standard,
    ])
    return { ...row, buyerCookie, url, method: 'POST', fields }
  },
})
