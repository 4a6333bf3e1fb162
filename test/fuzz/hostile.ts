/** Files made to hurt a reader: each is small to write down and large, deep, wide or ambiguous to read. */
import { deflateSync } from 'node:zlib'

const ubl = (inside: string, attributes = ''): string =>
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
  `xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"${attributes}>` +
  `${inside}</Invoice>`
const cii = (inside: string): string =>
  '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" ' +
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" ' +
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">' +
  `<rsm:SupplyChainTradeTransaction>${inside}</rsm:SupplyChainTradeTransaction>` +
  '</rsm:CrossIndustryInvoice>'

const repeat = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('')
const nested = (depth: number, name: string): string => `<${name}>`.repeat(depth) + `</${name}>`.repeat(depth)

const line = (index: number): string =>
  `<cac:InvoiceLine><cbc:ID>${index}</cbc:ID><cbc:InvoicedQuantity ` +
  'unitCode="C62">1</cbc:InvoicedQuantity><cbc:LineExtensionAmount ' +
  'currencyID="EUR">1.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Thing</cbc:Name>' +
  `<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${index % 97}</cbc:Percent><cac:TaxScheme>` +
  '<cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item><cac:Price>' +
  '<cbc:PriceAmount currencyID="EUR">1.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>'

const subtotal = (index: number): string =>
  '<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">1</cbc:TaxableAmount><cbc:TaxAmount ' +
  `currencyID="EUR">1</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${index}` +
  '</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>'

const entities =
  `<!DOCTYPE x [${repeat(10, (index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`)}<!ENTITY ` +
  'e0 "ha">]>'

/** The largest file that is read. */
const LARGEST = 25_000_000

/** As large as a file may be, full of one text. */
const filled = (start: string, text: string): Uint8Array => {
  const head = Buffer.from(start)
  return Buffer.concat([head, Buffer.alloc(LARGEST - head.length, text, 'latin1')])
}

const folded = (number: number, dictionary: string, content: Uint8Array): Buffer => {
  const bytes = deflateSync(content)
  const head = `${number} 0 obj <<${dictionary} /Filter/FlateDecode /Length ${bytes.length}>> stream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream endobj\n')])
}

/** File specifications that name one stream, or each its own. */
const specifications = (count: number, name: (index: number) => string, target = (_index: number) => 2): string =>
  `%PDF-1.7\n${repeat(count, (index) => `${index + 99} 0 obj <</F (${name(index)}.xml) /EF <</F ${target(index)} 0 R>> >> endobj\n`)}`

const endlessStream = '2 0 obj <<>> stream\n'

/** PDFs of the size that is let in, each of what a reader goes through for long, or holds much of. */
const pdfs: Readonly<Record<string, () => Uint8Array>> = {
  ...Object.fromEntries(
    Object.entries({
      brackets: '[',
      'empty arrays': '[]',
      'arrays of one': '[1]',
      'small dictionaries': '<</A 1>>',
      blanks: ' ',
      'blanks and numbers': '1                               ',
      comments: '%\n',
      parentheses: '(',
      'open texts in hexadecimal': '<',
      names: '/',
      references: '1 0 R ',
      digits: '1',
    }).map(([name, text]) => [`a PDF of 25 MB of ${name}`, () => filled('%PDF-1.7\n1 0 obj [', text)]),
  ),
  'a PDF of 25 MB of objects': () => filled('%PDF-1.7\n', '1 0 obj<</A 1>>'),
  'a PDF of 25 MB of beginnings of objects': () => filled('%PDF-1.7\n', '1 0 obj '),
  'a PDF of 25 MB of streams without an end': () => filled('%PDF-1.7\n', '1 0 obj <<>> stream '),
  'a PDF of 25 MB of words that objects begin with': () => filled('%PDF-1.7\n', 'obj'),
  'a PDF of 25 MB of encryption': () => filled('%PDF-1.7\n', '/Encrypt '),
  'a PDF of a cross-reference table of 25 MB': () => filled('%PDF-1.7\nxref\n', '0000000016 00000 n \n'),
  'a PDF of 60,000 file specifications before a stream without a length': () =>
    filled(specifications(60_000, (index) => `a${index}`) + endlessStream, 'x'),
  'a PDF that gives one file 900 names': () =>
    filled(specifications(900, (index) => `a${index}`) + endlessStream, '<b/>'),
  'a PDF that names one file 9,000 times': () => filled(specifications(9_000, () => 'a') + endlessStream, '<b/>'),
  'a PDF of object streams that unfold': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      ...Array.from({ length: 40 }, (_, index) =>
        folded(index + 1, '/Type/ObjStm /N 100000 /First 0', Buffer.alloc(5_000_000, '[')),
      ),
    ]),
  'a PDF whose objects all stand at one place of an object stream': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      folded(
        1,
        '/Type/ObjStm /N 1000000 /First 2000000',
        Buffer.concat([
          Buffer.from(repeat(150_000, (index) => `${index + 9} 0 `).padEnd(2_000_000)),
          Buffer.alloc(20_000_000, '('),
        ]),
      ),
    ]),
  'a PDF whose attachments are compressed a thousandfold': () =>
    Buffer.concat([
      Buffer.from(
        specifications(
          10,
          (index) => `a${index}`,
          (index) => index + 2,
        ),
      ),
      ...Array.from({ length: 10 }, (_, index) => folded(index + 2, '', Buffer.alloc(20_000_000, ' '))),
    ]),
}

