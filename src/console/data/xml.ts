/** XML in lines, each with the kinds of its parts and the path of its element: enough to read it, and not to judge it. */
export interface XmlPart {
  kind: 'tag' | 'name' | 'value' | 'text' | 'note'
  text: string
}
export interface XmlLine {
  /** As findings write it, but that the first of several has no number: `/Invoice/cac:InvoiceLine[2]/cbc:ID`. */
  path: string
  parts: readonly XmlPart[]
}

const TOKEN = /<!--[^]*?-->|<[?!][^>]*>|<\/?[^>]+>|[^<]+/g
const INSIDE = /([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g

interface Open {
  name: string
  path: string
  counts: Map<string, number>
}

const attributesIn = (text: string): XmlPart[] => {
  const parts: XmlPart[] = []
  let at = 0
  for (const found of text.matchAll(INSIDE)) {
    const [whole, name = '', equals = '', value = ''] = found
    parts.push({ kind: 'tag', text: text.slice(at, found.index) }, { kind: 'name', text: name })
    parts.push({ kind: 'text', text: equals }, { kind: 'value', text: value })
    at = found.index + whole.length
  }
  return [...parts, { kind: 'tag', text: text.slice(at) }]
}

const enter = (stack: Open[], token: string): Open => {
  const name = /^<([^\s/>]+)/.exec(token)?.[1] ?? ''
  const parent = stack.at(-1)
  const nth = (parent?.counts.get(name) ?? 0) + 1
  parent?.counts.set(name, nth)
  return { name, path: `${parent?.path ?? ''}/${name}${nth > 1 ? `[${nth}]` : ''}`, counts: new Map() }
}

/** One element a line, indented by its depth; an element that holds a text alone is one line. */
export const linesOf = (xml: string): readonly XmlLine[] => {
  const lines: { path: string; parts: XmlPart[] }[] = []
  const stack: Open[] = []
  let isOpenLine = false
  const begin = (path: string, depth: number): XmlPart[] => {
    const parts: XmlPart[] = depth > 0 ? [{ kind: 'text', text: '  '.repeat(depth) }] : []
    lines.push({ path, parts })
    return parts
  }
  for (const [token] of xml.matchAll(TOKEN)) {
    if (token.startsWith('</')) {
      const left = stack.pop()
      const line = isOpenLine ? lines.at(-1)?.parts : begin(left?.path ?? '', stack.length)
      line?.push({ kind: 'tag', text: token })
      isOpenLine = false
    } else if (token.startsWith('<!') || token.startsWith('<?'))
      begin('', stack.length).push({ kind: 'note', text: token })
    else if (token.startsWith('<')) {
      const opened = enter(stack, token)
      begin(opened.path, stack.length).push(...attributesIn(token))
      isOpenLine = !token.endsWith('/>')
      if (isOpenLine) stack.push(opened)
    } else if (token.trim() !== '')
      (isOpenLine ? lines.at(-1)?.parts : begin('', stack.length))?.push({ kind: 'text', text: token.trim() })
  }
  return lines
}
