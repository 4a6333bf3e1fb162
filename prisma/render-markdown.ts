/** A text in Markdown as HTML: headings that can be linked to, blocks of code that can be copied, tabs of languages. */
import type { Language } from '../src/docs/map.ts'
import { LOAD_SHELL, isBorrowed } from '../src/docs/blocks.ts'

/** Words after a heading of the second level: the search finds them, and leads there. */
export interface Section {
  id: string
  title: string
  words: string
}

export interface Rendered {
  html: string
  /** The first paragraph, as words. */
  lead: string
  sections: Section[]
}

const languageNames: Readonly<Record<string, string>> = {
  sh: 'curl',
  console: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  csharp: 'C#',
  go: 'Go',
  json: 'JSON',
  graphql: 'GraphQL',
  csv: 'CSV',
  yaml: 'YAML',
  xml: 'XML',
}
const printed: Readonly<Record<Language, string>> = { en: 'Prints', fr: 'Affiche' }
const copy: Readonly<Record<Language, string>> = { en: 'Copy', fr: 'Copier' }

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '')

const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+|#\d+);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const idOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const HASHES = new Set(['sh', 'console', 'python', 'yaml'])

/** Comments and texts in another colour: enough to see the form of a block, and no grammar of eight languages. */
const coloured = (code: string, language: string): string => {
  if (language === 'text' || language === 'csv') return escaped(code)
  const comment = HASHES.has(language) ? '(?<![\\w$&{"\'])#[^\\n]*' : '(?<!:)//[^\\n]*'
  const parts = new RegExp(`(${comment})|("(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*')`, 'g')
  let [html, last] = ['', 0]
  for (const match of code.matchAll(parts)) {
    const [all, isComment] = match
    html += `${escaped(code.slice(last, match.index))}<span class="${isComment ? 'c' : 's'}">${escaped(all)}</span>`
    last = match.index + all.length
  }
  return html + escaped(code.slice(last))
}

const folded: Readonly<Record<Language, string>> = {
  en: 'What these lines load',
  fr: 'Ce que ces lignes chargent',
}

/** A shell of another page is loaded by three lines, and can be unfolded. */
const figures = (code: string, info: string, language: Language): string => {
  const html = figure(code, info, language)
  if (!isBorrowed({ name: info }) || !info.startsWith('sh ')) return html
  const whole = `<details class="folded"><summary>${folded[language]}</summary>${html}</details>`
  return figure(LOAD_SHELL.trimEnd(), info, language) + whole
}

const figure = (code: string, info: string, language: Language): string => {
  const [kind = ''] = info.split(' ')
  const title = kind === 'text' ? printed[language] : (languageNames[kind] ?? kind)
  const button = kind === 'text' ? '' : `<button type="button" class="copy" hidden>${copy[language]}</button>`
  return (
    `<figure class="code" data-language="${kind}"><figcaption><span>${title}</span>${button}</figcaption>` +
    `<pre tabindex="0"><code>${coloured(code, kind)}</code></pre></figure>`
  )
}

const sectionsOf = (html: string): Section[] =>
  html
    .split(/(?=<h2 )/)
    .slice(1)
    .map((part) => {
      const [, id = '', title = ''] = /<h2 id="([^"]*)">([^]*?)<\/h2>/.exec(part) ?? []
      return { id, title: wordsOf(title), words: wordsOf(part.replace(/<h2[^]*?<\/h2>|<figure[^]*?<\/figure>/g, '')) }
    })

export const rendererOf = async (): Promise<(markdown: string, language: Language) => Rendered> => {
  const { Marked } = await import('marked')
  return (markdown, language) => {
    const seen = new Map<string, number>()
    const marked = new Marked({ gfm: true })
    marked.use({
      renderer: {
        heading({ tokens, depth, text }) {
          const [base, level] = [idOf(text), Math.max(depth, 2)]
          const before = seen.get(base) ?? 0
          seen.set(base, before + 1)
          const id = before === 0 ? base : `${base}-${before + 1}`
          return `<h${level} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${level}>`
        },
        code: ({ text, lang = '' }) => figures(text, lang, language),
        link({ href, tokens }) {
          // The changelog names files of the source, which are not here.
          if (!/^[/#]/.test(href)) return this.parser.parseInline(tokens)
          const there = language === 'fr' ? href.replace(/^\/docs\//, '/docs/fr/') : href
          return `<a href="${escaped(there)}">${this.parser.parseInline(tokens)}</a>`
        },
        table(token) {
          const cells = (row: typeof token.header, name: 'th' | 'td'): string =>
            row.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')
          const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
          const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
          return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>`
        },
      },
    })
    const html = (marked.parse(markdown) as string)
      .replaceAll('<!-- tabs -->', '<div class="tabs">')
      .replaceAll('<!-- /tabs -->', '</div>')
    const lead = wordsOf(/<p>([^]*?)<\/p>/.exec(html)?.[1] ?? '')
    return { html, lead, sections: sectionsOf(html) }
  }
}
