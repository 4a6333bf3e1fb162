/** The commands that talk to a server, as a person or a script calls them. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyWebhook } from '../../src/client/index.ts'
import { type Body, Caller, type TestApp, startApp } from '../support/app.ts'
import { type Sink, startSink, status } from '../support/sink.ts'
import { until } from '../support/until.ts'

const launcher = join(import.meta.dirname, '../../src/cli/launch.js')
const folder = mkdtempSync(join(tmpdir(), 'cli-online-'))
const credentials = join(folder, 'invoice-exchange/credentials.json')

let app: TestApp
let sink: Sink
let base: string
beforeAll(async () => {
  app = await startApp()
  base = await app.listen()
  sink = await startSink()
})
afterAll(async () => {
  await sink.stop()
  await app.close()
  rmSync(folder, { recursive: true })
})

interface Running {
  out(): string
  errors(): string
  input: NodeJS.WritableStream
  kill(signal: NodeJS.Signals): void
  done: Promise<{ code: number | null; out: string; errors: string; json: Body[] }>
}

/** A command as a process of its own. */
const start = (...args: string[]): Running => {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      INVOICE_EXCHANGE_URL: base,
      NODE_COMPILE_CACHE: inject('compileCache'),
    },
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const done = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    out,
    errors,
    get json() {
      return out.trim() === ''
        ? []
        : out
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Body)
    },
  }))
  return { out: () => out, errors: () => errors, input: child.stdin, kill: (signal) => child.kill(signal), done }
}
const run = (...args: string[]) => start(...args).done
const account = (): Body => JSON.parse(readFileSync(credentials, 'utf8')).default
/** The organization that the command line is signed in to. */
const self = (): Caller => new Caller(app, { authorization: `Bearer ${account().apiKey}` })

const invoice = (number: string, to = '9930:DE811569869'): Body => ({
  type: 'invoice',
  from: account().peppolId,
  to,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
  },
})
const from = async (): Promise<string> => (await self().get('/v1/companies')).body.data[0].peppolId
const file = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('signing in', { timeout: 120_000 }, () => {
  test('who is not signed in is told how to, with the exit code 4', async () => {
    const { code, out, errors } = await run('whoami')
    expect([code, out]).toEqual([4, ''])
    expect(errors).toContain('invoice-exchange login')
    const json = await run('whoami', '--json')
    expect(JSON.parse(json.errors)).toMatchObject({ error: { code: 'NOT_SIGNED_IN' } })
  })

  test('login shows a code, waits until somebody allows it, and keeps the key where nobody else can read it', async () => {
    const person = await app.tenant()
    const login = start('login', '--account', 'work', '--scopes', 'documents.read,receive')
    await until(() => /type the code {2}\S+/.test(login.errors()))
    const code = /type the code {2}(\S+)/.exec(login.errors())?.[1] ?? ''
    const { client } = app.platform.db
    const asked = await client.oauthRequest
      .findFirstOrThrow({ where: { userCode: code.replace('-', '') } })
      .catch(() => client.oauthRequest.findFirstOrThrow({ where: { userCode: code } }))
    await person.post(`/v1/oauth/requests/${asked.id}/decision`, { allow: true })
    const { code: exit, out } = await login.done
    expect([exit, out]).toEqual([0, expect.stringContaining('Signed in')])
    expect(statSync(credentials).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'invoice-exchange')).mode & 0o777).toBe(0o700)
    const me = await run('whoami', '--account', 'work', '--json')
    expect(me.json).toEqual([
      expect.objectContaining({ organizationId: person.organizationId, scopes: ['documents.read', 'receive'] }),
    ])
    // The key is renewed before it ends, and the next command has the new one.
    const stored = JSON.parse(readFileSync(credentials, 'utf8'))
    const { apiKey } = stored.work
    writeFileSync(
      credentials,
      JSON.stringify({ ...stored, work: { ...stored.work, expiresAt: new Date().toISOString() } }),
    )
    expect((await run('whoami', '--account', 'work')).code).toBe(0)
    expect(JSON.parse(readFileSync(credentials, 'utf8')).work.apiKey).not.toBe(apiKey)
    // Signing out ends it at the server as well.
    const last = JSON.parse(readFileSync(credentials, 'utf8')).work.apiKey
    expect((await run('logout', '--account', 'work')).code).toBe(0)
    expect(JSON.parse(readFileSync(credentials, 'utf8'))).not.toHaveProperty('work')
    expect((await new Caller(app, { authorization: `Bearer ${last}` }).get('/v1/me')).status).toBe(401)
  })

  test('login --sandbox makes an organization, and login --with-key takes a key', async () => {
    expect((await run('login', '--sandbox')).code).toBe(0)
    const { code, json } = await run('whoami', '--json')
    expect([code, json[0].isTestMode]).toEqual([0, true])
    const other = await app.tenant()
    const login = start('login', '--with-key', '--account', 'other', '--json')
    login.input.end(`${other.key}\n`)
    expect((await login.done).json).toEqual([
      expect.objectContaining({ account: 'other', organizationId: other.organizationId }),
    ])
    // A stored key goes to no other server.
    const elsewhere = await run('whoami', '--url', 'http://127.0.0.1:9', '--account', 'other')
    expect([elsewhere.code, elsewhere.errors]).toEqual([4, expect.stringContaining(base)])
  })
})

