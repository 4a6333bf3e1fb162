/** What operators watch with: every metric that is asked for is one that a server tells, and every alert has its page. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load, loadAll } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workKinds } from '../../src/app/work-kinds.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { settings } from '../../src/kernel/env/settings.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { freePort } from '../support/servers.ts'

const folder = join(import.meta.dirname, '../../deploy')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const rules = (load(read('alerts.yaml')) as Body).groups.flatMap((group: Body) => group.rules) as Body[]
const prometheus = load(read('prometheus.yaml')) as Body
const [job] = prometheus.scrape_configs as Body[]
const manifests = loadAll(read('kubernetes.yaml')) as Body[]
const dashboard = JSON.parse(read('grafana.json')) as Body

const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((file) => existsSync(file))

/** What Prometheus has seen, each minute, and which alert that fires. */
const fires = (series: Record<string, string>, alertname: string, labels: Record<string, string> | null): Body => {
  const found = rules.find(({ alert }) => alert === alertname) as Body
  const summary = found.annotations.summary.replace(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_: string, name: string) => labels?.[name] ?? '',
  )
  const alert = { exp_labels: { ...found.labels, ...labels }, exp_annotations: { ...found.annotations, summary } }
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: '10m', alertname, exp_alerts: labels ? [alert] : [] }],
  }
}
const UP = 'up{job="invoice-exchange",instance="one"}'
const FAILED = 'work_failed_total{instance="one",kind="compliance.report"}'
const tests = [
  fires({ [UP]: '1x10' }, 'InvoiceExchangeDown', null),
  fires({ [UP]: '1x5 0x5' }, 'InvoiceExchangeDown', { job: 'invoice-exchange', instance: 'one' }),
  fires({ [UP]: '0x10' }, 'InvoiceExchangeUnwatched', null),
  fires({ 'up{job="another"}': '1x10' }, 'InvoiceExchangeUnwatched', { job: 'invoice-exchange' }),
  fires({ [FAILED]: '0x10' }, 'InvoiceExchangeWorkFailed', null),
  fires({ [FAILED]: '0x5 1x5' }, 'InvoiceExchangeWorkFailed', { kind: 'compliance.report' }),
  fires({ 'redis_away{instance="one",part="limits"}': '0x10' }, 'InvoiceExchangeRedisAway', null),
  fires({ 'redis_away{instance="one",part="limits"}': '0x5 1x5' }, 'InvoiceExchangeRedisAway', { instance: 'one' }),
]

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  await tenant.get('/v1/me')
})
afterAll(() => app.close())

/** Each sample as `/metrics` prints it: its name, and the labels that it has. */
const told = async (): Promise<Map<string, Set<string>>> => {
  const names = new Map<string, Set<string>>()
  const text = (await app.anyone.get('/metrics')).bytes.toString()
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+) (?!histogram)/gm)) names.set(name, new Set())
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const known = names.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    names.set(name, known)
  }
  return names
}

/** Of Prometheus itself. */
const OF_PROMETHEUS = new Set(['up', 'job', 'instance'])
const FUNCTIONS = /\b(?:absent|sum|max|min|rate|increase|topk|by|histogram_quantile|label_values|le)\b/g

const metricsIn = (expression: string): string[] =>
  expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
    .replace(FUNCTIONS, '')
    .match(/[a-z][a-z_0-9]+/g)
    ?.filter((name) => !OF_PROMETHEUS.has(name)) ?? []

const expressions: readonly (readonly [where: string, expression: string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }: Body) => targets.map(({ expr }: Body) => [title, expr] as const)),
  ...dashboard.templating.list
    .filter(({ type }: Body) => type === 'query')
    .map(({ name, query }: Body) => [name, query.replace(/, instance\)$/, ')')] as const),
]

