/** The files with which people run the product say what the product says: settings, ports, paths, programs and times. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { load, loadAll } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { healthQuestions } from '../../src/doors/health/questions.ts'
import { readEnv } from '../../src/kernel/env.ts'
import { hasRole } from '../../src/kernel/env/roles.ts'
import { settings } from '../../src/kernel/env/settings.ts'
import type { Body } from '../support/app.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const dockerfile = read('Dockerfile')
const unit = read('deploy/invoice-exchange.service')
/** What stands in the environment where nothing else is said. */
const filled = (text: string): string => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1')
const compose = load(filled(read('compose.yaml'))) as Body
const manifests = loadAll(read('deploy/kubernetes.yaml')) as Body[]
const defaults = readEnv({})
const PORT = defaults.PORT

/** A package, without those that lie in its folder. */
const bytesOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, one) => {
    const path = join(folder, one.name)
    if (one.isDirectory()) return one.name === 'node_modules' ? sum : sum + bytesOf(path)
    return one.isFile() ? sum + statSync(path).size : sum
  }, 0)

const kindOf = (kind: string): Body[] => manifests.filter((one) => one.kind === kind)
const ofKubernetes: Record<string, string> = { ...kindOf('ConfigMap')[0]?.data, ...kindOf('Secret')[0]?.stringData }
const pods = kindOf('Deployment').map((one) => one.spec.template.spec)
const [server, worker] = pods.map((pod) => pod.containers[0])
/** Of the system, and not of ours. */
const OTHERS = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_TRIM_THRESHOLD_'])

const environments: readonly (readonly [file: string, Record<string, string>])[] = [
  [
    'Dockerfile',
    Object.fromEntries([...dockerfile.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value])),
  ],
  ['compose.yaml', compose.services.server.environment],
  ['deploy/kubernetes.yaml', ofKubernetes],
  [
    'deploy/invoice-exchange.service',
    Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value])),
  ],
].map(([file, given]) => [
  file as string,
  Object.fromEntries(Object.entries(given as object).filter(([name]) => !OTHERS.has(name) && name !== 'NODE_IMAGE')),
])

