import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasRole, roles, rolesOf } from '../kernel/env/roles.ts'
import type { Platform } from '../operation/platform.ts'
import { firstKey } from './first-key.ts'

const ownAddress = (server: FastifyInstance): string => {
  const { address, port, family } = server.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** What a person who has just started the server needs to go on. */
export const announce = async (platform: Platform, server: FastifyInstance): Promise<void> => {
  if (hasRole(platform.env, 'server')) return announceServer(platform, platform.env.BASE_URL ?? ownAddress(server))
  const what = rolesOf(platform.env).map((role) => `${role} (${roles[role]})`)
  process.stdout.write(`Invoice Exchange: ${what.join(', ')}; health and metrics are at ${ownAddress(server)}\n`)
}

const announceServer = async (platform: Platform, base: string): Promise<void> => {
  const lines = ['', `Invoice Exchange (${platform.env.SERVICE_MODE}) is listening on ${base}`, '']
  if (platform.db.kind === 'embedded')
    lines.push(
      `  Database   embedded, in ${platform.env.DATA_DIR}. It keeps its data when the process ends, but can lose ` +
        'data when the power fails. Set DATABASE_URL to use PostgreSQL.',
    )
  lines.push(
    `  Console    ${base}/console`,
    `  GraphiQL   ${base}/graphql`,
    `  Reference  ${base}/docs`,
    `  Health     ${base}/health/readiness`,
    '',
  )
  if (platform.env.SERVICE_MODE === 'sandbox') lines.push(...(await firstSteps(platform, base)), '')
  process.stdout.write(`${lines.join('\n')}\n`)
}

const firstSteps = async (platform: Platform, base: string): Promise<string[]> => {
  const apiKey = await firstKey(platform)
  const json = `-H 'Content-Type: application/json'`
  const auth = `-H 'Authorization: Bearer ${apiKey}'`
  return [
    `  A test key (valid for 7 days):  ${apiKey}`,
    '',
    `  curl -s -X POST ${base}/v1/companies ${auth} ${json} -d '{"vatNumber":"FR40303265045"}'`,
    `  curl -s ${base}/v1/companies ${auth}`,
    `  curl -s ${base}/v1/events ${auth}`,
  ]
}