describe('alerts and dashboard', () => {
  test('ask for metrics that a server tells, by labels that it gives them', async () => {
    const known = await told()
    const wrong = expressions.flatMap(([where, expression]) => {
      const metrics = metricsIn(expression)
      if (metrics.length === 0 && !/\bup\b/.test(expression)) return [`${where} asks for nothing`]
      return metrics.filter((name) => !known.has(name)).map((name) => `${where}: ${name}`)
    })
    expect(wrong).toEqual([])
    const labels = expressions.flatMap(([where, expression]) =>
      [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', chosen = '']) =>
        [...chosen.matchAll(/(\w+)(?:=~|!=|=)/g)]
          .map(([, label = '']) => label)
          .filter((label) => !OF_PROMETHEUS.has(label) && !known.get(name)?.has(label))
          .map((label) => `${where}: ${name}{${label}}`),
      ),
    )
    expect(labels).toEqual([])
  })

  test('each alert says how bad it is and leads to its own part of the runbook, which has no other', () => {
    const headings = [...read('runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations).toEqual({
        summary: expect.stringMatching(/\S/),
        runbook: `deploy/runbook.md#${alert.toLowerCase()}`,
      })
    }
  })

  test('the runbook names errors, settings, metrics and lines of the log that there are', async () => {
    const text = read('runbook.md')
    const known = await told()
    for (const [, code = ''] of text.matchAll(/`([A-Z]+_[A-Z_]+)`/g))
      expect([code, code in catalog || code in settings.shape]).toEqual([code, true])
    const source = ['feed/relay', 'work/runner', '../doors/graphql/errors'].map((one) =>
      read(`../src/engine/${one}.ts`),
    )
    for (const line of ['Numbering events failed; trying again', 'Work has failed for good', 'Unexpected error']) {
      expect(text).toContain(`\`${line}\``)
      expect(source.join()).toContain(`'${line}'`)
    }
    for (const [, name = ''] of text.matchAll(/`((?:request|relay|work|events|redis|refusals|nodejs|process)_\w+)`/g))
      expect([name, known.has(name) || known.has(`${name}_count`)]).toEqual([name, true])
  })

  test('ask for the job that Prometheus is configured with', () => {
    const asked = expressions.flatMap(([, expression]) => [...expression.matchAll(/job="([^"]+)"/g)])
    expect(new Set(asked.map(([, name]) => name))).toEqual(new Set([job?.job_name]))
    expect(prometheus.rule_files).toEqual(['alerts.yaml'])
  })

  const checked = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(String(promtool), args, { cwd: folder })).stdout

  describe.skipIf(promtool === undefined)('as Prometheus reads them', () => {
    let made: string
    beforeAll(() => void (made = mkdtempSync(join(tmpdir(), 'rules-'))))
    afterAll(() => rmSync(made, { recursive: true }))

    test('are rules, and the configuration is one', async () => {
      expect(await checked('check', 'rules', 'alerts.yaml')).toContain(`${rules.length} rules found`)
      // Debian's Prometheus is built without Kubernetes, whose part is left out; and the token is not here.
      const { kubernetes_sd_configs: _pods, ...other } = job as Body
      const targets = [{ targets: ['127.0.0.1:9464'] }]
      const file = join(made, 'prometheus.yaml')
      writeFileSync(file, JSON.stringify({ ...prometheus, scrape_configs: [{ ...other, static_configs: targets }] }))
      expect(await checked('check', 'config', '--syntax-only', file)).toContain('SUCCESS')
    })

    test('a page is sent for an instance that does not answer, for none at all, and for a first failure', async () => {
      writeFileSync(join(made, 'tests.yaml'), JSON.stringify({ rule_files: [join(folder, 'alerts.yaml')], tests }))
      expect(await checked('test', 'rules', join(made, 'tests.yaml'))).toContain('SUCCESS')
    })
  })
})

