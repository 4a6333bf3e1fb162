import { describe, expect, test } from 'vitest'
import {
  type SdiMessage,
  type SdiMessageKind,
  meanings,
  messageFileName,
  readSdiMessage,
  sdiMessageKinds,
  writeSdiMessage,
} from '../../src/formats/fatturapa/messages.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'

const file = { sdiId: '111', fileName: 'IT01234567890_00001.xml' }
const received = { ...file, receivedAt: '2026-11-20T12:00:00.000Z' }
const closing = { messageId: '123456', pecMessageId: 'opec@pec.example', note: 'Nota' }
const invoice = { number: '123', year: '2026', position: '1' }

/** One message of each kind, with everything that it can say. */
const messages: Readonly<Record<SdiMessageKind, Omit<SdiMessage, 'kind'>>> = {
  RC: {
    ...received,
    deliveredAt: '2026-11-20T12:05:00.000Z',
    recipient: { code: 'AAAAAA', name: 'Amministrazione Beta' },
    errors: [],
    ...closing,
  },
  NS: {
    ...received,
    errors: [
      { code: '00200', description: 'File non conforme al formato' },
      { code: '00306', description: 'Codice non valido' },
    ],
    ...closing,
  },
  MC: { ...received, description: 'Recapito impossibile', errors: [], ...closing },
  AT: {
    ...received,
    recipient: { code: 'AAAAAA', name: 'Amministrazione Beta' },
    errors: [],
    ...closing,
    hash: '2c1f6a',
  },
  NE: {
    ...file,
    answer: { sdiId: '111', invoice, outcome: 'EC02', description: 'Ordine sconosciuto', buyerMessageId: '77' },
    errors: [],
    ...closing,
  },
  DT: { ...file, invoice, description: 'Termini decorsi', errors: [], ...closing },
  EC: { sdiId: '111', invoice, outcome: 'EC01', description: 'Accettata', buyerMessageId: '77', errors: [] },
  SE: { sdiId: '111', invoice, discard: 'EN01', buyerMessageId: '77', errors: [], ...closing },
  MT: {
    ...file,
    recipientCode: 'AAAAAA',
    format: 'FPA12',
    attempts: '1',
    messageId: '123456',
    note: 'Nota',
    errors: [],
  },
}

/** The interchange system signs; the schema asks for it. */
const SIGNATURE =
  '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod ' +
  'Algorithm="urn:a"/><ds:SignatureMethod Algorithm="urn:b"/><ds:Reference><ds:DigestMethod ' +
  'Algorithm="urn:c"/><ds:DigestValue>AA==</ds:DigestValue></ds:Reference></ds:SignedInfo>' +
  '<ds:SignatureValue>AA==</ds:SignatureValue></ds:Signature>'
const signed = (xml: string): string => xml.replace(/<\/types:\w+>$/, (end) => SIGNATURE + end)
const UNSIGNED = new Set<SdiMessageKind>(['EC', 'MT'])

describe('messages of the interchange system', () => {
  test.each(sdiMessageKinds)('the SDI message %s is written validly and read back whole, signed or not', (kind) => {
    const said = { ...messages[kind], kind }
    const xml = writeSdiMessage(said)
    const whole = UNSIGNED.has(kind) ? xml : signed(xml)
    expect(hasShared ? schemaErrors(whole) : []).toEqual([])
    for (const text of [xml, whole]) expect(readSdiMessage(text)).toEqual({ document: said, unmapped: [], missing: [] })
  })
  test.each([
    ['RicevutaScarto', 'NS'],
    ['RicevutaImpossibilitaRecapito', 'MC'],
  ] as const)('the message %s between companies is a %s, and what it says besides stays in sight', (root, kind) => {
    const xml =
      `<ns3:${root} xmlns:ns3="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0" ` +
      'versione="1.0"><IdentificativoSdI>42</IdentificativoSdI><NomeFile>IT01234567890_00001.xml</NomeFile>' +
      '<Hash>ab</Hash><DataOraRicezione>2026-11-20T12:00:00Z</DataOraRicezione><MessageId>1</MessageId>' +
      `</ns3:${root}>`
    const { document, unmapped } = readSdiMessage(xml)
    expect(document).toMatchObject({ kind, sdiId: '42', fileName: 'IT01234567890_00001.xml' })
    expect(unmapped).toEqual([{ xpath: `/ns3:${root}/Hash`, value: 'ab' }])
  })
  test('each SDI message has a meaning, and only a rejection makes a report fail', () => {
    expect(
      Object.entries(meanings)
        .filter(([, { report }]) => report === 'failed')
        .map(([kind]) => kind),
    ).toEqual(['NS'])
    expect(Object.keys(meanings).sort()).toEqual([...sdiMessageKinds].sort())
  })
  test('SDI messages have the names of the files that they are about', () => {
    expect(messageFileName('IT01234567890_00001.xml', 'RC')).toBe('IT01234567890_00001_RC_001.xml')
    expect(messageFileName('IT01234567890_00001.xml.p7m', 'NS', 2)).toBe('IT01234567890_00001_NS_002.xml')
  })
  test.each([
    ['<a/>', 'UNSUPPORTED'],
    ['<!DOCTYPE x><RicevutaConsegna/>', 'DOCTYPE_REFUSED'],
    ['<RicevutaConsegna>', 'MALFORMED'],
  ])('an SDI message with %s is refused', (xml, code) => {
    expect(() => readSdiMessage(xml)).toThrow(expect.objectContaining({ code }))
  })
})
