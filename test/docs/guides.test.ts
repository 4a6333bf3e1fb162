/** @module-tag browser */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse, validate } from 'graphql'
import { SaxesParser } from 'saxes'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandIn } from '../../src/cli/commands.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import { kinds } from './receivers.ts'
import { isBorrowed } from '../../src/docs/blocks.ts'
import { blocksOf, storyOf, toldBlocks, tongues, writtenPages } from './texts.ts'

const root = join(import.meta.dirname, '../..')

describe('the blocks of the guides', () => {
  test('every block is of a kind that is run or checked here', () => {
    const checked = new Set([
      'sh',
      'text',
      'console',
      'graphql',
      'xml',
      'yaml',
      ...kinds.map(({ language }) => language),
    ])
    const others = writtenPages.flatMap((slug) => blocksOf(slug).filter(({ language }) => !checked.has(language)))
    expect(others).toEqual([])
  })

  test('each guide is told in curl, in TypeScript and in Python', () => {
    const guides = writtenPages.filter((slug) => slug === 'start' || slug.startsWith('guides/'))
    const counts = guides.map((slug) => [slug, ...tongues.map((tongue) => toldBlocks(slug, tongue).length)])
    expect(counts.filter(([_slug, curl, ...others]) => others.some((count) => count !== curl))).toEqual([])
    expect(counts.filter(([_slug, curl]) => curl === 0)).toEqual([['guides/code-generation', 0, 0, 0]])
  })

  test('commands name scripts and files that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const lines = writtenPages.flatMap((slug) =>
      blocksOf(slug).flatMap(({ language, code }) => (language === 'console' ? code.trim().split('\n') : [])),
    )
    const isThere = (line: string): boolean => {
      const [command, what = '', name = ''] = line.replace(/^(?:[A-Z_]+=\S+ )+/, '').split(' ')
      if (command === 'node') return existsSync(join(root, what))
      if (command === 'npx') return what === 'invoice-exchange' && commandIn([name]) !== undefined
      return (
        command === 'npm' && (['ci', 'pack', 'install'].includes(what) || (what === 'run' ? name : what) in scripts)
      )
    }
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter((line) => !isThere(line))).toEqual([])
  })

  test('programs in TypeScript are without a fault of types, also where no run comes by', async () => {
    // Inside the project, so that programs find the packages that they import.
    const place = join(root, 'src/generated/guides-types')
    mkdirSync(place, { recursive: true })
    onTestFinished(() => rmSync(place, { recursive: true }))
    const write = (name: string, code: string): void =>
      writeFileSync(join(place, `${name.replaceAll('/', '-')}.ts`), `${code}\nexport {}\n`)
    for (const slug of writtenPages) {
      write(slug, storyOf(slug, 'ts').typed)
      for (const { language, name, code } of blocksOf(slug))
        // test/client/package.test.ts compiles the codegen page, with what is generated.
        if (language === 'ts' && name !== '' && name !== 'codegen' && !isBorrowed({ name }))
          write(`${slug}-${name}`, code)
    }
    const compilerOptions = {
      paths: { '@invoice-exchange/client': [join(root, 'src/client/index.ts')] },
      lib: ['es2024', 'esnext.disposable', 'dom'],
      // Each story begins with the same lines, of which it need not use all.
      noUnusedLocals: false,
    }
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }),
    )
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const ran = promisify(execFile)(process.execPath, [tsc, '-p', place])
    expect(
      await ran.then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      ),
    ).toBe('')
  }, 120_000)

  test('documents of GraphQL are valid, and XML is well-formed', () => {
    const all = writtenPages.flatMap(blocksOf)
    for (const { code } of all.filter(({ language }) => language === 'graphql'))
      expect(validate(schema, parse(code))).toEqual([])
    for (const { code } of all.filter(({ language }) => language === 'xml')) new SaxesParser().write(code).close()
  })
})
