/** `GET /network/domains/ask?domain=`: a proxy with on-demand TLS asks which hosts may get a certificate. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerAddress } from '../../auth/caller-address.ts'
import { requireSharedSecret } from '../../auth/guesses.ts'
import { liesWithin } from '../../auth/networks.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Platform } from '../../operation/platform.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What comes through a proxy that the settings do not know has the address of the proxy, and is not from there. */
const isFromNetwork = ({ env }: Platform, { raw }: FastifyRequest): boolean => {
  const { DOMAIN_ASK_NETWORKS: networks = [], TRUST_PROXY: proxies } = env
  if (proxies === 0 && raw.headers['x-forwarded-for'] !== undefined) return false
  return networks.length > 0 && liesWithin(networks, callerAddress(raw, proxies))
}

const forbidden = (): AppError =>
  new AppError('INVALID_TOKEN', {
    message:
      'The operator of the server decides who asks for certificates, with DOMAIN_ASK_NETWORKS or DOMAIN_ASK_TOKEN.',
  })

const requireAsker = async (platform: Platform, request: FastifyRequest): Promise<void> => {
  if (isFromNetwork(platform, request)) return
  const { DOMAIN_ASK_TOKEN: expected } = platform.env
  const given = text(request.headers['x-token']) || text((request.query as Record<string, unknown>)['token'])
  const refusal = forbidden()
  if (expected === undefined || given === '') throw refusal
  await requireSharedSecret(platform, { door: 'ask', request: request.raw, given, expected, refusal })
}

export const mountAsk = (app: FastifyInstance, platform: Platform): void =>
  void app.get('/network/domains/ask', { config: { open: true, door: 'network' } }, async (request, reply) => {
    await requireAsker(platform, request)
    const isProved = await platform.sites.isProved(text((request.query as Record<string, unknown>)['domain']))
    return reply.code(isProved ? 200 : 404).send()
  })