describe('Prometheus in the cluster', () => {
  const kind = (name: string): Body[] => manifests.filter((one) => one.kind === name)
  const settingsOfPods = { ...kind('ConfigMap')[0]?.data, ...kind('Secret')[0]?.stringData } as Record<string, string>

  test('finds the port for metrics of every pod, and no other port', () => {
    const kept = (label: string): string =>
      job?.relabel_configs.find(
        ({ action, source_labels: from }: Body) => action === 'keep' && from[0] === `__meta_kubernetes_pod_${label}`,
      )?.regex
    for (const { metadata, spec } of kind('Deployment').map((one) => one.spec.template)) {
      expect(metadata.labels.app).toBe(kept('label_app'))
      const ports = spec.containers[0].ports.filter(({ name }: Body) => name === kept('container_port_name'))
      expect(ports).toEqual([expect.objectContaining({ containerPort: Number(settingsOfPods['METRICS_PORT']) })])
      // Who scrapes whatever is annotated so does not send the token.
      expect(Object.keys(metadata.annotations ?? {}).filter((name) => name.startsWith('prometheus.io'))).toEqual([])
    }
  })

  test('is told the metrics for the token of the secret that its configuration names, and nobody is without it', async () => {
    const token = settingsOfPods[String(job?.authorization.credentials_file).split('/').at(-1) ?? '']
    const port = await freePort()
    const pod = await startApp({ METRICS_PORT: String(port), METRICS_TOKEN: String(settingsOfPods['METRICS_TOKEN']) })
    const scraped = async (headers: Record<string, string>): Promise<{ status: number; isTold: boolean }> => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
      return { status: answer.status, isTold: (await answer.text()).includes('process_cpu') }
    }
    try {
      expect(await scraped({ authorization: `${job?.authorization.type} ${token}` })).toEqual({
        status: 200,
        isTold: true,
      })
      expect(await scraped({})).toEqual({ status: 401, isTold: false })
    } finally {
      await pod.close()
    }
  })
})

const metric = async (name: string): Promise<number> => {
  const text = (await app.anyone.get('/metrics')).bytes.toString()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
}

describe('the metrics', () => {
  test('tell of due work how much waits and how long, and of nothing that is done or has failed for good', async () => {
    const idle = await startApp({ WORKERS: 'off' })
    const waiting = async (): Promise<number[]> => {
      const text = (await idle.anyone.get('/metrics')).bytes.toString()
      return ['work_waiting', 'work_lag_seconds'].map((name) =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]),
      )
    }
    try {
      const other = await idle.tenant()
      await idle.platform.db.client.work.deleteMany()
      expect(await waiting()).toEqual([0, 0])
      await other.post('/v1/companies', { vatNumber: freshVat() })
      const [count = 0] = await waiting()
      expect(count).toBeGreaterThan(0)
      idle.clock.advance(600_000)
      expect((await waiting())[1]).toBeGreaterThanOrEqual(600)
      await idle.platform.db.client.work.updateMany({ data: { failedAt: idle.clock.now() } })
      expect(await waiting()).toEqual([0, 0])
    } finally {
      await idle.close()
    }
  }, 120_000)

  test('count work that failed for good by its kind, from 0 on and not before its last attempt', async () => {
    const failed = async (): Promise<string | undefined> => {
      const text = (await app.anyone.get('/metrics')).bytes.toString()
      return /^work_failed_total\{kind="company\.publish"\} (\d+)$/m.exec(text)?.[1]
    }
    // The SMP has it already under another name.
    await tenant.post('/v1/companies', { vatNumber: 'DE000000450' })
    for (const delay of workKinds['company.publish'].delaysSeconds) {
      await app.platform.runner?.settle()
      expect(await failed()).toBe('0')
      app.clock.advance(delay * 1_000)
    }
    await app.platform.runner?.settle()
    expect(await failed()).toBe('1')
  }, 120_000)

  test('tell of each upstream whether it is refused for a while', async () => {
    expect(await metric('upstream_circuit_open')).toBe(0)
    const text = (await app.anyone.get('/metrics')).bytes.toString()
    const { body } = await app.anyone.get('/health/readiness')
    const told = [...text.matchAll(/^upstream_circuit_open\{upstream="([^"]+)"\}/gm)].map(([, name]) => name)
    expect(told.sort()).toEqual(Object.keys(body.circuits).sort())
  })
})
