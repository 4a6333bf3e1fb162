/** The commands that talk to a server, as a person or a script calls them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { commandIn, commands } from '../../src/cli/commands.ts'
import { readInput } from '../../src/cli/arguments.ts'
import { helpOf } from '../../src/cli/help.ts'
import { verifyWebhook } from '../../src/client/index.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Ran, linesOf, runCommandLine } from '../support/command-line.ts'
import { type Sink, startSink, status } from '../support/sink.ts'
import { subscriptions } from '../support/sockets.ts'
import { including, until } from '../support/until.ts'

const launcher = join(import.meta.dirname, '../../src/cli/launch.js')
const folder = mkdtempSync(join(tmpdir(), 'cli-online-'))

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

let homes = 0

/** Somebody at a terminal, with a folder of settings of their own. */
class Person {
  readonly home = join(folder, String((homes += 1)))
  readonly credentials = join(this.home, 'invoice-exchange/credentials.json')

  constructor(tenant?: Tenant) {
    mkdirSync(join(this.home, 'invoice-exchange'), { recursive: true, mode: 0o700 })
    if (tenant) this.store({ default: { url: base, apiKey: tenant.key, organizationId: tenant.organizationId } })
  }
  get env(): Record<string, string> {
    return { HOME: this.home, XDG_CONFIG_HOME: this.home, INVOICE_EXCHANGE_URL: base }
  }
  accounts(): Body {
    return JSON.parse(readFileSync(this.credentials, 'utf8'))
  }
  store(accounts: object): void {
    writeFileSync(this.credentials, JSON.stringify(accounts))
  }
  file(name: string, content: unknown): string {
    const path = join(this.home, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  run(...args: string[]): Promise<Ran> {
    return runCommandLine(args, { env: this.env })
  }
  runWith(input: string, ...args: string[]): Promise<Ran> {
    return runCommandLine(args, { env: this.env, input })
  }
  /** As a process of its own, which a signal ends. */
  start(...args: string[]) {
    const child: ChildProcess = spawn(process.execPath, [launcher, ...args], {
      cwd: this.home,
      env: { ...this.env, PATH: process.env['PATH'], NODE_COMPILE_CACHE: inject('compileCache') },
    })
    let [out, errors] = ['', '']
    child.stdout?.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr?.on('data', (part: Buffer) => (errors += part.toString()))
    const done = once(child, 'close').then(([code]) => ({ code: code as number | null, out, errors }))
    return { out: () => out, errors: () => errors, kill: (signal: NodeJS.Signals) => child.kill(signal), done }
  }
}

/** Somebody who is signed in, and the organization. */
const signedIn = async (): Promise<{ person: Person; tenant: Tenant }> => {
  const tenant = await app.tenant()
  return { person: new Person(tenant), tenant }
}

const invoice = ({ peppolId }: Tenant, number: string, to = '9930:DE811569869'): Body => ({
  type: 'invoice',
  from: peppolId,
  to,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
  },
})
const REFUSING = '9930:DE000000420'

/** Documents that were sent by the API, and arrived or were refused. */
const sent = async (tenant: Tenant, ...bodies: Body[]): Promise<string[]> => {
  const ids: string[] = []
  for (const body of bodies) ids.push((await tenant.post('/v1/documents/send', body)).body.id)
  await app.settle()
  return ids
}

describe('signing in', () => {
  test('who is not signed in is told how to, with the exit code 4', async () => {
    const person = new Person()
    const { code, out, errors } = await person.run('whoami')
    expect([code, out]).toEqual([4, ''])
    expect(errors).toContain('invoice-exchange login')
    const json = await person.run('whoami', '--json')
    expect(JSON.parse(json.errors)).toMatchObject({ error: { code: 'NOT_SIGNED_IN' } })
  })

  test(
    'login shows a code, waits until somebody allows it, and keeps the key where nobody else can read it',
    { tags: 'heavy' },
    async () => {
      const tenant = await app.tenant()
      const person = new Person()
      rmSync(join(person.home, 'invoice-exchange'), { recursive: true })
      const login = person.start('login', '--account', 'work', '--scopes', 'documents.read,receive')
      await until(login.errors, (said) => /type the code {2}\S+/.test(said))
      const code = /type the code {2}(\S+)/.exec(login.errors())?.[1] ?? ''
      const { client } = app.platform.db
      const asked = await client.oauthRequest
        .findFirstOrThrow({ where: { userCode: code.replace('-', '') } })
        .catch(() => client.oauthRequest.findFirstOrThrow({ where: { userCode: code } }))
      await tenant.post(`/v1/oauth/requests/${asked.id}/decision`, { allow: true })
      const { code: exit, out } = await login.done
      expect([exit, out]).toEqual([0, expect.stringContaining('Signed in')])
      expect(statSync(person.credentials).mode & 0o777).toBe(0o600)
      expect(statSync(join(person.home, 'invoice-exchange')).mode & 0o777).toBe(0o700)
      const me = await person.run('whoami', '--account', 'work', '--json')
      expect(me.json).toEqual([
        expect.objectContaining({ organizationId: tenant.organizationId, scopes: ['documents.read', 'receive'] }),
      ])
      // The key is renewed before it ends, and the next command has the new one.
      const { work } = person.accounts()
      person.store({ work: { ...work, expiresAt: systemClock.now().toISOString() } })
      expect((await person.run('whoami', '--account', 'work')).code).toBe(0)
      const last = person.accounts().work.apiKey
      expect(last).not.toBe(work.apiKey)
      // Signing out ends it at the server as well.
      expect((await person.run('logout', '--account', 'work')).code).toBe(0)
      expect(person.accounts()).not.toHaveProperty('work')
      expect((await new Caller(app, { authorization: `Bearer ${last}` }).get('/v1/me')).status).toBe(401)
    },
  )

  test('login --sandbox makes an organization, and login --with-key takes a key', async () => {
    const person = new Person()
    expect((await person.run('login', '--sandbox')).code).toBe(0)
    const { code, json } = await person.run('whoami', '--json')
    expect([code, json[0].isTestMode]).toEqual([0, true])
    const other = await app.tenant()
    const login = await person.runWith(`${other.key}\n`, 'login', '--with-key', '--account', 'other', '--json')
    expect(login.json).toEqual([expect.objectContaining({ account: 'other', organizationId: other.organizationId })])
    // A stored key goes to no other server.
    const elsewhere = await person.run('whoami', '--url', 'http://127.0.0.1:9', '--account', 'other')
    expect([elsewhere.code, elsewhere.errors]).toEqual([4, expect.stringContaining(base)])
  })
})

describe('documents', () => {
  test('send takes JSON as a word, from a file and from standard input, and waits until it has arrived', async () => {
    const { person, tenant } = await signedIn()
    const waited = await person.run('send', person.file('one.json', invoice(tenant, 'S-1')), '--wait', '--json')
    expect([waited.code, waited.json]).toEqual([
      0,
      [expect.objectContaining({ number: 'S-1', deliveryStatus: 'delivered' })],
    ])
    expect((await person.run('send', JSON.stringify(invoice(tenant, 'S-2')))).out).toContain('S-2')
    expect((await person.runWith(JSON.stringify(invoice(tenant, 'S-3')), 'send', '-')).code).toBe(0)
    const refused = await person.run('send', person.file('no.json', invoice(tenant, 'S-4', REFUSING)), '--wait')
    expect([refused.code, refused.out]).toEqual([5, expect.stringMatching(/✗ S-4 .*AP_REJECTED/)])
    const { body: list } = await tenant.get('/v1/documents')
    expect(list.data.map(({ number }: Body) => number).sort()).toEqual(['S-1', 'S-2', 'S-3', 'S-4'])
  })

  test('of several files each has its own outcome, and the exit code is that of the worst', async () => {
    const { person, tenant } = await signedIn()
    const good = person.file('good.json', invoice(tenant, 'M-1'))
    const bad = person.file('bad.json', { ...invoice(tenant, 'M-2'), document: { number: 'M-2' } })
    const { code, json, errors } = await person.run('send', good, bad, '--json')
    expect([code, json.map(({ number, error }) => number ?? error)]).toEqual([3, ['M-1', expect.any(String)]])
    expect(JSON.parse(errors).error.details.length).toBeGreaterThan(0)
    expect((await tenant.get('/v1/documents?number=M-2')).body.data).toEqual([])
  })

  test('XML is sent as it is, and the lines of a file in the background', async () => {
    const { person, tenant } = await signedIn()
    const [id] = await sent(tenant, invoice(tenant, 'S-1'))
    const xml = String((await tenant.get(`/v1/documents/${id}/xml`)).bytes)
    const path = person.file('x.xml', xml.replace('>S-1<', '>X-1<'))
    expect((await person.run('send', path, '--from', tenant.peppolId, '--to', '9930:DE811569869')).out).toContain('X-1')
    const lines = [1, 2, 3].map((index) => JSON.stringify(invoice(tenant, `L-${index}`))).join('\n')
    const bulk = await person.run('send', person.file('lines.jsonl', lines), '--json')
    expect([bulk.code, bulk.json]).toEqual([0, [expect.objectContaining({ processed: 3, failed: 0 })]])
    expect((await tenant.get('/v1/documents?number=L-3')).body.data.length).toBe(1)
  })

  test('documents list shows a table to people and a row a line to programs; documents get fetches files', async () => {
    const { person, tenant } = await signedIn()
    const [id = ''] = await sent(tenant, invoice(tenant, 'S-1'), invoice(tenant, 'S-4', REFUSING))
    const table = await person.run('documents', 'list', '--delivery-status', 'rejected')
    expect(table.out).toMatch(/^Date .*Number .*\n.*S-4 .*361\.19 EUR.*rejected/)
    const rows = await person.run('documents', 'list', '--all', '--json')
    const { body: list } = await tenant.get('/v1/documents?limit=100')
    expect(rows.json.map(({ number }) => number)).toEqual(list.data.map(({ number }: Body) => number))
    expect(rows.json).toHaveLength(2)
    expect((await person.run('documents', 'get', id)).out).toMatch(/^S-1 .*\n {2}From .*\n.*\n {2}Issued +2026-11-20/)
    const copy = join(person.home, 'copy.pdf')
    expect((await person.run('documents', 'get', id, '--file', 'pdf', '--out', copy)).code).toBe(0)
    expect(readFileSync(copy).subarray(0, 4).toString()).toBe('%PDF')
    for (const [kind, root] of [
      ['ubl', '<Invoice'],
      ['cii', 'CrossIndustryInvoice'],
    ] as const)
      expect((await person.run('documents', 'get', id, '--file', kind, '--out', '-')).out).toContain(root)
    const absent = await person.run('documents', 'get', 'doc_none')
    expect([absent.code, absent.errors]).toEqual([5, expect.stringContaining('DOCUMENT_NOT_FOUND')])
  })

  test('export writes an archive of everything, or a list as a table', async () => {
    const { person, tenant } = await signedIn()
    await sent(tenant, invoice(tenant, 'S-1'))
    const [archive, table] = [join(person.home, 'all.zip'), join(person.home, 'all.csv')]
    const { code, json } = await person.run('export', '--out', archive, '--json')
    expect([code, json[0].status]).toEqual([0, 'completed'])
    expect(statSync(archive).size).toBe(json[0].bytes)
    expect(readFileSync(archive).subarray(0, 2).toString()).toBe('PK')
    const query = '{ documents { nodes { number grossAmount } } }'
    expect((await person.run('export', '--query', query, '--format', 'csv', '--out', table)).code).toBe(0)
    expect(readFileSync(table, 'utf8')).toContain('S-1,361.19')
  })

  test('organization set changes the profile, and shows what is wrong with a value', async () => {
    const { person } = await signedIn()
    const set = await person.run('organization', 'set', 'name=Atelier', 'contactEmail=ops@example.com', '--json')
    expect(set.json).toEqual([expect.objectContaining({ name: 'Atelier', contactEmail: 'ops@example.com' })])
    const wrong = await person.run('organization', 'set', 'contactEmail=nobody')
    expect([wrong.code, wrong.errors]).toEqual([3, expect.stringContaining('contactEmail')])
    expect((await person.run('organization', 'show')).out).toContain('ops@example.com')
  })
})

describe('events', () => {
  test('trigger makes an event happen in the sandbox, and shows it', async () => {
    const { person } = await signedIn()
    const { code, json } = await person.run('trigger', 'document.received', '--json')
    expect([code, json]).toEqual([0, [expect.objectContaining({ type: 'document.received', livemode: false })]])
    const failed = await person.run('trigger', 'document.failed', '--json')
    expect(failed.json[0].data.errorCode).toBe('AP_REJECTED')
    const unknown = await person.run('trigger', 'domain.claimed')
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('document.received')])
  })

