/**
 * Bundles the server and its threads with their packages into src/generated/server: a start that reads two thousand
 * files takes longer, and each of them stays in memory as a module and as a text. Development and tests of parts run
 * the sources. A stamp over all that the result depends on decides whether anything is done.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'
import { tellStep } from './tell-step.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'src/generated/server')
const stamp = join(target, '.stamp')

/** What is started by itself: processes, and threads. */
const ENTRIES = {
  server: 'src/app/main.ts',
  worker: 'src/app/worker.ts',
  operator: 'src/app/operator.ts',
  cli: 'src/cli/main.ts',
  'heavy-thread': 'src/app/heavy-thread.ts',
  'watch-thread': 'src/kernel/threads/watch-thread.ts',
  'embedded-thread': 'src/kernel/database/embedded-thread.ts',
}

/** Folders whose modules may be a part of it. */
const SOURCES = ['src', 'rest-compat', 'afnor']
/** Below them, what is not. */
const OTHERS = ['src/console', 'src/generated/console', 'src/generated/server']

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((one) => {
    const name = `${folder}/${one.name}`
    if (one.isDirectory()) return OTHERS.includes(name) ? [] : filesIn(name)
    return name.endsWith('.ts') ? [name] : []
  })

const stampOf = (): string => {
  const hash = createHash('sha256')
  for (const file of [
    ...SOURCES.flatMap(filesIn).sort(),
    'package.json',
    'package-lock.json',
    'prisma/build-server.ts',
  ])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** A module knows where it was: what it reads beside itself stays there. Threads are entries of the bundle. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { code: 'import.meta.' },
    handler(code, id) {
      const place = JSON.stringify(relative(target, dirname(id)))
      const here = `new URL(${place} + '/', import.meta.url)`
      return code
        .replaceAll(
          /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g,
          (_whole, name: string) => `new URL('./${name}.js', import.meta.url)`,
        )
        .replaceAll('import.meta.dirname', `process.getBuiltinModule('url').fileURLToPath(${here}).slice(0, -1)`)
    },
  },
}

/** Of our own package nothing is asked for but its name and version. */
const ownPackage: Plugin = {
  name: 'own-package',
  load: {
    filter: { id: join(root, 'package.json') },
    handler(id) {
      const { name, version } = JSON.parse(readFileSync(id, 'utf8')) as { name: string; version: string }
      return { code: `export default ${JSON.stringify({ name, version })}`, moduleType: 'js' }
    },
  },
}

const COMPILER = 'query-compiler.wasm'
const INLINED = /const \{ wasm \} = await import\("(.+?)"\)\s+return await decodeBase64AsWasm\(wasm\)/

/** Prisma's compiler lies beside the server as the bytes that it is: as a text in a module it stays in memory, twice. */
const compilerAsBytes: Plugin = {
  name: 'compiler-as-bytes',
  transform: {
    filter: { code: INLINED },
    async handler(code) {
      const [, module = ''] = INLINED.exec(code) ?? []
      const { wasm } = (await import(module)) as { wasm: string }
      writeFileSync(join(target, COMPILER), Buffer.from(wasm, 'base64'))
      const read = `process.getBuiltinModule('fs').readFileSync(new URL('./${COMPILER}', import.meta.url))`
      return code.replace(INLINED, () => `return new WebAssembly.Module(${read})`)
    },
  },
}

/** What Node finds where it always does, when it is asked for. */
const LEFT_OUT = [
  // They read files beside themselves.
  '@electric-sql/pglite',
  'dejavu-fonts-ttf',
  'pdfkit',
  // Few settings need them, and they are large.
  '@aws-sdk/client-s3',
  '@graphql-yoga/render-graphiql',
  '@opentelemetry',
]
const isLeftOut = (id: string): boolean => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * Of a module with one character beyond ASCII, Node makes a text of two bytes for each: as escapes they cost the half of
 * all. In what is raw they would not be read as escapes.
 */
const inAscii = (code: string, file: string): string => {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error(`${file} has a raw text that is not in ASCII.`)
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export const buildServer = async (): Promise<void> => {
  const wanted = stampOf()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  tellStep('the server')
  const { rolldown } = await import('rolldown')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const bundle = await rolldown({
    cwd: root,
    input: ENTRIES,
    platform: 'node',
    external: isLeftOut,
    plugins: [places, ownPackage, compilerAsBytes],
    experimental: { attachDebugInfo: 'none' },
  })
  // Names stay: they are in traces of errors.
  const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } }
  const { output } = await bundle.generate({ format: 'esm', chunkFileNames: '[name].js', minify })
  for (const part of output) {
    if (part.type !== 'chunk') throw new Error(`Nothing but code is expected, and not ${part.fileName}.`)
    writeFileSync(join(target, part.fileName), inAscii(part.code, part.fileName))
  }
  await bundle.close()
  writeFileSync(stamp, wanted)
}

if (import.meta.main) await buildServer()
