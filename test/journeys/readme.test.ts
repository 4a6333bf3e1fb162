/** @module-tag heavy */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { announce } from '../../src/app/start-banner.ts'
import { type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let address: string
const folder = mkdtempSync(join(tmpdir(), 'readme-'))
beforeAll(async () => {
  app = await startApp()
  address = await app.listen()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The stories as they stand in a README: what to type, and what it prints. */
const storiesIn = (files: Record<string, string>) =>
  Object.entries(files).flatMap(([door, file]) =>
    [
      ...read(file).matchAll(/<!-- story -->\n```sh\n([^]*?)```\n\nprints\n\n```text\n([^]*?)```\n<!-- \/story -->/g),
    ].map(([, typed = '', printed = '']) => ({ door, typed, printed })),
  )

const stories = storiesIn({ REST: 'README.md', GraphQL: 'src/doors/graphql/README.md' })

test('the READMEs tell the story by REST and by GraphQL', () => {
  expect(stories.map(({ door }) => door)).toEqual(['REST', 'GraphQL'])
})

/** In one shell after the other, of one key: as by somebody who tries it again. */
const tell = async (typed: string, key: string): Promise<object> => {
  const script = typed.replace('http://127.0.0.1:4000', address).replace(/svc_(?:plat_)?test_…/, key)
  expect(script).not.toBe(typed)
  // A shell whose input is a socket takes itself for one of a remote login, and reads its settings.
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    timeout: 60_000,
    cwd: folder,
  })
  return { stdout, stderr }
}

test('a new user gets from the printed key to a delivered invoice and its twin as the READMEs say, also again and anew', async () => {
  const [first, second] = [await app.tenant(), await app.tenant()]
  // In either order.
  for (const { typed, printed } of [...stories, ...stories.toReversed()])
    expect(await tell(typed, first.key)).toEqual({ stdout: printed, stderr: '' })
  // The first began with the first of them.
  for (const { typed, printed } of stories.slice(1))
    expect(await tell(typed, second.key)).toEqual({ stdout: printed, stderr: '' })
}, 120_000)

test('a program gets in by consent and by handoff, and sends invoices, as the README of OAuth says', async () => {
  const [story, ...more] = storiesIn({ OAuth: 'src/oauth/README.md' })
  expect(more).toEqual([])
  const { key } = await app.tenant()
  for (let time = 0; time < 2; time++)
    expect(await tell(story?.typed ?? '', key)).toEqual({ stdout: story?.printed, stderr: '' })
})

test('the lines that a start prints run as they are, with the key that is printed above them', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await announce(app.platform, app.server)
  const banner = output.mock.calls.join('')
  output.mockRestore()
  const [key = ''] = /svc_plat_test_[\w-]{43}/.exec(banner) ?? []
  const lines = banner.match(/curl .*/g) ?? []
  expect(lines).toHaveLength(3)
  const answers = []
  for (const line of lines) {
    expect(line).toContain(key)
    answers.push(JSON.parse((await promisify(execFile)('bash', ['--norc', '-c', line])).stdout))
  }
  const { id } = answers[0]
  expect(answers).toMatchObject([
    { vatNumber: 'FR40303265045' },
    { data: expect.arrayContaining([expect.objectContaining({ id })]) },
    { data: expect.arrayContaining([expect.objectContaining({ type: 'company.created', companyId: id })]) },
  ])
})