  test('listen forwards each event signed as a webhook, and the next run goes on where this one has ended', async () => {
    sink.posted.length = 0
    const { person, tenant } = await signedIn()
    const secret = (await person.run('listen', '--print-secret')).out.trim()
    expect(secret).toMatch(/^whsec_/)
    const to = ['--forward-to', `${sink.url}/hook`, '--events', 'company.created']
    await tenant.post('/v1/companies', { vatNumber: 'DE812000001' })
    const first = await person.run('listen', ...to, '--from', 'oldest', '--count', '1')
    expect(first.errors).toContain(secret)
    expect(first).toMatchObject({ code: 0, errors: expect.stringContaining('1 events were accepted') })
    // What happens meanwhile is not lost, and what was forwarded is not doubled.
    await tenant.post('/v1/companies', { vatNumber: 'DE812000002' })
    const second = await person.run('listen', ...to, '--count', '1')
    expect([second.code, sink.posted.length]).toEqual([0, 2])
    for (const { body, headers } of sink.posted)
      await verifyWebhook(body, headers['x-service-signature'] as string, secret)
    const [one, two] = sink.posted.map(({ body }) => JSON.parse(body))
    expect(one.data.vatNumber).toBe('DE812000001')
    expect(two.data.vatNumber).toBe('DE812000002')
    // The same event once more.
    await person.run('listen', '--replay', one.id, '--forward-to', `${sink.url}/hook`)
    expect(JSON.parse(sink.posted[2]?.body ?? '')).toEqual(one)
  })

