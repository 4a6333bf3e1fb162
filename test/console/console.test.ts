import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildConsole } from '../../prisma/build-console.ts'
import { startApp } from '../support/app.ts'

const site = join(import.meta.dirname, '../../src/generated/console/site')
const sizeOf = (name: string): number => readFileSync(join(site, 'assets', `${name}.gz`)).length

/** The scripts that a page needs before it shows anything: those that it names, and those that they import. */
const firstScripts = (): string[] => {
  const found = new Set<string>()
  const add = (text: string, pattern: RegExp): void => {
    for (const [, name = ''] of text.matchAll(pattern)) {
      if (found.has(name)) continue
      found.add(name)
      add(readFileSync(join(site, 'assets', name), 'utf8'), /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)
    }
  }
  add(readFileSync(join(site, 'index.html'), 'utf8'), /assets\/([\w.-]+\.js)/g)
  return [...found]
}

test('the console is a page without inline scripts, under a policy with trusted types', async () => {
  await using stack = new AsyncDisposableStack()
  const app = await startApp()
  stack.defer(() => app.close())
  const page = await app.anyone.get('/console/inbox?unread=true')
  expect(page.status).toBe(200)
  const policy = page.headers['content-security-policy']
  for (const part of ["require-trusted-types-for 'script'", "script-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(part)
  expect(policy).not.toContain('unsafe')
  expect(page.bytes.toString()).not.toMatch(/<script(?![^>]* src=)/)
  expect((await app.anyone.get('/console/assets/../../package.json')).status).toBe(404)
  const [script = ''] = firstScripts()
  const asset = await app.anyone.get(`/console/assets/${script}`, { 'accept-encoding': 'gzip' })
  expect(asset.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(asset.bytes.length).toBe(sizeOf(script))
})

test('the first load has at most 200 kB of compressed JavaScript, and each later chunk at most 150 kB', () => {
  const scripts = readdirSync(join(site, 'assets')).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(15)
  for (const name of scripts) expect(sizeOf(name)).toBeLessThanOrEqual(150_000)
  const first = firstScripts()
  expect(first.length).toBeLessThan(scripts.length)
  expect(first.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(200_000)
})

test(
  'it is built for people whoever builds it, who is told so, and nothing is built or told where nothing changed',
  { tags: 'heavy' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'console-'))
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      expect(await buildConsole(folder)).toBe(true)
      expect(said.mock.calls.join('')).toContain('  the console\n')
      said.mockClear()
      const assets = join(folder, 'site/assets')
      const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
      for (const name of scripts) expect(readFileSync(join(assets, name), 'utf8')).not.toContain('jsxDEV')
      expect(await buildConsole(folder)).toBe(false)
      expect(await buildConsole()).toBe(false)
      expect(said).not.toHaveBeenCalled()
    } finally {
      said.mockRestore()
      rmSync(folder, { recursive: true })
    }
  },
)

test('what the console asks is a list of documents that a deployment may keep', () => {
  const documents = JSON.parse(readFileSync(join(site, '../operations.json'), 'utf8')) as string[]
  expect(documents.length).toBeGreaterThan(40)
  expect(new Set(documents).size).toBe(documents.length)
})
