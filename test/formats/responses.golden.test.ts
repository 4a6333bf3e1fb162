import { INVOICE_TYPE } from '../support/document-types.ts'
import { describe, expect, test } from 'vitest'
import { profiles } from '../../src/formats/profiles.ts'
import type { Response } from '../../src/formats/response.ts'
import {
  openEnvelope,
  readEnvelope,
  standalone,
  streamEnvelope,
  writeEnvelope,
} from '../../src/formats/sbdh/envelope.ts'
import type { Header } from '../../src/formats/sbdh/header.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import { networkTypeOf } from '../../src/formats/sbdh/network-type.ts'
import { readResponse, writeResponse } from '../../src/formats/ubl/response.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate, type ProfileName } from '../../src/rules/validate.ts'
import { expectGolden, lineByLine } from '../support/golden.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'

const parties = {
  sender: { electronicAddress: { scheme: '0208', value: '0123456749' }, identifiers: [], name: 'Buyer' },
  receiver: { electronicAddress: { scheme: '0208', value: '0987654394' }, identifiers: [], name: 'Seller' },
}

const answers: Record<string, Response> = {
  'invoice-response': {
    ...profiles['peppol-invoice-response'],
    ...parties,
    id: 'IMR-1',
    issueDate: '2026-02-03',
    code: 'UQ',
    effectiveDate: '2026-02-03',
    statuses: [
      {
        reasonCode: 'PRI',
        list: 'OPStatusReason',
        reason: 'Price of line 1 & 2',
        conditions: [{ field: 'BT-146', description: '95.00' }],
      },
      { reasonCode: 'CNP', list: 'OPStatusAction', conditions: [] },
    ],
    reference: { number: 'F-2026-1', issueDate: '2026-01-31', typeCode: '380' },
    issuer: { identifiers: [{ value: '0987654394', scheme: '0208' }], name: 'Seller' },
    recipient: { identifiers: [], name: 'Buyer' },
    lines: [],
  },
  mlr: {
    ...profiles['peppol-mlr'],
    sender: { ...parties.sender, name: undefined },
    receiver: { ...parties.receiver, name: undefined },
    id: 'MLR-1',
    issueDate: '2026-02-03',
    issueTime: '12:00:00',
    code: 'RE',
    description: 'Rejected',
    statuses: [],
    reference: { number: 'envelope-1', typeCode: '9' },
    lines: [
      { place: '/Invoice/cbc:ID', code: 'RE', description: 'BR-02', statuses: [{ reasonCode: 'BV', conditions: [] }] },
    ],
  } as unknown as Response,
  mls: {
    ...profiles['peppol-mls'],
    sender: { electronicAddress: { scheme: '0242', value: '000001' }, identifiers: [] },
    receiver: { electronicAddress: { scheme: '0242', value: '000002' }, identifiers: [] },
    id: 'MLS-1',
    issueDate: '2026-02-03',
    issueTime: '12:00:00Z',
    code: 'AP',
    statuses: [],
    reference: { number: '90f14eff-3705-4869-ad3c-caae270a234e' },
    lines: [],
  },
}

