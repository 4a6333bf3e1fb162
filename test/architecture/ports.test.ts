import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, filesIn, importsOf, root } from './imports.ts'

const UPSTREAMS = 'src/upstreams'
const suiteOf = (port: string): string => `test/upstreams/conformance/${port}.test.ts`
const portsIn = (folder: string): string[] =>
  readdirSync(join(root, folder)).filter((name) => existsSync(join(root, folder, name, 'port.ts')))
const ports = portsIn(UPSTREAMS)

/** Where the product chooses who answers: what is imported there from the folder of a port implements it. */
const CHOOSING = [`${UPSTREAMS}/drivers.ts`, `${UPSTREAMS}/registries/open.ts`, 'src/documents/record/files.ts']
/** Beside the ports, what is imported there and implements none. */
const HELPERS = [`${UPSTREAMS}/registries/memory.ts`, `${UPSTREAMS}/directory/trust.ts`]
const implementationsOf = (port: string): string[] =>
  CHOOSING.flatMap(importsOf)
    .filter(({ target, typeOnly }) => !typeOnly && target.startsWith(`${UPSTREAMS}/${port}/`))
    .map(({ target }) => target)
    .filter((target) => !target.endsWith('/port.ts') && !HELPERS.includes(target))

/** Everything that a suite uses, by way of other files of the tests and of what chooses too. */
const reachedFrom = (suite: string): Set<string> => {
  const reached = new Set([suite])
  for (const file of reached)
    if (
      file.startsWith('test/upstreams/') ||
      file.startsWith('test/support/fake-') ||
      file.endsWith('/record/files.ts')
    )
      for (const { target } of importsOf(file)) reached.add(target)
  return reached
}

describe('ports and their implementations', () => {
  test('the walk sees the ports that there are, and who implements them', () => {
    expect(ports.length).toBeGreaterThanOrEqual(10)
    expect(ports.filter((port) => implementationsOf(port).length === 0)).toEqual([])
  })

  test.each(ports)('the port %s has a conformance suite that runs against several implementations', (port) => {
    expect(filesIn('test/upstreams/conformance')).toContain(suiteOf(port))
    const code = codeOf(suiteOf(port))
    expect(code).toContain('forEachImplementation(')
  })

  test.each(ports.flatMap((port) => implementationsOf(port).map((file) => [file, port] as const)))(
    '%s is held against what callers of the port %s rely on',
    (file, port) => {
      expect([...reachedFrom(suiteOf(port))]).toContain(file)
    },
  )

  test('every conformance suite belongs to a port', () => {
    expect(filesIn('test/upstreams/conformance')).toEqual(ports.map(suiteOf).toSorted())
  })
})
