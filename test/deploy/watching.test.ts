/** What operators watch with: every metric that is asked for is one that a server tells, and every alert has its page. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import { settings } from '../../src/kernel/env/settings.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'

const folder = join(import.meta.dirname, '../../deploy')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const rules = (load(read('alerts.yaml')) as Body).groups.flatMap((group: Body) => group.rules) as Body[]
const dashboard = JSON.parse(read('grafana.json')) as Body

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
const FUNCTIONS = /\b(?:sum|max|min|rate|topk|by|histogram_quantile|label_values|le)\b/g

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
      if (metrics.length === 0 && !expression.startsWith('up')) return [`${where} asks for nothing`]
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
    const source = read('../src/engine/feed/relay.ts') + read('../src/doors/graphql/errors.ts')
    for (const line of ['Numbering events failed; trying again', 'Unexpected error']) {
      expect(text).toContain(`\`${line}\``)
      expect(source).toContain(`'${line}'`)
    }
    for (const [, name = ''] of text.matchAll(/`((?:request|relay|work|events|refusals|nodejs|process)_\w+)`/g))
      expect([name, known.has(name) || known.has(`${name}_count`)]).toEqual([name, true])
  })

  test.skipIf(!existsSync('/usr/bin/promtool'))('are rules as Prometheus reads them', async () => {
    const { stdout } = await promisify(execFile)('/usr/bin/promtool', ['check', 'rules', join(folder, 'alerts.yaml')])
    expect(stdout).toContain(`${rules.length} rules found`)
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

  test('tell of each upstream whether it is refused for a while', async () => {
    expect(await metric('upstream_circuit_open')).toBe(0)
    const text = (await app.anyone.get('/metrics')).bytes.toString()
    const { body } = await app.anyone.get('/health/readiness')
    const told = [...text.matchAll(/^upstream_circuit_open\{upstream="([^"]+)"\}/gm)].map(([, name]) => name)
    expect(told.sort()).toEqual(Object.keys(body.circuits).sort())
  })
})
