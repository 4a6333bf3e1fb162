import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vatPrefixes } from '../../../src/values/vat-number.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { type Registrations, refuses, startRegistrations } from '../../support/registrations.ts'

let app: TestApp
let x: Registrations
beforeAll(async () => {
  app = await startApp()
  x = await startRegistrations(app)
})
afterAll(() => app.close())

/** facts.md 3.2: prefix → [a number of that country, country, participant id]. */
const byPrefix: Record<string, [vatNumber: string, country: string, peppolId: string]> = {
  AD: ['ADU132950X', 'AD', '9922:ADU132950X'],
  AE: ['AE1002345678', 'AE', '0235:1002345678'],
  AL: ['ALJ91402501L', 'AL', '9923:ALJ91402501L'],
  AT: ['ATU12345675', 'AT', '9914:ATU12345675'],
  AU: ['AU51824753556', 'AU', '0151:51824753556'],
  BA: ['BA200000000000', 'BA', '9924:BA200000000000'],
  BE: ['BE0123456749', 'BE', '0208:0123456749'],
  BG: ['BG175074752', 'BG', '9926:BG175074752'],
  CH: ['CHE123456788', 'CH', '9927:CHE123456788'],
  CY: ['CY10259033P', 'CY', '9928:CY10259033P'],
  CZ: ['CZ25123891', 'CZ', '9929:CZ25123891'],
  DE: ['DE136695976', 'DE', '9930:DE136695976'],
  DK: ['DK13585628', 'DK', '0184:13585628'],
  EE: ['EE100931558', 'EE', '9931:EE100931558'],
  EL: ['EL094259216', 'GR', '9933:094259216'],
  ES: ['ESJ99216582', 'ES', '9920:ESJ99216582'],
  FI: ['FI20774740', 'FI', '0216:003720774740'],
  FR: ['FR83404833048', 'FR', '0225:404833048'],
  GB: ['GB980780684', 'GB', '9932:GB980780684'],
  GR: ['GR123456783', 'GR', '9933:123456783'],
  HR: ['HR33392005961', 'HR', '9934:HR33392005961'],
  HU: ['HU12892312', 'HU', '9910:HU12892312'],
  IE: ['IE6433435F', 'IE', '9935:IE6433435F'],
  IS: ['IS12345', 'IS', '0196:12345'],
  IT: ['IT00743110157', 'IT', '0211:IT00743110157'],
  JP: ['JPT7000012050002', 'JP', '0221:T7000012050002'],
  LI: ['LI12345', 'LI', '9936:LI12345'],
  LT: ['LT119511515', 'LT', '0200:119511515'],
  LU: ['LU15027442', 'LU', '9938:LU15027442'],
  LV: ['LV40003521600', 'LV', '0218:40003521600'],
  MC: ['MC53000004605', 'MC', '9940:MC53000004605'],
  ME: ['ME02000000', 'ME', '9941:ME02000000'],
  MK: ['MK4030000375897', 'MK', '9942:MK4030000375897'],
  MT: ['MT11679112', 'MT', '9943:MT11679112'],
  MY: ['MYC12345678901', 'MY', '0230:C12345678901'],
  NL: ['NL004495445B01', 'NL', '9944:NL004495445B01'],
  NO: ['NO995525828MVA', 'NO', '0192:995525828'],
  PL: ['PL8567346215', 'PL', '9945:PL8567346215'],
  PT: ['PT501964843', 'PT', '9946:PT501964843'],
  RO: ['RO18547290', 'RO', '9947:RO18547290'],
  RS: ['RS101134702', 'RS', '9948:RS101134702'],
  SE: ['SE556188840401', 'SE', '0007:5561888404'],
  SG: ['SG200312345A', 'SG', '0195:SGUEN200312345A'],
  SI: ['SI50223054', 'SI', '9949:SI50223054'],
  SK: ['SK2022749619', 'SK', '9950:SK2022749619'],
  SM: ['SM24165', 'SM', '9951:SM24165'],
  TR: ['TR4540536920', 'TR', '9952:TR4540536920'],
  VA: ['VA00000000001', 'VA', '9953:VA00000000001'],
}

describe('country and participant id', () => {
  test('every VAT prefix that is served has a row in this table, and the other way round', () => {
    expect(Object.keys(vatPrefixes).sort()).toEqual(Object.keys(byPrefix).sort())
  })
  test.each(Object.entries(byPrefix))(
    'a VAT number with the prefix %s decides country and participant id',
    async (_prefix, [vatNumber, country, peppolId]) => {
      const { status, body } = await x.shared.post('/v1/companies', { vatNumber })
      expect({ status, country: body.country, peppolId: body.peppolId, vatNumber: body.vatNumber }).toEqual({
        status: 201,
        country,
        peppolId,
        vatNumber,
      })
    },
  )
  test('a Belgian number without its leading zero stands for the same participant', async () => {
    const tenant = await app.tenant()
    expect((await x.register(tenant, { vatNumber: 'BE123456749' })).peppolId).toBe('0208:0123456749')
  })
  test.each([
    ['BE0123456749', 'BE123456749'],
    ['NO995525828MVA', 'NO995525828'],
    ['SE556188840401', 'SE5561888404'],
    ['FR40303265045', 'FRXX303265045'],
    ['EL094259216', 'GR094259216'],
  ])('%s and %s are one company, and registering the second names the first', async (vatNumber, other) => {
    const tenant = await app.tenant()
    const { id } = await x.register(tenant, { vatNumber })
    const { body } = await refuses(tenant, () => tenant.post('/v1/companies', { vatNumber: other }), 'COMPANY_EXISTS')
    expect(body.error).toMatchObject({
      message: `The VAT number ${other} is already registered, as ${vatNumber}.`,
      details: [{ field: 'vatNumber', rule: 'COMPANY_EXISTS', existingId: id }],
    })
  })
  test.each([
    ['EL099801166', 'GR-R-009'],
    ['DK13585629', 'DK-R-014'],
    ['SE556188841201', 'SE-R-004'],
    ['IS12346', 'IS-R-002'],
  ])('a seller known by %s has the address and the registration that %s asks for', async (vatNumber, rule) => {
    const tenant = await app.tenant()
    const { peppolId: from } = await x.register(tenant, { vatNumber })
    const { body } = await tenant.post('/v1/documents/validate', {
      type: 'invoice',
      from,
      to: '0208:0417497106',
      document: {
        number: '1',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'x',
        lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 25 }],
      },
    })
    expect(body.profile).toContain('peppol-ubl')
    expect(body.errors.map((finding: Body) => finding.rule)).not.toContain(rule)
  })
  test('an Estonian register number becomes a participant id of the register', async () => {
    expect((await x.register(x.shared, { vatNumber: 'EE10137319' })).peppolId).toBe('0191:10137319')
  })
})
