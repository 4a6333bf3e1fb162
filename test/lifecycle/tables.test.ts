import { describe, expect, test } from 'vitest'
import { endingOfError, statusOfStep } from '../../src/lifecycle/tables/automatic.ts'
import {
  type AmountKind,
  type Emitter,
  type Tier,
  emittedStatuses,
  frenchStatusOf,
  frenchStatuses,
  motifsOf,
  phaseOf,
  statusesForAuthority,
  statusesWithReason,
} from '../../src/lifecycle/tables/french-statuses.ts'
import {
  motifFor,
  motifForPeppol,
  motifLabels,
  peppolReasons,
  reasonCodesFor,
} from '../../src/lifecycle/tables/reasons.ts'
import { meaningOf, responseFor, responses } from '../../src/lifecycle/tables/responses.ts'
import type { LifecycleState, Party, LifecycleTarget } from '../../src/lifecycle/tables/states.ts'

/** What the specification says of the French statuses (3.3), line by line; the codes that may follow are one text. */
const specified: [code: string, meaning: string, tier: Tier, emittedBy: Emitter, next: string][] = [
  ['200', 'Deposited', 'mandatory', 'seller platform', '201 213'],
  ['201', 'Issued by platform', 'free', 'seller platform', '202 213'],
  ['202', 'Received by platform', 'free', 'buyer platform', '203 213'],
  ['203', 'Made available', 'recommended', 'buyer platform', '204'],
  ['204', 'Acknowledged', 'recommended', 'buyer', '205 206 207 208 210'],
  ['205', 'Approved', 'recommended', 'buyer', '211'],
  ['206', 'Partially approved', 'recommended', 'buyer', '211'],
  ['207', 'In dispute', 'free', 'buyer', '205 206 210'],
  ['208', 'Suspended', 'free', 'buyer', '209'],
  ['209', 'Completed', 'free', 'supplier', '204'],
  ['210', 'Refused', 'mandatory', 'buyer', ''],
  ['211', 'Payment sent', 'recommended', 'buyer', '212'],
  ['212', 'Collected', 'mandatory', 'supplier', ''],
  ['213', 'Rejected', 'mandatory', 'any platform', ''],
]

/** The amount blocks of those that have some. */
const amountsOf: Readonly<Record<string, readonly AmountKind[]>> = {
  206: ['MAP', 'MAPTTC', 'MNA', 'MNATTC'],
  209: ['MAJ'],
  211: ['MPA', 'RAP'],
  212: ['MEN'],
}

/** Which status an update becomes. */
const updates: [
  code: string,
  target: LifecycleTarget,
  party: Party,
  how?: { partial?: boolean; suspended?: boolean },
][] = [
  ['204', 'under_review', 'buyer'],
  ['205', 'approved', 'buyer'],
  ['206', 'approved', 'buyer', { partial: true }],
  ['207', 'disputed', 'buyer'],
  ['208', 'disputed', 'buyer', { suspended: true }],
  ['210', 'rejected', 'buyer'],
  ['211', 'paid', 'buyer'],
  ['212', 'paid', 'supplier'],
  ['212', 'partially_paid', 'supplier'],
]

describe('the French statuses', () => {
  test.each(specified)('the French status %s (%s) is what the specification says', (code, meaning, tier, by, next) => {
    expect(frenchStatuses[code]).toMatchObject({ code, meaning, tier, emittedBy: by, amounts: amountsOf[code] ?? [] })
    expect(frenchStatuses[code]?.next.join(' ')).toBe(next)
  })

  test('the service emits the fourteen French statuses, and the routing error (221)', () => {
    expect(emittedStatuses).toEqual([...specified.map(([code]) => code), '221'])
  })

  test('the authority is told 200, 210, 212 and 213, and no other status', () => {
    expect(statusesForAuthority).toEqual(['200', '210', '212', '213'])
  })

  test('206, 207, 208, 210, 213 and 501 need a reason, and no other status', () => {
    expect(statusesWithReason).toEqual(['206', '207', '208', '210', '213', '501'])
  })

  test('200 to 203, 213 and 221 are about the way of an invoice, and the others about what becomes of it', () => {
    expect(
      Object.keys(frenchStatuses)
        .filter((code) => phaseOf(code) === '305')
        .join(' '),
    ).toBe('200 201 202 203 213 221')
  })

  test.each(updates)(
    'the French status %s is what the update %s of the %s becomes (%j)',
    (...[code, target, party, how]) => {
      expect(frenchStatusOf({ target, party, partial: false, suspended: false, ...how })).toBe(code)
    },
  )

  test('the steps of a delivery give 201 and 202, and its failures 213 or 221', () => {
    expect(statusOfStep).toEqual({ 'document.sent': '201', 'document.delivered': '202' })
    expect(Object.entries(endingOfError).map(([error, { frenchStatus }]) => `${error} ${frenchStatus}`)).toEqual([
      'AP_REJECTED 213',
      'SBDH_ERROR 213',
      'MAIL_REFUSED 213',
      'TRANSPORT_FAILURE 221',
    ])
    for (const { frenchStatus, motif } of Object.values(endingOfError)) expect(motifsOf(frenchStatus)).toContain(motif)
  })
})

