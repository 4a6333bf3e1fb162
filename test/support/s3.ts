import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
  httpServer: Server
}
type S3rverClass = new (options: object) => S3rver
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass

export const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

const OBJECT = '._S3rver_object'

export interface ObjectStore {
  endpoint: string
  settings: Record<string, string>
  requests: string[]
  keys(prefix: string): Promise<string[]>
  close(): Promise<void>
}

/** A server that speaks S3 and checks signatures, on loopback, with one bucket. */
export const startObjectStore = async (bucket: string): Promise<ObjectStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'invoice-exchange-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const requests: string[] = []
  server.httpServer.on('request', (request: IncomingMessage) => void requests.push(`${request.method} ${request.url}`))
  return {
    endpoint,
    requests,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: 'eu-west-3',
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    async keys(prefix) {
      const files = await readdir(join(folder, bucket), { recursive: true })
      return files
        .filter((file) => file.startsWith(prefix) && file.endsWith(OBJECT))
        .map((file) => file.slice(0, -OBJECT.length))
    },
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
