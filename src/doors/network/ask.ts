/** `GET /network/domains/ask?domain=`: a proxy with on-demand TLS asks which hosts may get a certificate. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerAddress } from '../../auth/caller-address.ts'
import { liesWithin } from '../../auth/networks.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { Platform } from '../../operation/platform.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What comes through a proxy that the settings do not know has the address of the proxy, and is not from there. */
const isFromNetwork = ({ env }: Platform, { raw }: FastifyRequest): boolean => {
  const { DOMAIN_ASK_NETWORKS: networks = [], TRUST_PROXY: proxies } = env
  if (proxies === 0 && raw.headers['x-forwarded-for'] !== undefined) return false
  return networks.length > 0 && liesWithin(networks, callerAddress(raw, proxies))
}

const mayAsk = (platform: Platform, request: FastifyRequest): boolean => {
  const { DOMAIN_ASK_TOKEN: token } = platform.env
  const given = text(request.headers['x-token']) || text((request.query as Record<string, unknown>)['token'])
  return (token !== undefined && isSameSecret(given, token)) || isFromNetwork(platform, request)
}

export const mountAsk = (app: FastifyInstance, platform: Platform): void =>
  void app.get('/network/domains/ask', { config: { open: true, door: 'network' } }, async (request, reply) => {
    if (!mayAsk(platform, request))
      throw new AppError('INVALID_TOKEN', {
        message:
          'The operator of the server decides who asks for certificates, with DOMAIN_ASK_NETWORKS or DOMAIN_ASK_TOKEN.',
      })
    const isProved = await platform.sites.isProved(text((request.query as Record<string, unknown>)['domain']))
    return reply.code(isProved ? 200 : 404).send()
  })