describe('the files that run the product', () => {
  test('the image has every table of data that the product reads beside its code', () => {
    const tables = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsv$|\/xsd\/tables$/.test(file),
    )
    const copied = [...dockerfile.matchAll(/^COPY (src\S+?)(?:\/\*\.tsv)? \.\/src/gm)].map(([, source]) => source)
    const wanted = tables.map((file) => `src/${file.endsWith('.tsv') ? dirname(file) : file}`)
    expect(wanted.length).toBeGreaterThan(15)
    expect(copied).toEqual(expect.arrayContaining([...new Set(wanted)]))
  })
  test.each(environments)('%s names settings that there are, with values that a start takes', (_file, given) => {
    const names = Object.keys(given).filter((name) => /^[A-Z_0-9]+$/.test(name))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !(name in settings.shape))).toEqual([])
    expect(() => readEnv(given)).not.toThrow()
  })

  test('ports are those of the settings', () => {
    expect(dockerfile).toContain(`EXPOSE ${PORT}\n`)
    expect(compose.services.server.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`])
    expect(server.ports).toEqual([
      { name: 'http', containerPort: PORT },
      { name: 'metrics', containerPort: Number(ofKubernetes['METRICS_PORT']) },
    ])
    expect(kindOf('Service')[0]?.spec.ports[0].targetPort).toBe('http')
  })

  test('health is asked at paths that there are: a process that lives is not ended, one that does not serve gets no callers', () => {
    expect(dockerfile).toContain('/health/liveness')
    const { startupProbe, livenessProbe, readinessProbe } = server
    const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)
    expect(paths).toEqual(['/health/liveness', '/health/liveness', '/health/serving'])
    for (const path of paths) expect(Object.keys(healthQuestions)).toContain(path)
  })

  test('servers, workers and relays: every role is done by some process, and servers do no work', () => {
    const of = (pod: Body): string => pod.env.find(({ name }: Body) => name === 'ROLE').value
    for (const [serving, working] of [
      [compose.services.server.environment.ROLE, compose.services.worker.environment.ROLE],
      [of(server), of(worker)],
    ]) {
      const given = [serving, working].map((ROLE) => readEnv({ ...ofKubernetes, ROLE }))
      expect(given.map((env) => hasRole(env, 'server'))).toEqual([true, false])
      expect(given.map((env) => hasRole(env, 'worker'))).toEqual([false, true])
      expect(given.some((env) => hasRole(env, 'relay'))).toBe(true)
    }
  })

  test('the image and the service start what `npm start` starts, in the same way', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string; worker: string } }
    const started = /&& node (.+)$/.exec(scripts.start)?.[1] ?? ''
    expect(scripts.worker).toBe(scripts.start.replace('server.js', 'worker.js'))
    expect(existsSync(join(root, started.split(' ').at(-1) ?? ''))).toBe(true)
    expect(JSON.parse(/\nCMD (.*)\n/.exec(dockerfile)?.[1] ?? '')).toEqual(['node', ...started.split(' ')])
    expect(dockerfile).toContain(` DATA_DIR=/tmp/first node ${started} > /tmp/said &`)
    expect(/^ExecStart=\S+ (.+)$/m.exec(unit)?.[1]).toBe(started)
    expect(dockerfile).toContain('\nENV MALLOC_TRIM_THRESHOLD_=131072\n')
    expect(unit).toContain('\nEnvironment=MALLOC_TRIM_THRESHOLD_=131072\n')
  })

  test('folders that are copied are there', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=build \/app\/)?([\w./ -]+) \S+$/gm)]
    for (const file of copied.flatMap(([, files = '']) => files.split(' ')))
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
  })

  test('nobody runs as root, and the Node of the image is the one that the project is tested with', () => {
    expect(dockerfile).toMatch(/\nUSER node\n/)
    for (const pod of pods) expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    expect(dockerfile).toContain(`node:${dependencies['node']?.split('.')[0]}-bookworm-slim`)
  })

  test('whoever stops a server waits until what runs is finished', () => {
    const { SHUTDOWN_DRAIN_MS = 0, SHUTDOWN_GRACE_MS } = readEnv(ofKubernetes)
    expect(dockerfile).toContain('STOPSIGNAL SIGTERM')
    const seconds = [
      ...pods.map((pod) => pod.terminationGracePeriodSeconds),
      Number.parseInt(compose.services.server.stop_grace_period, 10),
      Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]),
    ]
    for (const one of seconds) expect(one * 1_000).toBeGreaterThan(SHUTDOWN_DRAIN_MS + SHUTDOWN_GRACE_MS)
  })

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd reads the unit and finds no fault in it', async () => {
    const made = mkdtempSync(join(tmpdir(), 'unit-'))
    try {
      const file = join(made, 'invoice-exchange.service')
      // A checkout is not in its place here.
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const outcome = await promisify(execFile)('/usr/bin/systemd-analyze', ['verify', file]).catch((error) => error)
      // It reads the units of this machine that ours asks for as well, and complains of those too.
      const said = `${outcome.stdout}${outcome.stderr}`.split('\n').filter((line) => line.includes('invoice-exchange'))
      expect(said).toEqual([])
    } finally {
      rmSync(made, { recursive: true })
    }
  })

  test('settings, data and what was built elsewhere stay out of the image', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const one of ['.env', '.env.*', '.data', '.git', '**/node_modules', 'src/generated'])
      expect(ignored).toContain(one)
  })

  test('the packages of a deployment take at most 270 MB, so that with the product it has at most 300', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, Record<string, boolean>>
    }
    // As the Dockerfile prunes them.
    const kept = Object.entries(packages).filter(
      ([name, { dev, peer, optional, devOptional, link }]) =>
        name.startsWith('node_modules/') &&
        name !== 'node_modules/node' &&
        ![dev, peer, optional, devOptional, link].some(Boolean),
    )
    const bytes = kept.reduce((sum, [name]) => sum + bytesOf(join(root, name)), 0)
    expect(kept.length).toBeGreaterThan(100)
    expect(bytes / 2 ** 20).toBeLessThan(270)
  })
})
