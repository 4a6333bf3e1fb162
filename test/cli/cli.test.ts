import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type Ran, runCommandLine } from '../support/command-line.ts'
import { emptyDatabase } from '../support/database.ts'
import { png } from '../support/pictures.ts'

const launcher = join(import.meta.dirname, '../../src/cli/launch.js')
const bodies = join(import.meta.dirname, '../formats/fixtures/bodies')
const folder = mkdtempSync(join(tmpdir(), 'cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (args: readonly string[]): Promise<Ran> => runCommandLine(args)
const body = (name: string): string => join(bodies, `${name}.json`)
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const valid = file('valid.xml', (await run(['convert', body('invoice'), '--to', 'ubl'])).bytes)
const invalid = file('invalid.xml', readFileSync(valid, 'utf8').replace('<cbc:ID>F-2026-1</cbc:ID>', ''))

describe('validate', () => {
  test('validate exits with 0 for valid, 3 for invalid, 1 for what cannot be read or asked', async () => {
    const codes: number[] = []
    for (const args of [
      ['validate', valid],
      ['validate', valid, invalid],
      ['validate', invalid, 'no-such-file'],
      ['validate'],
      ['validate', valid, '--profiles', 'no-such'],
      ['other'],
    ])
      codes.push((await run(args)).code)
    expect(codes).toEqual([0, 3, 1, 1, 1, 1])
  })

  test('validate exits with 1 for a file without rules, which is neither valid nor invalid', async () => {
    const { code, out } = await run(['validate', file('unknown.xml', '<note>Dear reader</note>'), valid])
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^\? .*unknown\.xml  note  \[no rules for this kind of document\]$/),
      expect.stringMatching(/^✓ /),
      '2 files: 1 valid, 0 invalid, 1 could not be checked.',
      '',
    ])
  })

  test('validate says in one sentence that a list cannot be read', async () => {
    const { code, errors } = await run(['validate', '--list', 'no-such-list'])
    expect({ code, errors }).toEqual({
      code: 1,
      errors: "ENOENT: no such file or directory, open 'no-such-list'\n",
    })
  })

  test('validate --json says on one line a file what each profile finds', async () => {
    const { out } = await run(['validate', invalid, '--json', '--profiles', 'en16931-ubl,peppol-ubl'])
    const [answer, ...rest] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { profiles: Record<string, { fatal: string[] }> })
    expect(rest).toEqual([])
    expect(answer).toMatchObject({
      file: invalid,
      syntax: 'UBL-Invoice',
      customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
      ms: expect.any(Number),
      findings: [{ rule: 'BR-02', severity: 'fatal', profile: 'en16931-ubl' }],
    })
    expect(answer?.profiles['en16931-ubl']?.fatal).toEqual(['BR-02'])
    expect(Object.keys(answer?.profiles ?? {})).toEqual(['en16931-ubl', 'peppol-ubl'])
  })

  test('validate says findings in the language of the terminal, and in JSON in English', async () => {
    const told = async (locale: string, ...more: string[]): Promise<string> =>
      (await runCommandLine(['validate', invalid, ...more], { env: { LC_ALL: locale } })).out
    expect(await told('fr_BE.UTF-8')).toContain(
      'BR-02  Le numéro de facture (BT-1) manque. Indiquez le numéro de facture.',
    )
    expect(await told('de_AT')).toContain('BR-02  Die Rechnungsnummer (BT-1) fehlt.')
    expect(await told('C.UTF-8')).toContain('BR-02  The invoice number (BT-1) is missing. Give the invoice number.')
    expect(await told('fr_FR', '--json')).toContain('The invoice number (BT-1) is missing.')
  })

  test('validate asks the schema first, and says line, column and what is expected', async () => {
    const broken = join(folder, 'broken.xml')
    writeFileSync(broken, readFileSync(invalid, 'utf8').replace('<cbc:IssueDate>', '<cbc:Day/>\n<cbc:IssueDate>'))
    const { code, out } = await run(['validate', broken, '--json'])
    const { profiles, findings } = JSON.parse(out) as { profiles: object; findings: object[] }
    expect({ code, first: Object.keys(profiles)[0] }).toEqual({ code: 3, first: 'xsd' })
    expect(findings[0]).toMatchObject({
      rule: 'XSD',
      xpath: '/Invoice/cbc:Day',
      line: expect.any(Number),
      column: expect.any(Number),
      message: expect.stringContaining('Expected: '),
    })
  })

  test('validate names the field of a JSON body that is at fault', async () => {
    const wrong = JSON.parse(readFileSync(body('invoice'), 'utf8')) as {
      document: { lines: { vatRate?: number; vatCategory?: string }[] }
    }
    wrong.document.lines[1] = { ...wrong.document.lines[1], vatRate: 0, vatCategory: 'S' }
    const { code, out } = await run(['validate', file('wrong.json', JSON.stringify(wrong))])
    expect(code).toBe(3)
    expect(out).toContain('BR-S-05')
    expect(out).toContain('document.lines[1].vatCategory')
    const absent = await run([
      'validate',
      file('absent.json', JSON.stringify({ document: { ...wrong.document, lines: [{ quantity: 1 }] } })),
    ])
    expect([absent.code, absent.out]).toEqual([
      1,
      expect.stringMatching(/document\.lines\[0\]\.description: .* document\.lines\[0\]\.unitPrice: /),
    ])
  })

  test('validate says what a file is that cannot be read', async () => {
    const { code, out } = await run(['validate', '--json', file('a.zip', 'PK\u0003\u0004xx')])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'UNSUPPORTED', message: expect.stringContaining('ZIP') } })
  })

  test('validate takes paths from a file', async () => {
    const { code, out } = await run(['validate', '--json', '--list', file('list.txt', `${valid}\n\n${invalid}\n`)])
    expect(code).toBe(3)
    expect(out.trim().split('\n').length).toBe(2)
  })

  test('validate answers a path on standard input before it is given the next', { tags: 'heavy' }, async () => {
    const child = spawn(process.execPath, [launcher, 'validate', '--json', '--list', '-'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: inject('compileCache') },
    })
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    for (const path of [valid, invalid, valid]) {
      child.stdin.write(`${path}\n`)
      expect(JSON.parse((await answers.next()).value ?? '')).toMatchObject({ file: path })
    }
    child.stdin.end()
    expect(await new Promise((resolve) => void child.on('close', resolve))).toBe(3)
  })
})

