import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { updateFrenchCopy } from '../../src/directory/french/copy.ts'
import { joinedLines } from '../../src/directory/french/joined-lines.ts'
import { nextOf } from '../../src/upstreams/annuaire/port.ts'
import { frenchVat, isSiret } from '../../src/values/national-numbers.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { rejectionOf } from '../support/conformance.ts'
import { patient } from '../support/envelope.ts'
import { type FakeAnnuaire, archive, flux14, gathered, startFakeAnnuaire } from '../support/fake-annuaire.ts'

const SIREN = '999100005'
const SIRET = Array.from({ length: 10 }, (_none, digit) => `${SIREN}0001${digit}`).find(isSiret) as string

describe('the folder of the portal', () => {
  let fake: FakeAnnuaire
  afterEach(() => fake.close())
  const faultOf = async (name: string, bytes: Uint8Array | string): Promise<string> => {
    fake = await startFakeAnnuaire()
    await fake.put(name, bytes)
    const edition = fake.annuaire.next(null, patient)
    const reading = edition.then(async (one) => one && gathered(fake.annuaire.read(one)))
    return (await rejectionOf(reading)).message
  }
  const whole = flux14({ producedAt: '20260914010022', units: [{ siren: SIREN }], lines: [{ siren: SIREN }] })

  test.each<[string, string, () => Uint8Array | string, string]>([
    ['an archive that ends too early', 'FFE1435A_1.tar.gz', () => archive(whole).subarray(0, 200), 'unexpected end'],
    ['an archive without the file', 'FFE1435A_1.tar.gz', () => archive(whole, 'x.txt'), 'has no XML file'],
    ['no archive', 'FFE1435A_1.tar.gz', () => 'hello', 'incorrect header'],
    ['a file that is not well-formed', 'FFE1435A_1.xml', () => whole.slice(0, -30), 'not well-formed'],
    [
      'a file in another encoding',
      'FFE1435A_1.xml',
      () => Buffer.from(whole.replace('DUPONT', 'É'), 'latin1'),
      'UTF-8',
    ],
    ['a document type', 'FFE1435A_1.xml', () => `<!DOCTYPE a>${whole}`, 'DOCTYPE'],
    [
      'no time of production',
      'FFE1435A_1.xml',
      () => whole.replace(/<HorodateProduction>.*<\/HorodateProduction>/, ''),
      'when it was',
    ],
    ['changes since nobody knows when', 'FFE1435A_1.xml', () => whole.replace('>C<', '>D<'), 'since when'],
    ['a line without days', 'FFE1435A_1.xml', () => whole.replace(/<DateEffet>.*<\/DateEffet>/, ''), 'no days'],
    ['a line from no day', 'FFE1435A_1.xml', () => whole.replace('20260901', 'demain'), 'demain is no day'],
  ])('says what is wrong with %s', async (_what, name, bytes, message) => {
    const said = await faultOf(name, bytes())
    expect(said).toContain(name)
    expect(said).toContain(message)
  })

  test('passes over other files and over one that is still being brought, and takes an XML alone, packed or not', async () => {
    for (const [name, bytes] of [
      ['FFE1435A_a.xml', whole],
      ['FFE1435A_a.xml.gz', gzipSync(whole)],
    ] as const) {
      fake = await startFakeAnnuaire()
      await fake.put('FFE1435A_half.tar.gz', archive(whole).subarray(0, 100))
      await fake.put('README.txt', 'x')
      await fake.put('FFE1435A_b.tar.gz.part', 'x')
      await fake.put(name, bytes)
      const edition = await fake.annuaire.next(null, patient)
      expect(edition).toMatchObject({ name, producedAt: '20260914010022' })
      await fake.close()
    }
    fake = await startFakeAnnuaire()
  })

  test('that is not there is a fault of the upstream', async () => {
    fake = await startFakeAnnuaire()
    await fake.close()
    expect(await rejectionOf(fake.annuaire.next(null, patient))).toMatchObject({ code: 'UPSTREAM_ERROR' })
  })
})

const edition = (producedAt: string, since: string | null = null) => ({
  name: producedAt,
  producedAt,
  since,
  isComplete: since === null,
})

test.each<[string, string | null, string | undefined]>([
  ['an empty copy begins with the newest complete edition', null, '3'],
  ['a copy is brought to the newest complete edition', '1', '3'],
  ['changes that follow are applied, the earliest first', '3', '4'],
  ['changes since an earlier edition leave no gap', '35', '4'],
  ['changes after a gap wait for the next complete edition', '2x', '3'],
  ['nothing follows the last', '5', undefined],
])('%s', (_what, after, expected) => {
  const all = [edition('5', '4'), edition('1'), edition('3'), edition('2', '1'), edition('4', '3')]
  expect(nextOf(all, after)?.producedAt).toBe(expected)
})

test('changes after a gap are left alone where no complete edition is newer', () => {
  expect(nextOf([edition('1'), edition('5', '4')], '1')).toBeNull()
})

test.each<[string, [string, string?][], [string, string | null]]>([
  ['one line', [['2026-01-01']], ['2026-01-01', null]],
  ['one platform after the other', [['2026-01-01', '2026-06-01'], ['2026-06-01']], ['2026-01-01', null]],
  ['the same in another order', [['2026-06-01'], ['2026-01-01', '2026-06-01']], ['2026-01-01', null]],
  ['what is over, and what begins again', [['2025-01-01', '2025-06-01'], ['2027-01-01']], ['2027-01-01', null]],
  [
    'what is in force, and what comes after a gap',
    [['2026-01-01', '2026-12-01'], ['2027-01-01']],
    ['2026-01-01', '2026-12-01'],
  ],
  [
    'what is over',
    [
      ['2025-01-01', '2025-03-01'],
      ['2025-06-01', '2025-07-01'],
    ],
    ['2025-06-01', '2025-07-01'],
  ],
])('several lines of an address are one: %s', (_what, lines, [startsOn, endsOn]) => {
  const told = lines.map(([from, until]) => ({
    platformType: 'WK' as const,
    startsOn: from,
    ...(until !== undefined && { endsOn: until }),
  }))
  expect(joinedLines(told, '20260914010022')).toEqual({ platformType: 'WK', startsOn, endsOn })
})