  test('listen forwards events as they happen until Ctrl-C ends it', { tags: 'heavy' }, async () => {
    sink.posted.length = 0
    const { person, tenant } = await signedIn()
    const listening = person.start('listen', '--forward-to', `${sink.url}/hook`, '--events', 'company.created')
    await until(listening.errors, including('Connected'))
    await tenant.post('/v1/companies', { vatNumber: 'DE812000001' })
    await sink.has(1)
    await until(listening.out, including('200'))
    listening.kill('SIGINT')
    expect(await listening.done).toMatchObject({ code: 0, errors: expect.stringContaining('1 events were accepted') })
  })

  test('an address that refuses an event gets it again, and one that does not answer is waited for', async () => {
    sink.posted.length = 0
    const { person, tenant } = await signedIn()
    await tenant.post('/v1/companies', { vatNumber: 'DE812000001' })
    const answers = [status(503), status(200)]
    sink.answer = (response) => (answers.shift() ?? status(200))(response)
    const to = ['--forward-to', `${sink.url}/again`, '--from', 'oldest', '--count', '1', '--json']
    const { code, json } = await person.run('listen', ...to)
    expect([code, json.map((one) => [one.attempt, one.status])]).toEqual([
      0,
      [
        [1, 503],
        [2, 200],
      ],
    ])
    expect(sink.posted.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2'])
  })

  test('tail shows events and requests as they happen', { tags: 'heavy' }, async () => {
    const { person, tenant } = await signedIn()
    const tail = person.start('tail', '--json')
    await until(() => subscriptions(app), 1)
    await until(async () => {
      await tenant.post('/v1/companies', {})
      return tail.out()
    }, including('"/v1/companies"'))
    await tenant.post('/v1/companies', { vatNumber: 'DE813000001' })
    await until(tail.out, including('company.created'))
    tail.kill('SIGTERM')
    const { code, out } = await tail.done
    expect(code).toBe(0)
    expect(linesOf(out).flatMap(Object.keys)).toEqual(expect.arrayContaining(['event', 'request']))
  })
})

