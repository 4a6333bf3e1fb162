import { expect, test } from 'vitest'
import type { Annuaire, AnnuaireEdition } from '../../../src/upstreams/annuaire/port.ts'
import type { AnnuairePortion } from '../../../src/upstreams/annuaire/records.ts'
import { sandboxAnnuaire } from '../../../src/upstreams/annuaire/sandbox.ts'
import { isSiret } from '../../../src/values/national-numbers.ts'
import { forEachImplementation, rejectionOf, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'
import { gathered, startFakeAnnuaire } from '../../support/fake-annuaire.ts'

interface Opened {
  annuaire: Annuaire
  close(): Promise<void>
}

const simulator = (): Promise<Opened> =>
  Promise.resolve({ annuaire: sandboxAnnuaire(), close: () => Promise.resolve() })

const folder = async (): Promise<Opened> => {
  const fake = await startFakeAnnuaire()
  await fake.bring({
    producedAt: '20260914010022',
    units: [{ siren: '999000018' }],
    facilities: [{ siret: '99900001800013' }],
    codes: [{ siret: '99900001800013', code: 'COMPTA' }],
    lines: [
      { siren: '999000018' },
      { siren: '999000018', siret: '99900001800013' },
      { siren: '999000018', siret: '99900001800013', code: 'COMPTA', until: '20271231' },
      { siren: '999000018', suffix: 'STATUTS' },
    ],
  })
  return fake
}

const firstOf = async ({ annuaire }: Opened): Promise<AnnuaireEdition> => {
  const edition = await annuaire.next(null, patient)
  if (!edition) throw new Error('There is no edition.')
  return edition
}
const recordsOf = async ({ annuaire }: Opened, edition: AnnuaireEdition): Promise<AnnuairePortion[]> =>
  gathered(annuaire.read(edition))

forEachImplementation('the French directory', { simulator, folder }, (opened) => {
  test('an empty copy begins with a complete edition, after which there is nothing until another one comes', async () => {
    const edition = await firstOf(opened())
    expect(edition).toEqual({
      name: expect.any(String),
      isComplete: true,
      producedAt: expect.stringMatching(/^\d{14}$/),
      since: null,
    })
    expect(await opened().annuaire.next(edition.producedAt, patient)).toBeNull()
    expect(await opened().annuaire.next('99991231235959', patient)).toBeNull()
  })

  test('what is read twice is the same', async () => {
    const edition = await firstOf(opened())
    expect(await recordsOf(opened(), edition)).toEqual(await recordsOf(opened(), edition))
  })

  test('every record fits its table: numbers, days and words of the norm, and each belongs to a unit', async () => {
    const portions = await recordsOf(opened(), await firstOf(opened()))
    const sirens = new Set(portions.flatMap(({ units }) => units).map(({ siren }) => siren))
    expect(sirens.size).toBeGreaterThan(0)
    for (const unit of portions.flatMap(({ units }) => units)) {
      expect(['Public', 'PrivateVatRegistered']).toContain(unit.entityType)
      expect(['A', 'C']).toContain(unit.administrativeStatus)
      expect(unit.businessName).not.toBe('')
    }
    for (const { siret, facilityType } of portions.flatMap(({ facilities }) => facilities))
      expect([isSiret(siret), sirens.has(siret.slice(0, 9)), 'PS'.includes(facilityType)]).toEqual([true, true, true])
    for (const { siret, routingIdentifier } of portions.flatMap(({ routingCodes }) => routingCodes))
      expect([sirens.has(siret.slice(0, 9)), routingIdentifier !== '']).toEqual([true, true])
    for (const { siren, startsOn, endsOn = '9999-12-31', platformType } of portions.flatMap(({ lines }) => lines)) {
      expect([sirens.has(siren), ['WK', 'DFH'].includes(platformType)]).toEqual([true, true])
      expect([startsOn, endsOn].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true)
    }
    for (const { removed } of portions) expect(Object.values(removed).flat()).toEqual([])
  })

  test('a caller whose time is over is told so', async () => {
    expect(await rejectionOf(opened().annuaire.next(null, tooLate))).toBeInstanceOf(Error)
  })
})
