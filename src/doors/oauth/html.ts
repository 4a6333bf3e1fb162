/** Pages that a stranger reads before giving something away: no script, no frame, and all text of others is text. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HTML } from '../../http/page.ts'
import { type PageBrand, SERVICE } from '../../companies/brand.ts'
import { type Words, wordsFor } from './texts.ts'

/** Colours are checked when they are stored: each is six hexadecimal digits, and can be read on its ground. */
const colorsOf = ({ colors: { primary, background, text } }: Pick<PageBrand, 'colors'>): string =>
  `:root{--primary:${primary};--background:${background};--text:${text}}`

/** HTML that is ours; everything else is text. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '')

type Part = Html | string | number | false | null | undefined | readonly Part[]

const written = (part: Part): string => {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  return Array.isArray(part) ? part.map(written).join('') : escaped(String(part))
}

/** A template whose values are text, unless they are HTML of ours. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => text + written(parts[index])).join(''))

const STYLE = `
*{box-sizing:border-box}
body{font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;margin:0;background:var(--background);color:var(--text)}
.top{max-width:34rem;margin:2.2rem auto .9rem;padding:0 1.5rem;display:flex;justify-content:space-between;
align-items:center;gap:1rem;font-size:.9rem}
.top strong{font-size:1rem;display:flex;align-items:center;gap:.7rem}
.top img{height:2.2rem;max-width:10rem}
.foot{max-width:34rem;margin:-1.5rem auto 3rem;padding:0 1.5rem;font-size:.9rem}
main{max-width:34rem;margin:0 auto 3rem;padding:1.8rem 1.8rem 2rem;background:#fff;color:#18212d;border:1px solid #dce2ea;
border-radius:12px}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 .8rem;overflow-wrap:anywhere}
h2{font-size:1rem;margin:1.6rem 0 .5rem}
p{margin:.5rem 0}
a{color:var(--primary)}
.note{color:#4c596a;font-size:.92rem}
.warn{background:#fff5dd;border:1px solid #eed597;border-radius:8px;padding:.6rem .8rem;font-size:.92rem;color:#4a3800}
.fault{background:#fdecec;border:1px solid #efb6b6;border-radius:8px;padding:.6rem .8rem;color:#7c1515}
fieldset{border:1px solid #dce2ea;border-radius:8px;padding:.5rem 1rem .7rem;margin:1.2rem 0}
legend{font-weight:600;padding:0 .3rem}
.check{display:flex;gap:.6rem;padding:.3rem 0;align-items:baseline}
label.field{display:block;font-weight:600;margin:1.1rem 0 .3rem}
input[type=password],input[type=text],input[type=number],select{width:100%;font:inherit;padding:.55rem .7rem;border:1px solid #8592a3;
border-radius:8px;background:#fff;color:inherit}
input[type=number]{width:7rem;margin:.3rem 0 .8rem}
button,.button{font:inherit;font-weight:600;padding:.6rem 1.3rem;border-radius:8px;border:1px solid var(--primary);
background:var(--primary);color:#fff;cursor:pointer;text-decoration:none;display:inline-block}
button.plain,.button.plain{background:#fff;color:var(--primary)}
button.link{background:none;border:0;padding:0;color:var(--primary);font-weight:400;text-decoration:underline;font-size:.92rem}
:focus-visible{outline:3px solid #f2a900;outline-offset:2px}
.row{display:flex;gap:.8rem;flex-wrap:wrap;margin-top:1.4rem}
code{font-size:.95rem;background:#eef1f5;padding:.15em .4em;border-radius:5px;overflow-wrap:anywhere}
.code{display:block;font-size:1.05rem;padding:.8rem 1rem;user-select:all;word-break:break-all}
hr{border:0;border-top:1px solid #dce2ea;margin:1.6rem 0}
dl{margin:.8rem 0;display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem}
dt{color:#4c596a}dd{margin:0;overflow-wrap:anywhere}
ul{margin:.4rem 0;padding-left:1.3rem}
@media(max-width:36rem){main{border-radius:0;border-width:1px 0;padding:1.3rem 1.2rem 2rem}.top{margin-top:1.2rem}}
`
const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const STYLE_SOURCE = sourceOf(STYLE)

/** A form may lead to the program that asks; the browser counts that as the target of the form. */
const policyWith = (target: string | null, colors: string): string =>
  [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE} ${sourceOf(colors)}`,
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self'${target === null ? '' : ` ${target}`}`,
    "frame-ancestors 'none'",
  ].join('; ')

export const wordsOf = (request: FastifyRequest): Words =>
  wordsFor((request.query as Record<string, unknown> | undefined)?.['lang'], request.headers['accept-language'])

declare module 'fastify' {
  interface FastifyRequest {
    /** The look of the site that was asked for. */
    brand: PageBrand | undefined
  }
}

interface Page {
  title: string
  body: Html
  status?: number
  /** Where the browser goes from here by itself. */
  refresh?: string | undefined
  /** The origin that a form of the page may lead to. */
  target?: string | null
  /** Of an organization that is known, where the page is read at the address of the service. */
  brand?: PageBrand | undefined
}

export const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { title, body, status = 200, target = null, brand, refresh }: Page,
): FastifyReply => {
  const { lang, language } = wordsOf(request)
  const isHome = request.site.organizationId === null
  // A request that was refused early has no look yet.
  const { name, logo, supportEmail, ...look } = (isHome ? brand : undefined) ?? request.brand ?? SERVICE
  const colors = colorsOf(look)
  const other = lang === 'fr' ? 'en' : 'fr'
  const page = html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${refresh !== undefined && html`<meta http-equiv="refresh" content="0;url=${refresh}">`}
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${title} – ${name}</title>
<style>${new Html(colors)}</style><style>${new Html(STYLE)}</style></head>
<body><header class="top"><strong>${logo !== null && html`<img src="${logo}" alt="">`}${name}</strong>${
    request.method === 'GET' && html`<a href="?lang=${other}" lang="${other}" hreflang="${other}">${language}</a>`
  }</header>
<main><h1>${title}</h1>${body}</main>${
    supportEmail !== null &&
    html`<footer class="foot"><a href="mailto:${encodeURIComponent(supportEmail)}">${supportEmail}</a></footer>`
  }</body></html>`
  return reply
    .code(status)
    .headers({
      'Content-Type': HTML,
      'Content-Security-Policy': policyWith(target, colors),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'Content-Language': lang,
      Vary: 'Accept-Language, Cookie',
    })
    .send(page.text)
}