describe('convert', () => {
  test('convert goes from JSON through every form and back to the same UBL', async () => {
    const ubl = readFileSync(valid, 'utf8')
    const cii = file('a.cii.xml', (await run(['convert', valid, '--to', 'cii'])).bytes)
    expect((await run(['convert', cii, '--to', 'ubl'])).out).toBe(ubl)
    const json = file('a.json', (await run(['convert', valid, '--to', 'json'])).bytes)
    expect((await run(['convert', json, '--to', 'ubl'])).out).toBe(ubl)
    const pdf = file('a.pdf', (await run(['convert', valid, '--to', 'facturx'])).bytes)
    expect((await run(['convert', pdf, '--to', 'ubl'])).out.replace(/#compliant#[^<]*/, '')).toBe(
      ubl.replace(/#compliant#[^<]*/, ''),
    )
    const fattura = file('a.fattura.xml', (await run(['convert', valid, '--to', 'fatturapa'])).bytes)
    expect((await run(['convert', fattura, '--to', 'json'])).out).toContain('"number":')
    expect((await run(['convert', valid, '--to', 'html', '--language', 'nl'])).out).toContain('Factuur')
    expect((await run(['convert', valid, '--to', 'pdf'])).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('convert puts a logo and a colour on what people read', { tags: 'heavy' }, async () => {
    const logo = file('logo.png', png())
    expect((await run(['convert', valid, '--to', 'html', '--color', '#8a1c1c', '--logo', logo])).out).toMatch(
      /#8a1c1c[^]*<img class="logo"/,
    )
    expect((await run(['convert', valid, '--to', 'facturx', '--logo', logo])).out).toContain('/Subtype /Image')
  })

  test('convert reports what it cannot carry over', async () => {
    const { code, errors } = await run([
      'convert',
      file(
        'extra.xml',
        readFileSync(valid, 'utf8').replace(
          '<cbc:ID>F-2026-1</cbc:ID>',
          '<cbc:ID>F-2026-1</cbc:ID><cbc:UUID>u-1</cbc:UUID>',
        ),
      ),
      '--to',
      'cii',
    ])
    expect([code, errors]).toEqual([0, 'not converted: /Invoice/cbc:UUID = u-1\n'])
  })

  test.each([
    [['convert', valid, '--to', 'docx'], /--to must be one of/],
    [['convert', valid], /requires exactly one FILE/],
    [['convert', body('purchase-order'), '--to', 'cii'], /cannot be converted to CII/],
    [['convert', 'no-such-file', '--to', 'ubl'], /no-such-file/],
    [['convert', valid, '--to', 'html', '--color', 'red'], /--color must be a colour/],
    [['convert', valid, '--to', 'html', '--logo', valid], /--logo must be a PNG or JPEG/],
    [['convert', valid, '--to', 'html', '--logo', 'no-such-picture'], /no-such-picture/],
  ])('the command %j exits with 1', async (args, message) => {
    const { code, errors } = await run(args)
    expect(code).toBe(1)
    expect(errors).toMatch(message)
  })
})

describe('the commands of the operator', { tags: 'heavy' }, () => {
  test('the commands of the operator work on the database of the settings, from the sources and bundled', async () => {
    const operate = (program: string, database: Record<string, string>, ...args: string[]) =>
      // A process that lives for seconds is not worth compiling the database a second time, for speed.
      spawnSync(process.execPath, ['--liftoff-only', program, 'ownership', ...args], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: inject('compileCache'), ...database },
      })
    const embedded = { DATA_DIR: join(folder, 'data') }
    const server = inject('postgres') === '' ? embedded : { DATABASE_URL: await emptyDatabase('operator') }
    const bundled = join(import.meta.dirname, '../../src/generated/server/operator.js')
    expect(operate(launcher, server, 'list')).toMatchObject({
      status: 0,
      stdout: 'No claim waits for a decision.\n',
      stderr: '',
    })
    expect(operate(bundled, embedded, 'approve', 'comp_01kafm4h7vf8xbkrs9q2m3c5de')).toMatchObject({
      status: 1,
      stdout: '',
    })
  })
})
