/** Which page stands at a place of the documentation: a table of what is made, and the texts that were written. */
import type { GraphQLSchema } from 'graphql'
import { type Language, pages, parts } from '../../docs/map.ts'
import { Html, html } from '../oauth/html.ts'
import { codePage } from '../reference/code-page.ts'
import { errorPage } from '../reference/error-pages.ts'
import { eventPage } from '../reference/event-pages.ts'
import { livePage } from '../reference/live-page.ts'
import { asHtml } from '../reference/pages.ts'
import { safetyPage } from '../reference/safety-page.ts'
import { type Described, apiOverview, apiPage, sectionAt } from './api-pages.ts'
import type { Content } from './content.ts'
import { hrefOf } from './frame.ts'
import { texts } from './generated.ts'
import { schemaOverview, typePage } from './schema-pages.ts'
import { chrome } from './texts.ts'

/** What the pages of the reference are made of. */
export interface Sources {
  document: Described & { webhooks: object }
  exampleOf: Parameters<typeof eventPage>[0]
  schema: GraphQLSchema
}

const home = (language: Language): Content => {
  const words = chrome[language]
  const cards = parts
    .slice(1)
    .map(
      ({ title, pages: inside }) =>
        html`<section><h2>${title[language]}</h2><ul class="cards">${inside.map(
          ({ slug, title: name }) =>
            html`<li><a href="${hrefOf(language, slug)}"><b>${name[language]}</b> <span>${
              texts()[language][slug]?.lead ?? ''
            }</span></a></li>`,
        )}</ul></section>`,
    )
  return {
    title: words.homeTitle,
    lead: words.homeLead,
    toc: [],
    body: html`<p class="lead">${words.homeLead}</p><p><a class="button main" href="${hrefOf(language, 'start')}">${
      words.begin
    }</a></p>${cards}<p>${new Html(asHtml(words.homeAgent))}</p>`.text,
  }
}

const changelog = (): Content => {
  const { html: body, lead, sections } = texts().changelog
  return { title: 'Changelog', body, lead, toc: sections.map(({ id, title }) => [id, title]), isEnglish: true }
}

type Make = (sources: Sources, language: Language) => Content

const hrefsIn =
  (language: Language) =>
  (slug: string): string =>
    hrefOf(language, slug)

const madePages: Readonly<Record<string, Make>> = {
  api: ({ document }, language) => apiOverview(document, language),
  graphql: ({ schema }, language) => schemaOverview(schema, hrefsIn(language), language),
  events: ({ exampleOf }) => eventPage(exampleOf),
  errors: errorPage,
  codes: codePage,
  live: livePage,
  safety: safetyPage,
  changelog,
}

const deeper = (slug: string): Make | undefined => {
  const [part, name = ''] = slug.split('/')
  const section = part === 'api' ? sectionAt(name) : undefined
  if (section) return ({ document }, language) => apiPage(section, document, language)
  if (part !== 'graphql' || name.startsWith('__')) return undefined
  return ({ schema }, language) => {
    const type = schema.getType(name)
    return type
      ? typePage(schema, type, hrefsIn(language), language)
      : schemaOverview(schema, hrefsIn(language), language)
  }
}

const written =
  (slug: string): Make =>
  (_sources, language) => {
    const { html: body, lead, sections } = texts()[language][slug] ?? { html: '', lead: '', sections: [] }
    const title = pages.find((page) => page.slug === slug)?.title[language] ?? ''
    return { title, body, lead, toc: sections.map(({ id, title: name }) => [id, name]) }
  }

/** How the page at a place is made; undefined where there is none. */
export const makerAt = (slug: string): Make | undefined => {
  if (slug === '') return (_sources, language) => home(language)
  const page = pages.find((one) => one.slug === slug)
  if (!page) return deeper(slug)
  const make = madePages[slug]
  if (!make) return written(slug)
  return (sources, language) => ({ ...make(sources, language), title: page.title[language] })
}
