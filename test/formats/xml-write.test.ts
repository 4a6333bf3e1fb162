import { describe, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { writeXml } from '../../src/formats/xml/write.ts'

const namespaces = { '': 'urn:x', p: 'urn:p' }

describe('writing XML', () => {
  test.each([
    'a & b',
    '&amp;',
    '&amp;amp;',
    '&lt;b&gt;',
    '&#38;',
    '&#x26;',
    '&nbsp;',
    '<![CDATA[x]]>',
    '"\'',
    '漢字 😀',
    ']]>',
    '#',
    '@a',
    '$',
    '1 < 2 > 0',
    'a\r\nb\rc\nd\te',
  ])('the text %j comes back from written XML as it was, in text and in attributes', (value) => {
    const root = readXml(
      writeXml('Root', namespaces, { 'p:text': value, 'p:both': { '@attribute': value, '#': value } }),
    )
    expect(root.children.map(({ text }) => text)).toEqual([value, value])
    expect(root.children[1]?.attribute('attribute')).toBe(value)
  })

  test('many repetitions of an element are written as few are', () => {
    const item = (index: number) => ({ '@n': String(index), 'p:name': `<${index}> & co`, 'p:empty': {} })
    const write = (count: number) =>
      writeXml('Root', namespaces, {
        'p:first': '1',
        'p:wrap': { 'p:item': Array.from({ length: count }, (_, index) => item(index)), 'p:after': 'x' },
        'p:last': '2',
      })
    const few = write(3)
    const many = write(1_000)
    expect(many.slice(0, 400)).toBe(
      `${few.slice(0, few.indexOf('<p:item n="2"'))}${many.slice(few.indexOf('<p:item n="2"'), 400)}`,
    )
    expect(many.endsWith(few.slice(few.indexOf('<p:after>')))).toBe(true)
    expect(readXml(many).first('{urn:p}wrap')?.all('{urn:p}item').length).toBe(1_000)
  })

  test('an empty text and an element without content are written as an empty element', () => {
    expect(writeXml('Root', namespaces, { 'p:a': '', 'p:b': {} })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Root xmlns="urn:x" xmlns:p="urn:p"><p:a/><p:b/></Root>',
    )
  })

  test('what has a meaning in XML is written as an entity, in attributes more than in texts, and nothing else', () => {
    const value = `& < > " ' \r\n\t &amp; ]]> é`
    const inside = `&amp; &lt; &gt; " ' &#13;\n\t &amp;amp; ]]&gt; é`
    const quoted = inside.replaceAll('"', '&quot;').replace('\n\t', '&#10;&#9;')
    expect(writeXml('Root', { '': 'urn:x' }, { a: { '@b': value, '#': value } })).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><Root xmlns="urn:x"><a b="${quoted}">${inside}</a></Root>`,
    )
  })
})
