/** Pages that a stranger reads before giving something away: no script, no frame, and all text of others is text. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HTML } from '../../http/page.ts'
import { brandFor } from './brand.ts'
import { type Words, wordsFor } from './texts.ts'

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
body{font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;margin:0;background:#f3f5f8;color:#18212d}
.top{max-width:34rem;margin:2.2rem auto .9rem;padding:0 1.5rem;display:flex;justify-content:space-between;
font-size:.9rem}
.top strong{font-size:1rem}
main{max-width:34rem;margin:0 auto 3rem;padding:1.8rem 1.8rem 2rem;background:#fff;border:1px solid #dce2ea;
border-radius:12px}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 .8rem;overflow-wrap:anywhere}
h2{font-size:1rem;margin:1.6rem 0 .5rem}
p{margin:.5rem 0}
a{color:#0a57a4}
.note{color:#4c596a;font-size:.92rem}
.warn{background:#fff5dd;border:1px solid #eed597;border-radius:8px;padding:.6rem .8rem;font-size:.92rem;color:#4a3800}
.fault{background:#fdecec;border:1px solid #efb6b6;border-radius:8px;padding:.6rem .8rem;color:#7c1515}
fieldset{border:1px solid #dce2ea;border-radius:8px;padding:.5rem 1rem .7rem;margin:1.2rem 0}
legend{font-weight:600;padding:0 .3rem}
.check{display:flex;gap:.6rem;padding:.3rem 0;align-items:baseline}
label.field{display:block;font-weight:600;margin:1.1rem 0 .3rem}
input[type=password],input[type=text],select{width:100%;font:inherit;padding:.55rem .7rem;border:1px solid #8592a3;
border-radius:8px;background:#fff;color:inherit}
button,.button{font:inherit;font-weight:600;padding:.6rem 1.3rem;border-radius:8px;border:1px solid #0a57a4;
background:#0a57a4;color:#fff;cursor:pointer;text-decoration:none;display:inline-block}
button.plain,.button.plain{background:#fff;color:#0a57a4}
button.link{background:none;border:0;padding:0;color:#0a57a4;font-weight:400;text-decoration:underline;font-size:.92rem}
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
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** A form may lead to the program that asks; the browser counts that as the target of the form. */
const policyWith = (target: string | null): string =>
  [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self'${target === null ? '' : ` ${target}`}`,
    "frame-ancestors 'none'",
  ].join('; ')

export const wordsOf = (request: FastifyRequest): Words =>
  wordsFor((request.query as Record<string, unknown> | undefined)?.['lang'], request.headers['accept-language'])

interface Page {
  title: string
  body: Html
  status?: number
  /** The origin that a form of the page may lead to. */
  target?: string | null
}

export const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { title, body, status = 200, target = null }: Page,
): FastifyReply => {
  const { lang, language } = wordsOf(request)
  const { name } = brandFor(request.headers.host)
  const other = lang === 'fr' ? 'en' : 'fr'
  const page = html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${title} – ${name}</title>
<style>${new Html(STYLE)}</style></head>
<body><header class="top"><strong>${name}</strong>${
    request.method === 'GET' && html`<a href="?lang=${other}" lang="${other}" hreflang="${other}">${language}</a>`
  }</header>
<main><h1>${title}</h1>${body}</main></body></html>`
  return reply
    .code(status)
    .headers({
      'Content-Type': HTML,
      'Content-Security-Policy': policyWith(target),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'Content-Language': lang,
      Vary: 'Accept-Language, Cookie',
    })
    .send(page.text)
}
