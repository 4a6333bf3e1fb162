/**
 * Builds the documentation (`src/docs`) into src/generated/docs: texts as HTML with what the search looks through, and
 * the style and the script of every page, compressed. A stamp says whether anything changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { blocksIn, withBlocksOf, withNamedBlocks } from '../src/docs/blocks.ts'
import { type Language, languages, pages } from '../src/docs/map.ts'
import { type Rendered, rendererOf } from './render-markdown.ts'
import { tellStep } from './tell-step.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/docs')
const tokens = join(root, 'src/console/ui/tokens.css')
const target = join(root, 'src/generated/docs')
const stamp = join(target, '.stamp')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

const recipe = 'src/client/recipes/invoice_exchange.py'
const others = ['CHANGELOG.md', 'package-lock.json', 'prisma/build-docs.ts', 'prisma/render-markdown.ts', recipe]

/** Hash of all that the result depends on. */
const stampOf = (): string => {
  const hash = createHash('sha256')
  for (const file of [...filesIn(source), tokens, ...others.map((name) => join(root, name))])
    hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

const read = (language: Language, slug: string): string => readFileSync(join(source, language, `${slug}.md`), 'utf8')

/** A text with all of its code. */
export const textOf = (language: Language, slug: string): string => {
  const english = withNamedBlocks(read('en', slug), (other) => read('en', other))
  if (language === 'en') return english
  try {
    return withBlocksOf(english, read(language, slug))
  } catch (error) {
    throw new Error(`${language}/${slug}.md`, { cause: error })
  }
}

/** The shell of the first page, without the address and the key: these are the reader's. */
const shellCode = (): string => {
  const shell = blocksIn(read('en', 'start')).find(({ name }) => name === 'shell')
  if (!shell) throw new Error('The first page has no shell.')
  return shell.code.replace(/^(?:api|key)=.*\n/gm, '')
}

const writeTexts = async (): Promise<void> => {
  const render = await rendererOf()
  const written: Record<string, Record<string, Rendered>> = {}
  for (const language of languages)
    written[language] = Object.fromEntries(
      pages.filter(({ made }) => !made).map(({ slug }) => [slug, render(textOf(language, slug), language)]),
    )
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace(/^# .*\n/, '')
  const changelog = render(changes, 'en')
  const python = readFileSync(join(root, recipe), 'utf8')
  writeFileSync(join(target, 'texts.json'), JSON.stringify({ ...written, changelog, shell: shellCode(), python }))
}

const compressed = (name: string, bytes: Buffer): void => {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  writeFileSync(join(target, 'assets', name), bytes)
  writeFileSync(join(target, 'assets', `${name}.br`), brotliCompressSync(bytes, quality))
  writeFileSync(join(target, 'assets', `${name}.gz`), gzipSync(bytes, { level: 9 }))
}

/** The name changes with the content, so that browsers keep the file for ever. */
const writeAsset = (name: string, type: string, bytes: Buffer): string => {
  const hashed = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.${type}`
  compressed(hashed, bytes)
  return hashed
}

const scriptOf = async (entry: string): Promise<Buffer> => {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      lib: { entry: join(source, 'client', entry), formats: ['es'], fileName: 'docs' },
      minify: true,
    },
  })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  return Buffer.from(output[0].code)
}

const writeAssets = async (): Promise<void> => {
  mkdirSync(join(target, 'assets'), { recursive: true })
  const style = Buffer.concat([readFileSync(tokens), readFileSync(join(source, 'docs.css'))])
  const assets = {
    style: writeAsset('docs', 'css', style),
    script: writeAsset('docs', 'js', await scriptOf('main.ts')),
    theme: writeAsset('theme', 'js', await scriptOf('theme.ts')),
  }
  writeFileSync(join(target, 'assets.json'), JSON.stringify(assets))
}

/** Builds where something has changed since, and says whether it did. */
export const buildDocs = async (): Promise<boolean> => {
  const wanted = stampOf()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  tellStep('the documentation')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await writeTexts()
  await writeAssets()
  writeFileSync(stamp, wanted)
  return true
}