/** The reasons that the norm allows for each status. */
const motifs: Readonly<Record<string, string>> = {
  200: 'NON_TRANSMISE',
  206: `AUTRE CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR PU_ERR REM_ERR QTE_ERR ART_ERR MODPAI_ERR
    QUALITE_ERR LIVR_INCOMP`,
  207: `AUTRE COORD_BANC_ERR TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_INC DEST_ERR TRANSAC_INC
    EMMET_INC CONTRAT_TERM DOUBLE_FACT CMD_ERR ADR_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR PU_ERR REM_ERR
    QTE_ERR ART_ERR MODPAI_ERR QUALITE_ERR LIVR_INCOMP`,
  208: 'JUSTIF_ABS COORD_BANC_ERR CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR',
  210: `TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_ERR TRANSAC_INC EMMET_INC CONTRAT_TERM
    DOUBLE_FACT CMD_ERR ADR_ERR REF_CT_ABSENT`,
  213: `MONTANTTOTAL_ERR CALCUL_ERR DOUBLON DEST_INC ADR_ERR REJ_SEMAN REJ_UNI REJ_COH REJ_ADR REJ_CONT_B2G REJ_REF_PJ
    REJ_ASS_PJ`,
  221: 'ROUTAGE_ERR',
}

/** Peppol reasons as the norm says them, by status; what is not here has no equivalent. */
const equivalents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  206: {
    REF: 'REF_ERR',
    QUA: 'QUALITE_ERR',
    DEL: 'LIVR_INCOMP',
    PRI: 'PU_ERR',
    QTY: 'QTE_ERR',
    ITM: 'ART_ERR',
    PAY: 'MODPAI_ERR',
    OTH: 'AUTRE',
  },
  207: {
    REF: 'REF_ERR',
    LEG: 'NON_CONFORME',
    REC: 'DEST_ERR',
    QUA: 'QUALITE_ERR',
    DEL: 'LIVR_INCOMP',
    PRI: 'PU_ERR',
    QTY: 'QTE_ERR',
    ITM: 'ART_ERR',
    PAY: 'MODPAI_ERR',
    UNR: 'TRANSAC_INC',
    FIN: 'COORD_BANC_ERR',
    OTH: 'AUTRE',
  },
  208: { REF: 'REF_ERR', QUA: 'JUSTIF_ABS', FIN: 'COORD_BANC_ERR', OTH: 'JUSTIF_ABS' },
  210: {
    REF: 'REF_CT_ABSENT',
    LEG: 'NON_CONFORME',
    REC: 'DEST_ERR',
    DEL: 'TRANSAC_INC',
    PRI: 'MONTANTTOTAL_ERR',
    QTY: 'MONTANTTOTAL_ERR',
    ITM: 'TRANSAC_INC',
    UNR: 'TRANSAC_INC',
    FIN: 'TX_TVA_ERR',
  },
}
const wordsOf = (text = ''): string[] => text.split(/\s+/)

describe('the reasons', () => {
  test('the reasons of Peppol are its fourteen codes', () => {
    expect(Object.keys(peppolReasons).join(' ')).toBe('NON REF LEG REC QUA DEL PRI QTY ITM PAY UNR FIN PPD OTH')
  })

  test.each(Object.keys(motifs))('the reasons of the French status %s are those of the norm', (status) => {
    expect(motifsOf(status)).toEqual(wordsOf(motifs[status]))
  })

  test('the reasons of Peppol have their equivalent in France, or none', () => {
    expect(motifForPeppol).toEqual(equivalents)
    for (const status of Object.keys(equivalents))
      for (const code of ['NON', 'PPD']) expect(motifFor(status, code)).toBeUndefined()
  })

  test.each(Object.keys(equivalents))('the reasons of the French status %s are forwarded as they are', (status) => {
    for (const code of Object.keys(motifLabels))
      expect(motifFor(status, code)).toBe(wordsOf(motifs[status]).includes(code) ? code : undefined)
    expect(reasonCodesFor(status)).toEqual([...Object.keys(equivalents[status] ?? {}), ...wordsOf(motifs[status])])
  })

  test('every reason of a French status has a label', () => {
    for (const motif of Object.values(motifs).flatMap(wordsOf)) expect(motifLabels).toHaveProperty(motif)
  })
})

/** What the Invoice Response of Peppol says of each state. */
const answers: [state: LifecycleState, partial: boolean, code: string][] = [
  ['under_review', false, 'IP'],
  ['approved', false, 'AP'],
  ['approved', true, 'CA'],
  ['disputed', false, 'UQ'],
  ['rejected', false, 'RE'],
  ['paid', false, 'PD'],
  ['partially_paid', true, 'PD'],
]

describe('the responses of Peppol', () => {
  test.each(answers)(
    'a document that becomes %s (in part: %s) is answered with %s, which is understood so',
    (...row) => {
      const [state, partial, code] = row
      expect(responseFor(state, partial)).toBe(code)
      expect(meaningOf(code, partial && code === 'PD' ? ['PPD'] : [])).toEqual({ code, state, partial })
    },
  )

  test('a response that a document was received (AB) moves nothing', () => {
    expect(meaningOf('AB', [])).toEqual({ code: 'AB', state: null, partial: false })
    expect(responses).toHaveLength(answers.length + 1)
  })
})
