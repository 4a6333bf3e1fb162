import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

const site = join(import.meta.dirname, '../../src/generated/console/site')

test('the console is a page without inline scripts, under a policy with trusted types', async () => {
  await using stack = new AsyncDisposableStack()
  const app = await startApp()
  stack.defer(() => app.close())
  const page = await app.anyone.get('/console/inbox?unread=true')
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(page.bytes.toString()).not.toMatch(/<script(?![^>]* src=)/)
  expect((await app.anyone.get('/console/assets/../../package.json')).status).toBe(404)
})

test('the first load has at most 200 kB of compressed JavaScript, and each later chunk at most 150 kB', () => {
  const sizes = readdirSync(join(site, 'assets'))
    .filter((name) => name.endsWith('.js.gz'))
    .map((name) => [name, readFileSync(join(site, 'assets', name)).length] as const)
  for (const [, size] of sizes) expect(size).toBeLessThanOrEqual(150_000)
  const first = sizes.filter(([name]) => /^(?:index|parts)-/.test(name))
  expect(first.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(200_000)
})