const rules: Readonly<Record<string, readonly ProfileName[]>> = {
  'invoice-response': ['peppol-t111'],
  mls: ['peppol-mls'],
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe.each(Object.entries(answers))('the answer "%s"', (name, answer) => {
  test('the answer "%s" is written as its golden ApplicationResponse, and read back', () => {
    const xml = writeResponse(answer)
    expectGolden(`${name}.xml`, lineByLine(xml))
    expect(plain(readResponse(xml))).toEqual({ document: plain(answer), unmapped: [], missing: [] })
    expect(hasShared ? schemaErrors(xml) : []).toEqual([])
    const findings = validate(readXml(xml), rules[name] ?? []).flatMap((result) => result.findings)
    expect(findings.map(({ rule, xpath }) => `${rule} at ${xpath}`)).toEqual([])
  })
})

const header: Header = {
  version: '1.0',
  sender: { scheme: 'iso6523-actorid-upis', value: '0208:0123456749' },
  receiver: { scheme: 'iso6523-actorid-upis', value: '0225:100000009' },
  standard: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  typeVersion: '2.1',
  instanceId: '0192f3c0-0000-7000-8000-000000000000',
  type: 'Invoice',
  createdAt: '2026-11-21T10:00:00Z',
  documentType: {
    value: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017::2.1',
    scheme: 'busdox-docid-qns',
  },
  process: { value: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', scheme: 'cenbii-procid-ubl' },
  country: 'BE',
  mlsTo: { value: '0242:000001', scheme: 'iso6523-actorid-upis' },
  mlsType: 'ALWAYS_SEND',
  scopes: [{ type: 'OTHER', value: 'kept' }],
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

describe('the envelope', () => {
  // Nothing of it is well-formed XML on purpose: whoever parsed it would fail.
  const payload = new Uint8Array(
    Buffer.from(
      `<Invoice xmlns="urn:x">  é <!-- </StandardBusinessDocument> --> ${'<not closed '.repeat(2_000)}\n\t</Invoice>`,
    ),
  )

  test('the envelope is written as its golden file, and gives header and payload back to the byte', () => {
    const bytes = writeEnvelope(header, payload)
    expectGolden(
      'envelope.xml',
      lineByLine(Buffer.from(writeEnvelope(header, new Uint8Array(Buffer.from('<Invoice/>')))).toString()),
    )
    const read = readEnvelope(bytes)
    expect(read).toMatchObject({ document: header, unmapped: [], missing: [] })
    expect(Buffer.from(read.payload).equals(Buffer.from(payload))).toBe(true)
  })

  test('the envelope leaves out the XML declaration and byte order mark of its payload, and nothing else', () => {
    const declared = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n'),
      payload,
    ])
    expect(
      Buffer.from(readEnvelope(writeEnvelope(header, new Uint8Array(declared))).payload).equals(Buffer.from(payload)),
    ).toBe(true)
  })

  test.each([1, 7, 100, 5_000, 1_000_000])('the envelope streams both ways in chunks of %i bytes', async (size) => {
    const whole = Buffer.from(writeEnvelope(header, payload))
    expect((await collect(streamEnvelope(header, inChunks(payload, size)))).equals(whole)).toBe(true)
    const opened = await openEnvelope(inChunks(new Uint8Array(whole), size))
    expect(opened.document).toEqual(header)
    expect((await collect(opened.payload)).equals(Buffer.from(payload))).toBe(true)
  })

  test('the envelope gives its document as a file of its own, with the prefixes it took from the envelope', () => {
    const whole = Buffer.from(
      writeEnvelope(
        header,
        new Uint8Array(Buffer.from('<!-- a > b --><p:Invoice id="1"><q:a xmlns:q="urn:q"/></p:Invoice>')),
      ),
    )
      .toString()
      .replace('<sbd:StandardBusinessDocument ', '<sbd:StandardBusinessDocument xmlns:p="urn:p" ')
    const root = readXml(standalone(readEnvelope(new Uint8Array(Buffer.from(whole)))))
    expect([root.qname, root.children[0]?.qname, root.attribute('id')]).toEqual(['{urn:p}Invoice', '{urn:q}a', '1'])
    expect(standalone({ payload, inherited: new Map() })).toBe(payload)
  })

  test.each([
    ['no header', '<Invoice/>'],
    [
      'an envelope that is not closed',
      Buffer.from(writeEnvelope(header, payload)).toString().replace('</sbd:StandardBusinessDocument>', ''),
    ],
    ['a header in another namespace', '<a><StandardBusinessDocumentHeader></StandardBusinessDocumentHeader></a>'],
  ])('the envelope is refused with %s', (_, text) => {
    expect(() => readEnvelope(new Uint8Array(Buffer.from(text)))).toThrow(FormatError)
  })
})

describe('what the network calls a document', () => {
  const ubl = (customization: string, process: string) =>
    readXml(
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
        'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
        `<cbc:CustomizationID>${customization}</cbc:CustomizationID>${process}</Invoice>`,
    )

  test('the network type of a document is read from the document itself', () => {
    const { specification, process } = profiles['peppol-billing']
    expect(networkTypeOf(ubl(specification, `<cbc:ProfileID>${process}</cbc:ProfileID>`))).toEqual({
      documentType: {
        value: INVOICE_TYPE,
        scheme: 'busdox-docid-qns',
      },
      process: { value: process, scheme: 'cenbii-procid-ubl' },
      standard: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      typeVersion: '2.1',
      type: 'Invoice',
    })
  })

  test('the network type in France has the process of the regulated flow, whatever BT-23 says', () => {
    expect(
      networkTypeOf(ubl(profiles['france-cius'].specification, '<cbc:ProfileID>S1</cbc:ProfileID>'))?.process.value,
    ).toBe('urn:peppol:france:billing:regulated')
  })

  test('the network type is unknown without a process', () => {
    expect(networkTypeOf(ubl('urn:x', ''))).toBeUndefined()
  })
})
