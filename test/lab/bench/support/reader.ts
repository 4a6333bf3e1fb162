import { Agent, request } from 'node:http'
import type { Server } from '../../../support/servers.ts'
import { type Tenant, bearer } from './seed.ts'

/** One connection, one request after the other, with the keys of a tenant in turn. */
export const reader = <Body>({ url }: Server) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let asked = 0
  return ({ keys }: Tenant, path: string, body?: object): Promise<{ body: Body; ms: number }> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const headers = {
        ...bearer(keys[asked++ % keys.length] ?? ''),
        ...(body && { 'content-type': 'application/json' }),
      }
      request(url + path, { agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const ms = performance.now() - began
            const text = Buffer.concat(parts).toString()
            if (answer.statusCode === 200) resolve({ body: JSON.parse(text) as Body, ms })
            else reject(new Error(`${path}: ${answer.statusCode} ${text}`))
          })
      })
        .on('error', reject)
        .end(body && JSON.stringify(body))
    })
}
