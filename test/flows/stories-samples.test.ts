/** The statuses of the stories of the sandbox, compared with those of the samples of XP Z12-014, field by field. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCdar } from '../../src/formats/cdar/acknowledgement.ts'
import type { CdarParty, Figure, ReferencedDocument } from '../../src/formats/cdar/message.ts'
import { FLOWS } from '../support/afnor.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { hasShared, shared } from '../support/shared.ts'

const folder = join(shared, 'corpus/fr-ctc')
/** Which samples tell which document of which story. */
const samples = (
  [
    ['_Cas_Nominal_UC1_F202500003', 'nominal', 'F'],
    ['UC2_UC2_F202500004', 'rejected', 'F'],
    ['UC3_UC3_F202500005', 'refused', 'F'],
    ['_Statut_avec_MOTIF_UC4_F202500006', 'corrected', 'F'],
    ['UC5_UC5_F202500007', 'credited', 'F'],
    ['_Statut_avec_MOTIF_UC5_F202500007', 'credited', 'F'],
    ['UC5_UC5b_F202500007', 'credited', 'F'],
    ['UC5c_F202500012_00-INV_20250705_UC5c_F202500012', 'credited', 'R'],
  ] as const
).flatMap(([start, story, document]) =>
  (hasShared ? readdirSync(folder) : [])
    .filter((file) => file.startsWith(start) && file.includes('CDV'))
    .map((file) => [file.replace('.xml', ''), story, document] as const),
)

/** What ours says otherwise on purpose: where, in which fields, and why. */
const differences: readonly (readonly [at: RegExp, fields: readonly string[], why: string])[] = [
  [/CDV-(200|210|212|213)_.*(?<!PPF)$/, ['recipients'], 'The portal is told by a message of its own.'],
  [/CDV-(202|203)/, ['recipients'], 'The buyer is told by a flow of its own.'],
  [/CDV-(203|204|207|211)/, ['label'], 'The samples write "_" for the spaces of the label.'],
  [/CDV-(211|212)/, ['sequence'], 'Every block is numbered; the samples number those with a reason.'],
  [/CDV-211/, ['figures'], 'What remains (RAP) is told as well.'],
  [/CDV-207/, ['action'], 'The samples write words of the action with capitals.'],
  [
    /CDV-213/,
    ['reasonCode', 'reason', 'notes'],
    'The simulated platform rejects the message, and knows no duplicates.',
  ],
  [/CDV-(200|213)_.*PPF$/, ['issuer'], 'This platform has no number in the register of platforms.'],
]

/** Numbers of companies are their own; those of the portal are the same everywhere. */
const party = ({ role, identifiers, electronicAddress }: CdarParty): string =>
  [
    role,
    ...identifiers.map(({ scheme, value }) => (scheme === '0238' && role === 'DFH' ? `portal ${value}` : scheme)),
    electronicAddress?.scheme,
  ].join(' ')
const figure = ({ kind, term, changed, amount, currency, percent }: Figure): string =>
  [kind, term, changed, amount?.toFixed(2), currency, percent?.toFixed(2)].join(' ')

/** What a message says, without its own number, name and days. */
const saidBy = (bytes: Uint8Array): Record<string, unknown> => {
  const { sender, issuer, recipients, references, process, specification, phase, several } = readCdar(bytes).document
  const { seller, details, ...about } = references[0] as ReferencedDocument
  const [detail] = details
  return {
    process,
    specification,
    phase,
    several,
    sender: sender?.role,
    issuer: issuer && party(issuer),
    recipients: recipients.map(party),
    references: references.length,
    status: about.status,
    label: about.label,
    networkCode: about.networkCode,
    typeCode: about.typeCode,
    seller: seller && party(seller),
    details: details.length,
    sequence: detail?.sequence,
    notes: detail?.notes.length,
    reasonCode: detail?.reasonCode,
    reason: detail?.reason,
    actionCode: detail?.actionCode,
    action: detail?.action,
    figures: detail?.figures.map(figure),
  }
}

describe.skipIf(!hasShared)('a status of a story says what the sample says, or why it does not', () => {
  let app: TestApp
  let tenant: Tenant
  const plays = new Map<string, Body>()
  beforeAll(async () => {
    app = await startApp()
    tenant = await app.tenant('personal')
    for (const story of new Set(samples.map(([, name]) => name)))
      plays.set(story, (await tenant.post('/v1/sandbox/stories/play', { story })).body)
  })
  afterAll(() => app.close())

  /** That of the supplier where both sides have one. */
  const fileOf = async (sample: string, story: string, name: string): Promise<Buffer> => {
    const { documents, flows } = plays.get(story)
    const isCopy = sample.endsWith('POUR_PPF')
    const ending = `_CDV-${/CDV-(\d{3})/.exec(sample)?.[1]}.xml`
    const found = documents
      .filter(({ number }: Body) => number.startsWith(`${name}-`))
      .toSorted((one: Body, other: Body) => other.direction.localeCompare(one.direction))
      .flatMap(({ id }: Body) => flows.filter(({ documentId }: Body) => documentId === id))
      .find((flow: Body) => flow.name.endsWith(ending) && flow.flowType.startsWith('State') === isCopy)
    expect([sample, typeof found]).toEqual([sample, 'object'])
    return (await tenant.get(`${FLOWS}/${found.id}?docType=Original`)).bytes
  }

  test.each(samples)('%s', async (sample, story, name) => {
    const ours = saidBy(await fileOf(sample, story, name))
    const theirs = saidBy(readFileSync(join(folder, `${sample}.xml`)))
    const differing = Object.keys(theirs).filter(
      (field) => JSON.stringify(ours[field]) !== JSON.stringify(theirs[field]),
    )
    const known = differences.filter(([at]) => at.test(sample)).flatMap(([, fields]) => fields)
    expect({ ours, differing: differing.toSorted() }).toEqual({ ours, differing: [...new Set(known)].toSorted() })
  })

  test('there are as many as the corpus has, and every difference is one of them', () => {
    expect(samples).toHaveLength(37)
    expect(differences.filter(([at]) => !samples.some(([sample]) => at.test(sample)))).toEqual([])
  })
})