describe('help and completion', () => {
  test(
    'the exit code says that the server cannot be reached, after some attempts that are told',
    { tags: 'heavy' },
    async () => {
      const person = new Person()
      const { code, errors } = await person.run('whoami', '--url', 'http://127.0.0.1:9', '--api-key', 'svc_test_x')
      expect([code, errors]).toEqual([6, expect.stringContaining('Trying again')])
    },
  )

  test('each command explains itself, with examples that are read as they stand there', async () => {
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
    const all = await runCommandLine(['help'])
    expect([all.code, all.out]).toEqual([0, expect.stringContaining('Exit codes')])
    expect((await runCommandLine(['documents'])).code).toBe(1)
  })

  test.each(['bash', 'zsh', 'fish'])('what completion prints is read by %s, where it is installed', async (shell) => {
    const { code, out } = await runCommandLine(['completion', shell])
    expect(code).toBe(0)
    for (const word of ['listen', 'forward-to', 'document.received', 'organization']) expect(out).toContain(word)
    const path = new Person().file(`completion.${shell}`, out)
    if (!existsSync(`/usr/bin/${shell}`) && !existsSync(`/bin/${shell}`)) return
    const { status: exit, stderr } = spawnSync(shell, ['-n', path], { encoding: 'utf8' })
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  })

  test('bash completes commands, options and values', async () => {
    const path = new Person().file('complete.bash', (await runCommandLine(['completion', 'bash'])).out)
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