describe('documents', { timeout: 120_000 }, () => {
  test('send takes JSON as a word, from a file and from standard input, and waits until it has arrived', async () => {
    const sender = await from()
    const body = (number: string, to?: string) => ({ ...invoice(number, to), from: sender })
    const sent = await run('send', file('one.json', body('S-1')), '--wait', '--json')
    expect([sent.code, sent.json]).toEqual([
      0,
      [expect.objectContaining({ number: 'S-1', deliveryStatus: 'delivered' })],
    ])
    expect((await run('send', JSON.stringify(body('S-2')))).out).toContain('S-2')
    const piped = start('send', '-')
    piped.input.end(JSON.stringify(body('S-3')))
    expect((await piped.done).code).toBe(0)
    const refused = await run('send', file('no.json', body('S-4', '9930:DE000000420')), '--wait')
    expect([refused.code, refused.out]).toEqual([5, expect.stringMatching(/✗ S-4 .*AP_REJECTED/)])
    const { body: list } = await self().get('/v1/documents')
    expect(list.data.map(({ number }: Body) => number).sort()).toEqual(['S-1', 'S-2', 'S-3', 'S-4'])
  })

  test('of several files each has its own outcome, and the exit code is that of the worst', async () => {
    const sender = await from()
    const good = file('good.json', { ...invoice('M-1'), from: sender })
    const bad = file('bad.json', { ...invoice('M-2'), from: sender, document: { number: 'M-2' } })
    const { code, json, errors } = await run('send', good, bad, '--json')
    expect([code, json.map(({ number, error }) => number ?? error)]).toEqual([3, ['M-1', expect.any(String)]])
    expect(JSON.parse(errors).error.details.length).toBeGreaterThan(0)
    expect((await self().get('/v1/documents?number=M-2')).body.data).toEqual([])
  })

  test('XML is sent as it is, and the lines of a file in the background', async () => {
    const sender = await from()
    const { body: list } = await self().get('/v1/documents?number=S-1')
    const xml = String((await self().get(`/v1/documents/${list.data[0].id}/xml`)).bytes)
    const path = file('x.xml', xml.replace('>S-1<', '>X-1<'))
    expect((await run('send', path, '--from', sender, '--to', '9930:DE811569869')).out).toContain('X-1')
    const lines = [1, 2, 3].map((index) => JSON.stringify({ ...invoice(`L-${index}`), from: sender })).join('\n')
    const bulk = await run('send', file('lines.jsonl', lines), '--json')
    expect([bulk.code, bulk.json]).toEqual([0, [expect.objectContaining({ processed: 3, failed: 0 })]])
    expect((await self().get('/v1/documents?number=L-3')).body.data.length).toBe(1)
  })

  test('documents list shows a table to people and a row a line to programs; documents get fetches files', async () => {
    const table = await run('documents', 'list', '--delivery-status', 'rejected')
    expect(table.out).toMatch(/^Date .*Number .*\n.*S-4 .*361\.19 EUR.*rejected/)
    const rows = await run('documents', 'list', '--all', '--json')
    const { body: list } = await self().get('/v1/documents?limit=100')
    expect(rows.json.map(({ id }) => id)).toEqual(list.data.map(({ id }: Body) => id))
    const { id } = list.data.find(({ number }: Body) => number === 'S-1')
    expect((await run('documents', 'get', id)).out).toMatch(/^S-1 .*\n {2}From .*\n.*\n {2}Issued +2026-11-20/)
    expect((await run('documents', 'get', id, '--file', 'pdf', '--out', 'copy.pdf')).code).toBe(0)
    expect(readFileSync(join(folder, 'copy.pdf')).subarray(0, 4).toString()).toBe('%PDF')
    for (const [kind, root] of [
      ['ubl', '<Invoice'],
      ['cii', 'CrossIndustryInvoice'],
    ] as const)
      expect((await run('documents', 'get', id, '--file', kind, '--out', '-')).out).toContain(root)
    const absent = await run('documents', 'get', 'doc_none')
    expect([absent.code, absent.errors]).toEqual([5, expect.stringContaining('DOCUMENT_NOT_FOUND')])
  })

  test('export writes an archive of everything, or a list as a table', async () => {
    const { code, json } = await run('export', '--out', 'all.zip', '--json')
    expect([code, json[0].status]).toEqual([0, 'completed'])
    expect(statSync(join(folder, 'all.zip')).size).toBe(json[0].bytes)
    expect(readFileSync(join(folder, 'all.zip')).subarray(0, 2).toString()).toBe('PK')
    const query = '{ documents { nodes { number grossAmount } } }'
    expect((await run('export', '--query', query, '--format', 'csv', '--out', 'all.csv')).code).toBe(0)
    expect(readFileSync(join(folder, 'all.csv'), 'utf8')).toContain('S-1,361.19')
  })

  test('organization set changes the profile, and shows what is wrong with a value', async () => {
    const set = await run('organization', 'set', 'name=Atelier', 'contactEmail=ops@example.com', '--json')
    expect(set.json).toEqual([expect.objectContaining({ name: 'Atelier', contactEmail: 'ops@example.com' })])
    const wrong = await run('organization', 'set', 'contactEmail=nobody')
    expect([wrong.code, wrong.errors]).toEqual([3, expect.stringContaining('contactEmail')])
    expect((await run('organization', 'show')).out).toContain('ops@example.com')
  })
})

