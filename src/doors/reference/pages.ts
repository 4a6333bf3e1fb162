/** What the pages of the documentation have in common. */
import type { PageBrand } from '../../companies/brand.ts'
import type { Dress } from '../site-page.ts'

const STYLE = [
  'body{font:16px/1.6 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:var(--text);background:var(--background)}',
  'h2{margin-top:2.2rem;font-size:1.05rem}',
  'h3{margin:1.4rem 0 0;font-size:1rem}',
  'h3+p{margin:.2rem 0}',
  'code{background:#e4e9ef;color:#1c2430;padding:.1em .35em;border-radius:4px}',
  'pre{background:#e4e9ef;color:#1c2430;padding:.8em;border-radius:4px;overflow:auto}',
  'pre code{padding:0}',
  'dt{font-weight:600;margin-top:.4rem}',
  'dd{margin:0}',
  'table{border-collapse:collapse}',
  'td,th{text-align:left;vertical-align:top;padding:.15em .9em .15em 0}',
  ':target{background:#fff6d6;color:#1c2430}',
  'a{color:var(--primary)}',
  'header{display:flex;align-items:center;gap:.8rem;flex-wrap:wrap;border-bottom:1px solid #8592a3;padding-bottom:.8rem}',
  'header img{height:2.2rem;max-width:10rem}',
  'header strong{font-size:1.1rem;color:var(--primary)}',
  'nav{display:flex;gap:1rem;margin-left:auto}',
].join('')

/** Text of ours as HTML; what stands between backticks is code. */
export const asHtml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')

const META = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'

const headerOf = ({ name, logo, supportEmail }: PageBrand): string =>
  [
    `<header>${logo === null ? '' : `<img src="${logo}" alt="">`}<strong>${asHtml(name)}</strong>`,
    '<nav><a href="/docs/">REST</a> <a href="/docs/errors">Errors</a> <a href="/docs/events">Events</a></nav>',
    supportEmail === null
      ? ''
      : `<a class="help" href="mailto:${encodeURIComponent(supportEmail)}">${asHtml(supportEmail)}</a>`,
    '</header>',
  ].join('')

/** Colours are checked when they are stored: each is six hexadecimal digits, and can be read on its ground. */
export const colorsOf = ({ colors: { primary, background, text } }: Pick<PageBrand, 'colors'>): string =>
  `:root{--primary:${primary};--background:${background};--text:${text}}`

/** A page, to be dressed for the site where it is read. */
export const pageOf =
  (title: string, body: string) =>
  ({ brand }: Dress): string =>
    [
      '<!doctype html><html lang="en">',
      `<head>${META}<title>${title} — ${asHtml(brand.name)}</title><style>${colorsOf(brand)}${STYLE}</style></head>`,
      `<body>${headerOf(brand)}<h1>${title}</h1>${body}</body></html>`,
    ].join('')