export const hostileFiles: Readonly<Record<string, () => string | Uint8Array>> = {
  'entities that unfold': () => `${entities}<x>&e10;</x>`,
  'an external entity': () => '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>',
  'a parameter entity': () => '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/p"> %p;]><x/>',
  '200,000 levels': () => nested(200_000, 'a'),
  '99 levels, five thousand times': () => ubl(nested(97, 'cac:Item').repeat(5_000)),
  '100,000 attributes on one element': () => `<a ${repeat(100_000, (index) => `a${index}="" `)}/>`,
  'a name of a million characters': () => `<${'a'.repeat(1_000_000)}/>`,
  'an attribute of twenty million characters': () => ubl('', ` a="${'x'.repeat(20_000_000)}"`),
  'a text of twenty million characters': () => ubl(`<cbc:Note>${'x '.repeat(10_000_000)}</cbc:Note>`),
  'four million entities in a text': () => ubl(`<cbc:Note>${'&amp;'.repeat(4_000_000)}</cbc:Note>`),
  'a million comments': () => ubl('<!---->'.repeat(1_000_000)),
  'a million processing instructions': () => ubl('<?a?>'.repeat(1_000_000)),
  'a million character data sections': () => ubl(`<cbc:ID>${'<![CDATA[x]]>'.repeat(1_000_000)}</cbc:ID>`),
  'half a million empty elements': () => ubl('<cbc:ID/>'.repeat(499_000)),
  'a million different names': () => ubl(repeat(1_000_000, (index) => `<a${index}/>`)),
  'twenty thousand different names': () => ubl(repeat(19_900, (index) => `<a${index}/>`)),
  'namespaces declared on every element': () => ubl(repeat(100_000, (index) => `<x:ID xmlns:x="urn:${index}"/>`)),
  'the same namespace on every element': () =>
    ubl(
      repeat(100_000, () => '<ID xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">1</ID>'),
    ),
  'thousands of prefixes': () =>
    `<a ${repeat(120, (index) => `xmlns:p${index}="urn:${index}" `)}>` +
    `${repeat(60_000, (index) => `<p${index % 120}:a xmlns:q="urn:q${index}"/>`)}</a>`,
  'as many lines as are read': () => ubl(repeat(11_900, line)),
  'more lines than are read': () => ubl(repeat(26_000, line)),
  'forty thousand lines that say nothing': () => ubl('<cac:InvoiceLine/>'.repeat(40_000)),
  'a line of forty thousand taxes': () =>
    ubl(
      '<cac:InvoiceLine><cac:Item>' +
        '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID></cac:ClassifiedTaxCategory>'.repeat(40_000) +
        '</cac:Item></cac:InvoiceLine>',
    ),
  'two thousand rates beside ten thousand lines': () =>
    ubl(`<cac:TaxTotal>${repeat(2_000, subtotal)}</cac:TaxTotal>${repeat(10_000, line)}`),
  'ten thousand allowances on one line': () =>
    ubl(
      '<cac:InvoiceLine>' +
        (
          '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>' +
          '<cbc:Amount currencyID="EUR">1</cbc:Amount></cac:AllowanceCharge>'
        ).repeat(10_000) +
        '</cac:InvoiceLine>',
    ),
  'ten thousand payment means': () =>
    ubl(
      (
        '<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount>' +
        '<cbc:ID>x</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>'
      ).repeat(10_000),
    ),
  'ten thousand payees': () =>
    ubl('<cac:PayeeParty><cac:PartyName><cbc:Name>x</cbc:Name></cac:PartyName></cac:PayeeParty>'.repeat(10_000)),
  'ten thousand notes with subjects': () => ubl('<cbc:Note>#PMT#x</cbc:Note>'.repeat(10_000)),
  'ten thousand documents': () =>
    ubl(
      (
        '<cac:AdditionalDocumentReference><cbc:ID ' +
        'schemeID="x">1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>' +
        '</cac:AdditionalDocumentReference>'
      ).repeat(10_000),
    ),
  'ten thousand sellers': () =>
    ubl(
      (
        '<cac:AccountingSupplierParty><cac:Party><cbc:EndpointID>x</cbc:EndpointID></cac:Party>' +
        '</cac:AccountingSupplierParty>'
      ).repeat(10_000),
    ),
  'ten thousand CII lines': () =>
    cii(
      (
        '<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax>' +
        '<ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode></ram:ApplicableTradeTax>' +
        '</ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>'
      ).repeat(10_000),
    ),
  'ten thousand CII taxes': () =>
    cii(
      '<ram:ApplicableHeaderTradeSettlement>' +
        (
          '<ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode>' +
          '<ram:RateApplicablePercent>1</ram:RateApplicablePercent></ram:ApplicableTradeTax>'
        ).repeat(10_000) +
        '</ram:ApplicableHeaderTradeSettlement>',
    ),
  'numbers of a million digits': () =>
    ubl(
      '<cac:LegalMonetaryTotal><cbc:PayableAmount ' +
        `currencyID="EUR">${'9'.repeat(1_000_000)}</cbc:PayableAmount></cac:LegalMonetaryTotal>`,
    ),
  'a million spaces in a code': () =>
    ubl(`<cbc:InvoiceTypeCode>${' '.repeat(1_000_000)}380${' '.repeat(1_000_000)}</cbc:InvoiceTypeCode>`),
  'payment terms of a million hashes': () =>
    ubl(`<cac:PaymentTerms><cbc:Note>${'#'.repeat(1_000_000)}</cbc:Note></cac:PaymentTerms>`),
  'payment terms of cash discounts': () =>
    ubl(`<cac:PaymentTerms><cbc:Note>${'#SKONTO#TAGE=1#PROZENT=1.00#\n'.repeat(50_000)}</cbc:Note></cac:PaymentTerms>`),
  'an e-mail address without end': () =>
    ubl(
      `<cac:AccountingSupplierParty><cac:Party><cac:Contact><cbc:ElectronicMail>a@${'a.'.repeat(500_000)}` +
        '</cbc:ElectronicMail></cac:Contact></cac:Party></cac:AccountingSupplierParty>',
    ),
  'UTF-16 that ends within a character': () => new Uint8Array([0xff, 0xfe, 0x3c, 0x00, 0x61, 0x00, 0x3d, 0xd8]),
  'a declaration of another encoding': () => `<?xml version="1.0" encoding="UTF-7"?>${ubl('')}`,
  'an overlong UTF-8 character': () => new Uint8Array([...Buffer.from('<a>'), 0xc0, 0xbc, ...Buffer.from('</a>')]),
  'JSON of a million brackets': () => '['.repeat(1_000_000),
  'JSON of nested bodies': () => `{"document":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  'JSON of a hundred thousand lines': () =>
    `{"document":{"lines":[${repeat(100_000, () => '{}').replaceAll('}{', '},{')}]}}`,
  'a PDF of very many objects': () =>
    `%PDF-1.7\n${repeat(750_000, (index) => `${index} 0 obj <</A 1>> endobj\n`)}%%EOF`,
  ...pdfs,
  'JSON of as many brackets as a file may have': () => filled('', '['),
  'JSON of as many values as a file may have': () => filled('[', '1,'),
  'JSON of quotes and backslashes': () => filled('["', String.raw`\"`),
  'a PDF of open dictionaries': () => `%PDF-1.7\n1 0 obj ${'<</A '.repeat(2_000_000)}`,
  'an envelope that never closes': () =>
    '<StandardBusinessDocument ' +
    `xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">${'<'.repeat(5_000_000)}`,
}
