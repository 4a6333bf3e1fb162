/** What is around every page of the documentation: head, menu, contents of the page, the pages before and after it. */
import type { PageBrand } from '../../companies/brand.ts'
import { type Language, type Page, pages, parts } from '../../docs/map.ts'
import { Html, html } from '../oauth/html.ts'
import type { Dress } from '../site-page.ts'
import type { Content } from './content.ts'
import { assets } from './generated.ts'
import { chrome } from './texts.ts'

export interface Seat {
  language: Language
  /** The place of the page; of a page of the reference also what is behind it: `api/send`. */
  slug: string
  /** Whether a reader can make a sandbox here. */
  isSandbox: boolean
  /** The address that samples name; at another domain they name that. */
  homeUrl: string
}

export const hrefOf = (language: Language, slug: string): string => `/docs/${language === 'fr' ? 'fr/' : ''}${slug}`

const otherOf = (language: Language): Language => (language === 'en' ? 'fr' : 'en')

const isAt = (page: Page, slug: string): boolean => slug === page.slug || slug.startsWith(`${page.slug}/`)

const menuOf = ({ language, slug }: Seat): Html =>
  html`<nav class="menu" id="menu" aria-label="${chrome[language].pages}">${parts.map(
    ({ title, pages: inside }) =>
      html`<h2>${title[language]}</h2><ul>${inside.map(
        (page) =>
          html`<li><a href="${hrefOf(language, page.slug)}"${
            isAt(page, slug) && html` aria-current="page"`
          }>${page.title[language]}</a></li>`,
      )}</ul>`,
  )}</nav>`

/** A name without spaces breaks where its parts meet. */
const breakable = (title: string): Html[] =>
  title.split(/(?<=[._])(?=\w)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)

const tocOf = ({ language }: Seat, { toc, isEnglish, isTocEnglish = isEnglish }: Content): Html | false =>
  toc.length > 1 &&
  html`<nav class="toc" aria-label="${chrome[language].onThisPage}"><h2>${chrome[language].onThisPage}</h2><ul${
    isTocEnglish && language !== 'en' && html` lang="en"`
  }>${toc.map(([id, title]) => html`<li><a href="#${id}">${breakable(title)}</a></li>`)}</ul></nav>`

const neighbours = ({ language, slug }: Seat): Html => {
  const place = pages.findIndex((page) => isAt(page, slug))
  const [before, after] = [place > 0 ? pages[place - 1] : undefined, pages[place + 1]]
  const words = chrome[language]
  const link = (page: Page, kind: string, label: string): Html =>
    html`<a class="${kind}" href="${hrefOf(language, page.slug)}"><small>${label}</small> ${page.title[language]}</a>`
  return html`<div class="neighbours">${before && link(before, 'before', words.previous)}${
    after && link(after, 'after', words.next)
  }</div>`
}

/** Where a tenant has colours of its own, they hold where the page is light. */
const coloursOf = ({ colors: { primary, background, text } }: PageBrand): Html => {
  const tokens =
    `--brand:${primary};--link:${primary};--on-brand:#fff;` +
    `--ground:${background};--paper:${background};--ink:${text}`
  const system = `@media (prefers-color-scheme:light){:root:not([data-theme='dark']){${tokens}}}`
  return new Html(`${system}:root[data-theme='light']{${tokens}}`)
}

const headOf = (seat: Seat, { title, lead }: Content, { brand, isHome }: Dress): Html => {
  const { style, script, theme } = assets()
  const other = otherOf(seat.language)
  return html`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} — ${brand.name}</title><meta name="description" content="${lead.slice(0, 200)}">
<link rel="alternate" hreflang="${other}" href="${hrefOf(other, seat.slug)}">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/assets/${style}">${
    !isHome && html`<style>${coloursOf(brand)}</style>`
  }<script src="/docs/assets/${theme}"></script><script type="module" src="/docs/assets/${script}"></script></head>`
}

const topOf = ({ language, slug }: Seat, { brand: { name, logo, supportEmail } }: Dress): Html => {
  const words = chrome[language]
  const other = otherOf(language)
  return html`<header class="top">
<button type="button" class="tool menu-open" aria-expanded="false" aria-controls="menu" hidden>${words.menu}</button><a class="brand" href="${hrefOf(language, '')}">${
    logo !== null && html`<img src="${logo}" alt="">`
  }<strong>${name}</strong></a>
<button type="button" class="tool search-open" hidden><span>${words.search}</span><kbd>/</kbd></button>
<div class="tools"><button type="button" class="tool key-open" hidden>${words.key}</button>
<a class="tool" href="/console">${words.console}</a>
<a class="tool" href="${hrefOf(other, slug)}" lang="${other}" hreflang="${other}">${words.other}</a>
<button type="button" class="tool theme" aria-label="${words.theme}" title="${words.theme}" hidden>◐</button>${
    supportEmail !== null && html`<a class="tool" href="mailto:${encodeURIComponent(supportEmail)}">${supportEmail}</a>`
  }</div></header>`
}

export const framed = (seat: Seat, content: Content, dress: Dress): string => {
  const { language, isSandbox, homeUrl } = seat
  const { title, body, isEnglish } = content
  const words = chrome[language]
  const inEnglish = isEnglish && language !== 'en'
  const article = new Html(body.replaceAll('http://127.0.0.1:4000', homeUrl).replaceAll(homeUrl, dress.baseUrl))
  return html`<!doctype html><html lang="${language}">${headOf(seat, content, dress)}
<body data-sandbox="${isSandbox && dress.isHome ? 'yes' : 'no'}">
<a class="skip" href="#text">${words.skip}</a>${topOf(seat, dress)}
<div class="layout">${menuOf(seat)}<main id="text" tabindex="-1"><article${inEnglish && html` lang="en"`}>
<h1${inEnglish && html` lang="${language}"`}>${title}</h1>${
    inEnglish && html`<p class="note" lang="${language}">${words.inEnglish}</p>`
  }${article}</article>${neighbours(seat)}</main>${tocOf(seat, content)}</div></body></html>`.text
}