describe('events', { timeout: 120_000 }, () => {
  test('trigger makes an event happen in the sandbox, and shows it', async () => {
    const { code, json } = await run('trigger', 'document.received', '--json')
    expect([code, json]).toEqual([0, [expect.objectContaining({ type: 'document.received', livemode: false })]])
    const failed = await run('trigger', 'document.failed', '--json')
    expect(failed.json[0].data.errorCode).toBe('AP_REJECTED')
    const unknown = await run('trigger', 'domain.claimed')
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('document.received')])
  })

  test('listen forwards each event signed as a webhook, and the next run goes on where this one has ended', async () => {
    sink.posted.length = 0
    const secret = (await run('listen', '--print-secret')).out.trim()
    expect(secret).toMatch(/^whsec_/)
    const to = ['--forward-to', `${sink.url}/hook`, '--events', 'company.created']
    const first = start('listen', ...to)
    await until(() => first.errors().includes('Connected'))
    expect(first.errors()).toContain(secret)
    await self().post('/v1/companies', { vatNumber: 'DE812000001' })
    await sink.has(1)
    await until(() => first.out().includes('200'))
    first.kill('SIGINT')
    expect(await first.done).toMatchObject({ code: 0, errors: expect.stringContaining('1 events were accepted') })
    // What happens meanwhile is not lost, and what was forwarded is not doubled.
    await self().post('/v1/companies', { vatNumber: 'DE812000002' })
    const second = await run('listen', ...to, '--count', '1')
    expect([second.code, sink.posted.length]).toEqual([0, 2])
    for (const { body, headers } of sink.posted)
      await verifyWebhook(body, headers['x-service-signature'] as string, secret)
    const [one, two] = sink.posted.map(({ body }) => JSON.parse(body))
    expect(one.data.vatNumber).toBe('DE812000001')
    expect(two.data.vatNumber).toBe('DE812000002')
    // The same event once more.
    await run('listen', '--replay', one.id, '--forward-to', `${sink.url}/hook`)
    expect(JSON.parse(sink.posted[2]?.body ?? '')).toEqual(one)
  })

  test('an address that refuses an event gets it again, and one that does not answer is waited for', async () => {
    sink.posted.length = 0
    const answers = [status(503), status(200)]
    sink.answer = (response) => (answers.shift() ?? status(200))(response)
    const { seq } = (await self().get('/v1/events?type=company.created&includeAcked=true')).body.data[0]
    const to = ['--forward-to', `${sink.url}/again`, '--from', String(seq - 1), '--count', '1', '--json']
    const { code, json } = await run('listen', ...to)
    expect([code, json.map((one) => [one.attempt, one.status])]).toEqual([
      0,
      [
        [1, 503],
        [2, 200],
      ],
    ])
    expect(sink.posted.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2'])
  })

  test('tail shows events and requests as they happen', async () => {
    const tail = start('tail', '--json')
    await until(
      async () => Number((await app.anyone.get('/metrics')).body.match(/^subscriptions\{[^}]*\} 1/m)?.length ?? 0) > 0,
    )
    await until(async () => {
      await self().post('/v1/companies', {})
      return tail.out().includes('"/v1/companies"')
    })
    await self().post('/v1/companies', { vatNumber: `DE${813_000_000 + Math.trunc(performance.now() % 1e5)}` })
    await until(() => tail.out().includes('company.created'))
    tail.kill('SIGTERM')
    expect((await tail.done).code).toBe(0)
  })
})

