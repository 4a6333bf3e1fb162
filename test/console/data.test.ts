import { expect, test } from 'vitest'
import { gapsIn } from '../../src/console/data/gaps.ts'
import { linesOf } from '../../src/console/data/xml.ts'

test('a line of XML knows the path of its element as findings write it', () => {
  const xml = '<?xml version="1.0"?><a:I x="1"><a:L><b>1</b></a:L><a:L><b>2 &amp; 3</b><c/></a:L></a:I>'
  const lines = linesOf(xml).map(({ path, parts }) => [path, parts.map(({ text }) => text).join('')])
  expect(lines).toEqual([
    ['', '<?xml version="1.0"?>'],
    ['/a:I', '<a:I x="1">'],
    ['/a:I/a:L', '  <a:L>'],
    ['/a:I/a:L/b', '    <b>1</b>'],
    ['/a:I/a:L', '  </a:L>'],
    ['/a:I/a:L[2]', '  <a:L>'],
    ['/a:I/a:L[2]/b', '    <b>2 &amp; 3</b>'],
    ['/a:I/a:L[2]/c', '    <c/>'],
    ['/a:I/a:L[2]', '  </a:L>'],
    ['/a:I', '</a:I>'],
  ])
})

test('numbers of events that did not come are a gap, and neighbours are none', () => {
  expect(gapsIn([{ seq: '9' }, { seq: '5' }, { seq: '4' }])).toEqual([{ from: '6', to: '8' }])
  expect(gapsIn([])).toEqual([])
})