describe('the copy of the French directory', () => {
  let app: TestApp
  let fake: FakeAnnuaire
  let tenant: Tenant
  beforeAll(async () => {
    fake = await startFakeAnnuaire()
    app = await startApp({ ANNUAIRE_FOLDER: fake.path })
    tenant = await app.tenant()
  })
  afterAll(async () => {
    await app.close()
    await fake.close()
  })
  const lines = async (): Promise<string[]> =>
    (await tenant.post('/afnor/directory-service/v1/directory-line/search', {})).body.results.map(
      (row: Body) => `${row.addressingIdentifier} ${row.platformType}`,
    )
  const names = async (): Promise<string[]> =>
    (await tenant.post('/afnor/directory-service/v1/siren/search', {})).body.results.map(
      (row: Body) => row.businessName,
    )
  const update = () => updateFrenchCopy(app.platform)

  test('is empty until the portal brings an edition, and then what that tells', async () => {
    expect(await lines()).toEqual([])
    await fake.bring({
      producedAt: '20260914010022',
      units: [{ siren: SIREN, name: 'ATELIER' }, { siren: '999100013' }],
      facilities: [{ siret: SIRET }],
      codes: [{ siret: SIRET, code: 'COMPTA' }],
      lines: [
        { siren: SIREN, platform: '0135' },
        { siren: SIREN, siret: SIRET, platform: '9999', until: '20280101', effectiveUntil: '99991231' },
        { siren: SIREN, siret: SIRET, code: 'COMPTA' },
        { siren: SIREN, suffix: 'STATUTS' },
        { siren: SIREN, suffix: 'STATUTS', nature: 'M' },
        { siren: '999100013', platform: '9998' },
      ],
    })
    await update()
    expect(await lines()).toEqual([
      `${SIREN} WK`,
      `${SIREN}_${SIRET} DFH`,
      `${SIREN}_${SIRET}_COMPTA WK`,
      `${SIREN}_STATUTS WK`,
    ])
    expect((await names()).toSorted()).toEqual(['ATELIER', 'DUPONT TECH SAS'])
    const path = `/afnor/directory-service/v1/directory-line/code:${SIREN}_${SIRET}_COMPTA?include=routingCode,siret`
    expect((await tenant.get(path)).body).toMatchObject({
      directoryLineStatus: 'Enabled',
      facility: { facilityType: 'P', name: 'SIEGE' },
      routingCode: { routingCodeName: 'Service COMPTA' },
    })
  })

  test('follows what has changed, and keeps the rest', async () => {
    await fake.bring({
      producedAt: '20260915010000',
      since: '20260914010022',
      units: [{ siren: SIREN, name: 'ATELIER DES RIVES', reason: 'M' }],
      lines: [
        { siren: SIREN, suffix: 'STATUTS', reason: 'S' },
        { siren: SIREN, suffix: 'VENTES' },
      ],
    })
    await update()
    expect(await lines()).toEqual([
      `${SIREN} WK`,
      `${SIREN}_${SIRET} DFH`,
      `${SIREN}_${SIRET}_COMPTA WK`,
      `${SIREN}_VENTES WK`,
    ])
    expect((await names()).toSorted()).toEqual(['ATELIER DES RIVES', 'DUPONT TECH SAS'])
  })

  test('an edition that breaks off leaves the copy to be brought there again, once the file is whole', async () => {
    const told = { producedAt: '20260916010000', since: '20260915010000', lines: [{ siren: SIREN, suffix: 'NEUF' }] }
    const name = await fake.bring(told)
    const xml = flux14(told)
    await fake.put(name, archive(xml.slice(0, -40)))
    expect((await rejectionOf(update())).message).toContain(name)
    await fake.bring(told)
    expect(await update()).toBe(true)
    expect(await lines()).toContain(`${SIREN}_NEUF WK`)
  })

  test('a complete edition is all there is, but for what companies of this deployment say of themselves', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: frenchVat('999100021') })
    expect(company.peppolId).toBe('0225:999100021')
    await app.platform.runner?.settle()
    await fake.bring({
      producedAt: '20260921010000',
      units: [{ siren: SIREN, name: 'ATELIER DES RIVES' }],
      lines: [{ siren: SIREN }, { siren: '999100021', platform: '0000', until: '20260101', from: '20250101' }],
    })
    await update()
    expect(await lines()).toEqual([`${SIREN} WK`, '999100021 WK'])
    expect(await names()).toHaveLength(2)
  })

  test('two servers at once apply an edition once, and one that died leaves it to the other', async () => {
    const { client } = app.platform.db
    const busyUntil = new Date(app.clock.now().getTime() + 60_000)
    await client.frenchCopy.updateMany({ data: { busyUntil } })
    await fake.bring({ producedAt: '20260922010000', since: '20260921010000', lines: [{ siren: SIREN, suffix: 'X' }] })
    expect(await update()).toBe(false)
    expect(await lines()).not.toContain(`${SIREN}_X WK`)
    app.clock.advance(120_000)
    expect(await update()).toBe(true)
    expect(await lines()).toContain(`${SIREN}_X WK`)
  })
})