describe('help and completion', { timeout: 120_000 }, () => {
  test('the exit code says that the server cannot be reached, after some attempts that are told', async () => {
    const { code, errors } = await run('whoami', '--url', 'http://127.0.0.1:9', '--api-key', 'svc_test_x')
    expect([code, errors]).toEqual([6, expect.stringContaining('Trying again')])
  })

  test('each command explains itself, with examples that are read as they stand there', async () => {
    const { commands, commandIn } = await import('../../src/cli/commands.ts')
    const { readInput } = await import('../../src/cli/arguments.ts')
    const { helpOf } = await import('../../src/cli/help.ts')
    for (const command of commands) {
      const help = helpOf(command)
      expect(help.split('\n').filter((line) => line.length > 110 && !line.includes('invoice-exchange'))).toEqual([])
      expect(command.examples.length).toBeGreaterThan(0)
      for (const [line] of command.examples) {
        const words = line.split(/ [<>] /)[0]?.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
        const found = commandIn(words)
        expect(`${line}: ${found?.command.name.split(' ', 1)[0]}`).toBe(`${line}: ${command.name.split(' ', 1)[0]}`)
        if (found && !command.operator) readInput(found.command, found.rest)
      }
    }
    const all = await run('help')
    expect([all.code, all.out]).toEqual([0, expect.stringContaining('Exit codes')])
    expect((await run('documents')).code).toBe(1)
  })

  test.each(['bash', 'zsh', 'fish'])('what completion prints is read by %s, where it is installed', async (shell) => {
    const { code, out } = await run('completion', shell)
    expect(code).toBe(0)
    for (const word of ['listen', 'forward-to', 'document.received', 'organization']) expect(out).toContain(word)
    const path = file(`completion.${shell}`, out)
    if (!existsSync(`/usr/bin/${shell}`) && !existsSync(`/bin/${shell}`)) return
    const { status: exit, stderr } = spawnSync(shell, ['-n', path], { encoding: 'utf8' })
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  })

  test('bash completes commands, options and values', async () => {
    const path = file('complete.bash', (await run('completion', 'bash')).out)
    const completed = (...words: string[]): string[] =>
      spawnSync(
        'bash',
        [
          '-c',
          `source ${path}; COMP_WORDS=(invoice-exchange "$@"); COMP_CWORD=$#; _invoice_exchange; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          ...words,
        ],
        { encoding: 'utf8' },
      )
        .stdout.trim()
        .split('\n')
    expect(completed('li')).toEqual(['listen'])
    expect(completed('documents', '')).toEqual(['list', 'get'])
    expect(completed('documents', 'list', '--dir')).toEqual(['--direction'])
    expect(completed('documents', 'list', '--direction', 'i')).toEqual(['incoming'])
    expect(completed('trigger', 'document.r')).toEqual(['document.received', 'document.retrying'])
  })
})
