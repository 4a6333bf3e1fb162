/** @module-tag heavy */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { freshVat } from '../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../support/processes.ts'
import { until } from '../support/until.ts'

const PATIENCE_MS = 90_000

const processes = serverProcesses()
const { start, fails } = processes
const folder = processes.folder
afterAll(() => processes.end())

const allVats = async (base: string, key: string): Promise<Set<string>> =>
  new Set((await allOf(base, key, '/v1/companies')).map(({ vatNumber }) => vatNumber))

/** Resolves when nothing listens there any more. */
const deaf = async (base: string): Promise<void> => {
  const { hostname, port } = new URL(base)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const heard = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      once(socket, 'error').then(() => false),
    ])
    socket.destroy()
    if (!heard) return
    await wait(10)
  }
}

/** What callers and the balancer see after the first SIGTERM. */
const drained = async (server: Started) => {
  const healthOf = async (what: string): Promise<number> => (await call(server.base, '', `/health/${what}`)).status
  const before = await healthOf('serving')
  const { body: other } = await call(server.base, '', '/v1/sandbox/bootstrap', { label: 'x', keyType: 'platform' })
  server.child.kill('SIGTERM')
  return {
    serving: [before, await until(() => healthOf('serving'), 503)],
    readiness: await healthOf('readiness'),
    liveness: await healthOf('liveness'),
    registered: (await call(server.base, other.apiKey, '/v1/companies', { vatNumber: freshVat() })).status,
    connection: (await fetch(`${server.base}/health/liveness`)).headers.get('connection'),
  }
}

