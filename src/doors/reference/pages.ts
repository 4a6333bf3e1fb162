/** What the pages of the documentation have in common. */
import type { Content } from '../docs/content.ts'

/** Text of ours as HTML; what stands between backticks is code. */
export const asHtml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')

/** The headings of a page, to which its contents lead. */
const tocOf = (body: string): [id: string, title: string][] =>
  [...body.matchAll(/<(?:section id="([^"]*)"|h2 id="([^"]*)">([^<]*))/g)].map(([, code, id, title]) =>
    code === undefined ? [id ?? '', title ?? ''] : [code, code],
  )

/** A page whose words are those of the product. */
export const pageOf = (title: string, body: string): Content => ({
  title,
  body,
  toc: tocOf(body),
  lead: /<p>([^]*?)<\/p>/.exec(body)?.[1]?.replace(/<[^>]*>/g, '') ?? '',
  isEnglish: true,
})
