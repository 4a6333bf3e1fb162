/** Where shops hand carts back, by way of the buyer's browser or by themselves; and the simulated shop. */
import type { FastifyInstance } from 'fastify'
import { pageBrandAt } from '../../companies/brand.ts'
import type { Platform } from '../../operation/platform.ts'
import { limits } from '../../values/limits.ts'
import { mountOciCallback } from './oci-callback.ts'
import { mountPunchOutCallback } from './punchout-callback.ts'
import { mountSimulatedShop } from './simulated-shop.ts'

export const mountProcurement = (app: FastifyInstance, platform: Platform): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.cartBytes }, (_request, bytes, done) =>
    done(null, bytes),
  )
  app.decorateRequest('brand')
  app.addHook('onRequest', async (request) => {
    request.brand = await pageBrandAt(platform.db.client, request.site)
  })
  mountOciCallback(app, platform)
  mountPunchOutCallback(app, platform)
  if (platform.env.SERVICE_MODE === 'sandbox') mountSimulatedShop(app)
}