/** What a request answers that was begun before the last SIGTERM and whose body came after it. */
const endedInFlight = async (
  server: Started,
  vatNumber: string,
): Promise<{ status: number | undefined; body: Body; code: number | null }> => {
  const { body: other } = await call(server.base, '', '/v1/sandbox/bootstrap', {
    label: 'in flight',
    keyType: 'platform',
  })
  const authorization = `Bearer ${other.apiKey}`
  const stream = await fetch(`${server.base}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { events { id } }' }),
  })
  const streamed = stream.text().catch(() => 'cut')
  const payload = JSON.stringify({ vatNumber })
  const request = httpRequest(`${server.base}/v1/companies`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization,
      'content-type': 'application/json',
      'content-length': payload.length,
      expect: '100-continue',
    },
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.flushHeaders()
  // The server has begun with the request when it asks for the body.
  await once(request, 'continue')
  server.child.kill('SIGTERM')
  await deaf(server.base)
  request.end(payload)
  const [response] = await answered
  let text = ''
  for await (const part of response) text += String(part)
  await streamed
  return { status: response.statusCode, body: { ...JSON.parse(text), key: other.apiKey }, code: await server.ended }
}

/**
 * The first server on a folder, its end, and the server that follows it. Starting takes longer than all the rest, so it
 * is done once.
 */
const lives = async () => {
  const settings = { DATA_DIR: join(folder, 'first') }
  const first = await start({ ...settings, SHUTDOWN_DRAIN_MS: '60000', SHUTDOWN_GRACE_MS: '60000' })
  const lines = first.output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('curl '))
  const answers: Body[] = []
  for (const line of lines) answers.push(JSON.parse((await promisify(execFile)('/bin/sh', ['-c', line])).stdout))
  const draining = await drained(first)
  const vatNumber = freshVat()
  // A second signal is from somebody who does not want to wait.
  const inFlight = await endedInFlight(first, vatNumber)
  return { settings, first, answers, draining, vatNumber, inFlight, second: await start(settings) }
}
let told: Awaited<ReturnType<typeof lives>>
beforeAll(async () => void (told = await lives()), PATIENCE_MS)

describe('starting', () => {
  test('a start prints a key, three lines that work as printed, and where to look', () => {
    const { first, answers } = told
    expect(first.output).toContain('It keeps its data when the process ends, but can lose data when the power fails')
    for (const path of ['/graphql', '/docs', '/health/readiness'])
      expect(first.output).toContain(`${first.base}${path}`)
    expect(answers).toMatchObject([
      { vatNumber: 'FR40303265045', id: expect.stringMatching(/^comp_/) },
      { data: [{ vatNumber: 'FR40303265045' }, { country: 'BE' }], hasMore: false },
      { data: expect.arrayContaining([expect.objectContaining({ type: 'company.created' })]) },
    ])
  })

  test('a second start finds what the first has stored, and prints the same key as long as it is valid', async () => {
    const { first, second, answers } = told
    const identities = ({ data }: Body) =>
      data.map(({ id, name, vatNumber, createdAt }: Body) => ({ id, name, vatNumber, createdAt }))
    // It may have been published since.
    expect(identities((await call(second.base, first.key, '/v1/companies')).body)).toEqual(identities(answers[1]))
    expect(second.key).toBe(first.key)
  })

  test('the key that seals secrets is not in the database that holds what it seals', () => {
    const { settings } = told
    const file = join(settings.DATA_DIR, 'secrets-key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const key = readFileSync(file, 'latin1')
    expect(key).toHaveLength(44)
    const database = join(settings.DATA_DIR, 'postgres')
    const holding = readdirSync(database, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('pg_wal'))
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1').includes(key))
    expect(holding.map(({ name }) => name)).toEqual([])
  })
})

describe('SIGTERM', () => {
  test('SIGTERM lets a request in flight finish, ends streams, and exits with 0', async () => {
    const { vatNumber, inFlight, second } = told
    expect({ status: inFlight.status, vatNumber: inFlight.body.vatNumber, code: inFlight.code }).toEqual({
      status: 201,
      vatNumber,
      code: 0,
    })
    expect((await allVats(second.base, inFlight.body.key)).has(vatNumber)).toBe(true)
  })
})

describe('a deployment with a balancer', () => {
  test('SIGTERM is told to the balancer first: requests are served while it drains, and none is cut', () => {
    expect(told.draining).toEqual({
      serving: [200, 503],
      readiness: 503,
      liveness: 200,
      registered: 201,
      // Who keeps connections makes the next one, to an instance that serves.
      connection: 'close',
    })
  })
})

describe('a client that wants another protocol where there is none', () => {
  test('a refused protocol upgrade is answered 404, and cutting it ends only its own connection', async () => {
    const { second: server } = told
    const { hostname, port } = new URL(server.base)
    const socket = connect(Number(port), hostname)
    socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 [^]*\r\nX-Request-Id: req_[^]*"code":"RESOURCE_NOT_FOUND"/)
    socket.resetAndDestroy()
    expect((await call(server.base, server.key, '/v1/me')).status).toBe(200)
    expect(server.child.exitCode).toBeNull()
  })
})

describe('a start that fails', () => {
  /** Whichever is there: to start with a server costs half. */
  const database = async (name: string): Promise<Record<string, string>> =>
    inject('postgres') === '' ? { DATA_DIR: processes.dataFolder(name) } : { DATABASE_URL: await emptyDatabase(name) }
  const expectPlain = ({ code, said, printed }: Awaited<ReturnType<typeof fails>>): void => {
    expect({ code, printed }).toEqual({ code: 1, printed: '' })
    expect(said).not.toMatch(/^\s+at |node_modules|Error:|\.ts:\d/m)
  }

  test('a data folder or a port in use ends the start with one sentence', { timeout: PATIENCE_MS }, async () => {
    const { settings, second: holder } = told
    const another = await fails(settings)
    expectPlain(another)
    expect(another.said).toBe(
      `The data folder ${settings.DATA_DIR} is in use by the process ${holder.child.pid}. Stop that process, or set ` +
        'DATA_DIR to another folder.\n',
    )
    const { port } = new URL(holder.base)
    const third = await fails({ ...(await database('other')), PORT: port })
    expectPlain(third)
    expect(third.said).toBe(
      `The port ${port} is in use. Stop the process that uses it, or set PORT to another number.\n`,
    )
    expect((await call(holder.base, holder.key, '/v1/me')).status).toBe(200)
  })

  test('a data folder that cannot be read ends the start with one sentence', { timeout: PATIENCE_MS }, async () => {
    const broken = join(folder, 'broken')
    mkdirSync(join(broken, 'postgres'), { recursive: true })
    writeFileSync(join(broken, 'postgres', 'PG_VERSION'), '99')
    const failure = await fails({ DATA_DIR: broken })
    expectPlain(failure)
    expect(failure.said).toMatch(/^The embedded database in \S+ cannot be used[^\n]+\n$/)
  })

  test('bad settings end the start with every fault at once', { timeout: PATIENCE_MS }, async () => {
    const failure = await fails({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      SERVICE_MODE: 'live',
      REDIS_URL: 'http://x',
      TRUST_PROXY: 'yes',
    })
    expectPlain(failure)
    for (const name of ['PORT', 'LOG_LEVEL', 'REDIS_URL', 'TRUST_PROXY']) expect(failure.said).toContain(`  ${name}: `)
    expect((await fails({ SERVICE_MODE: 'live' })).said).toContain(
      'DATABASE_URL: SERVICE_MODE=live requires a PostgreSQL server',
    )
  })

  test('a database that does not answer ends the start with one sentence', { timeout: PATIENCE_MS }, async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    const failure = await fails({ DATABASE_URL: `postgresql://u:hunter2@127.0.0.1:${port}/x` })
    expectPlain(failure)
    expect(failure.said).toBe(
      'The database does not answer at DATABASE_URL. Start the database, or correct the address.\n',
    )
  })

  test(
    'a folder that is a file, an unknown host and an absent list of operations each end the start with one sentence',
    { timeout: PATIENCE_MS },
    async () => {
      const file = join(folder, 'file')
      writeFileSync(file, '')
      const cases = await Promise.all([
        fails({ DATA_DIR: file }),
        fails({ HOST: 'no.such.host.invalid', ...(await database('host')) }),
        fails({ PERSISTED_OPERATIONS_FILE: join(folder, 'absent.json'), ...(await database('persisted')) }),
      ])
      for (const failure of cases) expectPlain(failure)
      expect(
        cases.map(({ said }) =>
          ['Set DATA_DIR', 'HOST', 'PERSISTED_OPERATIONS_FILE'].map((name) => said.includes(name)),
        ),
      ).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
      ])
    },
  )
})
