/** Prisma's schema engine as WebAssembly: compares the schema with a database, needs no downloaded binary. */
import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { Session } from '../src/kernel/database/prepared.ts'

// Node has it; TypeScript's Node types leave it to the DOM library.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: never } }>
}

const schemaFolder = join(import.meta.dirname, 'schema')

const schemaFiles = async () => {
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith('.prisma')).sort()
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(join(schemaFolder, name), 'utf8') })),
  )
}

/** The SQL that turns the database into what the schema says; empty when they agree. */
export const pendingSql = async (pglite: Session): Promise<string> => {
  const wasmFile = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace('_bg.js', '_bg.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), {
    './schema_engine_bg.js': bindings as never,
  })
  bindings.__wbg_set_wasm(instance.exports)
  ;(instance.exports as { __wbindgen_start?: () => void }).__wbindgen_start?.()
  const files = await schemaFiles()
  const engine = await bindings.SchemaEngine.new(
    { datamodels: files.map(({ path, content }) => [path, content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(pglite as unknown as PGlite) as never),
  )
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: schemaFolder },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return stdout === null || stdout.includes('This is an empty migration') ? '' : stdout.trim()
}
