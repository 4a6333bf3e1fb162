import { DOMParser } from '@xmldom/xmldom'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FormatError } from '../../src/formats/format-error.ts'
import { descendants, readXml, type XmlElement, xpathOf } from '../../src/formats/xml/tree.ts'
import { smallInvoice } from '../support/invoices.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const failure = (input: Uint8Array | string): FormatError | undefined => {
  try {
    readXml(input)
    return undefined
  } catch (error) {
    if (error instanceof FormatError) return error
    throw error
  }
}
const latin = (text: string): Uint8Array => Uint8Array.from([...text], (character) => character.charCodeAt(0))
const utf16 = (text: string, littleEndian: boolean, mark: boolean): Uint8Array => {
  const all = (mark ? '\uFEFF' : '') + text
  const view = new DataView(new ArrayBuffer(all.length * 2))
  for (let index = 0; index < all.length; index += 1) view.setUint16(index * 2, all.charCodeAt(index), littleEndian)
  return new Uint8Array(view.buffer)
}

/** Elements whose names begin alike and whose attributes nearly repeat, one way or another of writing each. */
const attributes = fc.constantFrom(
  '',
  ' a="1"',
  ' a="2"',
  ' a="1" b="1"',
  " a='1'",
  ' a = "1"',
  ' p:a="1"',
  ' ',
  ' xmlns="urn:other"',
  ' xmlns:p="urn:other" p:a="1"',
)
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .record({
      name: fc.constantFrom('n', 'na', 'p:n', 'p:na'),
      attributes,
      inside: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('', '1', '12', 'é', '&lt;', '<![CDATA[<n>]]>', '<!-- n -->'),
        fc.array(tie('element'), { minLength: 1, maxLength: 6 }).map((inner) => inner.join('')),
      ),
      isShort: fc.boolean(),
    })
    .map(({ name, attributes: written, inside, isShort }) =>
      inside === '' && isShort ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`,
    ),
}))

type Plain = { name: string; attributes: readonly string[]; inside: string | readonly Plain[] }
const namespaced = (namespace: string | null | undefined, name: string): string =>
  (namespace ?? '') === '' ? name : `{${namespace}}${name}`

const ours = (at: XmlElement): Plain => ({
  name: namespaced(at.names.namespace, at.name),
  attributes: at.attributes.map(({ qname, value }) => `${qname}=${value}`).toSorted(),
  inside: at.children.length > 0 ? at.children.map(ours) : at.text,
})

const theirs = (at: Element): Plain => {
  const children = Array.from(at.childNodes).filter((node): node is Element => node.nodeType === 1)
  const written = Array.from(at.attributes).filter(({ name }) => !/^xmlns(:|$)/.test(name))
  return {
    name: namespaced(at.namespaceURI, at.localName),
    attributes: written
      .map((attribute) => `${namespaced(attribute.namespaceURI, attribute.localName)}=${attribute.value}`)
      .toSorted(),
    inside: children.length > 0 ? children.map(theirs) : (at.textContent ?? ''),
  }
}

describe('a well-formed document', () => {
  test('XML is read as another parser reads it, however its elements repeat one another and differ', () => {
    fc.assert(
      fc.property(element, (inside) => {
        const text = `<n xmlns="urn:one" xmlns:p="urn:two">${inside}${inside}</n>`
        expect(ours(readXml(text))).toEqual(theirs(new DOMParser().parseFromString(text, 'text/xml').documentElement))
      }),
      { numRuns: 100 },
    )
  })

  test('XML is read into a tree whose names do not depend on the prefixes chosen', () => {
    const root = readXml(
      '<a:Invoice xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
        'xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><b:ID ' +
        'schemeID="x">1</b:ID></a:Invoice>',
    )
    expect(root.qname).toBe('inv:Invoice')
    expect(root.first('cbc:ID')?.text).toBe('1')
    expect(root.first('cbc:ID')?.attribute('schemeID')).toBe('x')
  })

  test('XML is read with the place where each element stands', () => {
    const root = readXml(smallInvoice)
    const second = root.all('cac:InvoiceLine')[1]?.first('cbc:ID')
    expect(second && xpathOf(second)).toBe('/Invoice/cac:InvoiceLine[2]/cbc:ID')
    expect(smallInvoice.split('\n')[(second?.line ?? 0) - 1]).toContain('<cbc:ID>2</cbc:ID>')
  })

  test('XML is read with entities and numeric references expanded, and character data joined', () => {
    const root = readXml('<a b="&quot;&#65;&#x42;&apos;">&lt;&amp;&gt;<![CDATA[<&>]]>\r\nend</a>')
    expect(root.attribute('b')).toBe('"AB\'')
    expect(root.text).toBe('<&><&>\nend')
  })

  test('XML is read with spaces in its tags', () => {
    const root = readXml('<a ><b >1</b\n><b>2</b ><b />\n<b\t>3</b></a >')
    expect(root.all('b').map(({ text }) => text)).toEqual(['1', '2', '', '3'])
  })

  test('XML is read without comments and processing instructions', () => {
    const root = readXml('<?xml version="1.0"?><?go on?><!-- one --><a>x<!-- two -->y<?z?></a><!-- three -->')
    expect([...descendants(root)].map((element) => element.name)).toEqual(['a'])
    expect(root.text).toBe('xy')
  })

  test.each([
    ['UTF-8 with a mark', bytes('\uFEFF<a>é</a>')],
    ['UTF-16 little endian', utf16('<a>é</a>', true, true)],
    ['UTF-16 big endian', utf16('<a>é</a>', false, true)],
    ['UTF-16 without a mark', utf16('<?xml version="1.0" encoding="UTF-16"?><a>é</a>', true, false)],
    ['ISO-8859-1', latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>')],
    ['ISO-8859-15', latin("<?xml version='1.0' encoding='iso-8859-15'?><a>é</a>")],
    ['windows-1252', latin('<?xml version="1.0" encoding="windows-1252"?><a>é</a>')],
  ])('XML is read in %s', (_, input) => {
    expect(readXml(input).text).toBe('é')
  })
})

describe('a hostile document', () => {
  test.each([
    ['a billion laughs', '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>', 'DOCTYPE_REFUSED'],
    ['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'DOCTYPE_REFUSED'],
    ['an entity of its own', '<a>&secret;</a>', 'MALFORMED'],
    ['200,000 nested tags', '<a>'.repeat(200_000), 'TOO_LARGE'],
    [
      '50,000 attributes',
      `<a ${Array.from({ length: 50_000 }, (_, index) => `b${index}="1"`).join(' ')}/>`,
      'TOO_LARGE',
    ],
    ['a name of a megabyte', `<${'a'.repeat(1_000_000)}/>`, 'TOO_LARGE'],
    ['six hundred thousand elements', `<a>${'<b/>'.repeat(600_000)}</a>`, 'TOO_LARGE'],
    ['12,001 elements inside one', `<a>${'<b/>'.repeat(12_001)}</a>`, 'TOO_LARGE'],
    ['26 megabytes of text', `<a>${'x'.repeat(26_000_000)}</a>`, 'TOO_LARGE'],
    ['a NUL', '<a>\0</a>', 'MALFORMED'],
    ['a NUL by number', '<a>&#0;</a>', 'MALFORMED'],
    ['half a surrogate pair', '<a>\uD800</a>', 'MALFORMED'],
    ['half a surrogate pair by number', '<a>&#xD800;</a>', 'MALFORMED'],
    ['a character beyond Unicode', '<a>&#x110000;</a>', 'MALFORMED'],
    ['a prefix that is not declared', '<x:a/>', 'MALFORMED'],
    ['an attribute twice', '<a b="1" b="2"/>', 'MALFORMED'],
    ['one attribute by two prefixes', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 'MALFORMED'],
    ['two roots', '<a/><b/>', 'MALFORMED'],
    ['text after the root', '<a/>more', 'MALFORMED'],
    ['crossed tags', '<a><b></a></b>', 'MALFORMED'],
    ['an attribute without quotes', '<a b=1/>', 'MALFORMED'],
    ['a tag inside an attribute', '<a b="<c/>"/>', 'MALFORMED'],
    ['a comment that never ends', '<a><!-- ', 'MALFORMED'],
    ['a declaration in the middle', '<a><?xml version="1.0"?></a>', 'MALFORMED'],
    ['nothing', '', 'EMPTY'],
    ['blanks', ' \n\t ', 'EMPTY'],
  ])('XML with %s is refused', (_, text, code) => {
    expect(failure(text)?.code).toBe(code)
  })

  test.each([
    ['bytes that are not UTF-8', Uint8Array.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c])],
    ['UTF-8 that it does not declare', latin('<?xml version="1.0" encoding="utf-8"?><a>é</a>')],
    ['an encoding nobody knows', bytes('<?xml version="1.0" encoding="x-klingon"?><a/>')],
    ['an encoding that hides markup', bytes('<?xml version="1.0" encoding="utf-7"?><a/>')],
  ])('XML in %s is refused', (_, input) => {
    expect(failure(input)?.code).toBe('ENCODING')
  })

  test('XML cut off anywhere is refused, and never crashes the reader', () => {
    const whole = bytes(
      '<?xml version="1.0"?>\n<a xmlns="urn:x" b="1"><!-- c --><d>é &amp; &#65;<![CDATA[e]]></d><f/></a>',
    )
    expect(failure(whole)).toBeUndefined()
    for (let length = 0; length < whole.length; length += 1)
      expect(failure(whole.subarray(0, length))).toBeInstanceOf(FormatError)
  })

  test('refused XML says where it went wrong', () => {
    expect(failure('<a>\n  <b>\n  </c>\n</a>')).toMatchObject({ code: 'MALFORMED', line: 3, column: 3 })
  })
})
