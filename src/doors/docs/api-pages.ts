/** The reference of REST, a page for each part: made of the OpenAPI document, so it cannot say anything else. */
import type { Language } from '../../docs/map.ts'
import { sections } from '../../http/sections.ts'
import { Html, html } from '../oauth/html.ts'
import { asHtml } from '../reference/pages.ts'
import type { Components, Json } from '../reference/openapi/schemas.ts'
import { fieldsOf, parameterField } from './api-fields.ts'
import { codeFigure } from './code-figure.ts'
import type { Content } from './content.ts'
import { hrefOf } from './frame.ts'
import { type Section, referenceWords, said, sectionWords } from './reference-texts.ts'

export interface Described {
  paths: Readonly<Record<string, Json>>
  components: { schemas: Components; parameters: Json }
}

interface Operation extends Json {
  operationId: string
  summary?: string
  description: string
  tags: readonly string[]
  parameters?: readonly Json[]
  requestBody?: { content: Readonly<Record<string, { schema: Json; example?: unknown }>> }
  responses: Readonly<Record<string, { description: string; content?: Readonly<Record<string, Json>> }>>
  'x-codeSamples'?: readonly { source: string }[]
  security?: readonly Json[]
}

export interface Place {
  method: string
  path: string
  operation: Operation
}

export const slugOf = (section: string): string => section.toLowerCase().replaceAll(' ', '-')
export const sectionAt = (slug: string): Section | undefined =>
  (Object.keys(sections) as Section[]).find((name) => slugOf(name) === slug)

const words = (text: string): Html => new Html(asHtml(text))

const METHODS = ['get', 'post', 'patch', 'delete'] as const

/** Every operation of the document, in its order. */
export const placesIn = ({ paths }: Described): Place[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ method, path, operation: item[method] as Operation }] : [])),
  )

const line = ({ method, path }: Place): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`

/** Parameters that stand in the components, in their place. */
const parametersOf = ({ operation }: Place, { components }: Described): Json[] =>
  (operation.parameters ?? []).map((one) =>
    typeof one['$ref'] === 'string' ? (components.parameters[one['$ref'].split('/').at(-1) ?? ''] as Json) : one,
  )

/** What an operation is shown from, and in whose language. */
interface Shown {
  place: Place
  document: Described
  language: Language
}

/** Beside a body, what else may be said is folded. */
const parametersPart = ({ place, document, language }: Shown, where: 'path' | 'query' | 'header'): Html | false => {
  const title = said(language, referenceWords[language][where])
  const found = parametersOf(place, document).filter((one) => one['in'] === where)
  const fields = html`<dl class="fields">${found.map((one) => parameterField(one, document.components.schemas))}</dl>`
  if (place.operation.requestBody && where !== 'path')
    return found.length > 0 && html`<details><summary>${title} (${found.length})</summary>${fields}</details>`
  return found.length > 0 && html`<h3>${title}</h3>${fields}`
}

const bodyPart = ({ place: { operation }, document: { components }, language }: Shown): Html | false => {
  const words = referenceWords[language]
  const content = operation.requestBody?.content
  const schema = content?.['application/json']?.schema
  const others = Object.keys(content ?? {}).filter((type) => type !== 'application/json')
  return (
    schema !== undefined &&
    html`<h3>${said(language, words.body)}</h3>${
      others.length > 0 &&
      html`<p>${said(language, words.bodyForms)} ${others.map((type, at) => html`${at > 0 && ', '}<code>${type}</code>`)}.</p>`
    }${fieldsOf(schema, components.schemas)}`
  )
}

const successOf = ({ operation: { responses } }: Place) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))

const answerPart = ({ place, document: { components }, language }: Shown): Html => {
  const { answer: title, answerFields } = referenceWords[language]
  const [status, answer] = successOf(place) ?? ['', undefined]
  const schema = Object.values(answer?.content ?? {})[0]?.['schema'] as Json | undefined
  return html`<h3>${said(language, title)} ${status}</h3><p>${words(answer?.description ?? '')}</p>${
    schema &&
    html`<details><summary>${said(language, answerFields)}</summary>${fieldsOf(schema, components.schemas)}</details>`
  }`
}

/** The codes of a refusal, each with a link to what it means. */
const refusalsPart = ({ place: { operation }, language }: Shown): Html => {
  const refusals = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'))
  const codes = (text: string): string[] => [...text.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code)
  return html`<details><summary>${said(language, referenceWords[language].refusals)}</summary><dl class="refusals">${refusals.map(
    ([status, { description }]) =>
      html`<div><dt>${status}</dt><dd>${
        codes(description).length > 0
          ? codes(description).map(
              (code) => html`<a href="${hrefOf(language, 'errors')}#${code}"><code>${code}</code></a> `,
            )
          : description
      }</dd></div>`,
  )}</dl></details>`
}

/** What the script of the page makes a form of. */
const tryOf = (place: Place, document: Described): Html | false => {
  const { method, path, operation } = place
  const asked = parametersOf(place, document).filter((one) => one['in'] === 'path' || one['in'] === 'query')
  const example = operation.requestBody?.content['application/json']?.example
  const told = {
    method,
    path,
    isPublic: operation.security?.length === 0,
    parameters: asked.map((one) => ({
      name: one['name'],
      in: one['in'],
      ...(one['required'] === true && { required: true, example: one['example'] }),
    })),
    ...(example !== undefined && { body: JSON.stringify(example, null, 2) }),
  }
  return html`<div class="try" data-try="${JSON.stringify(told)}"></div>`
}

const examplesOf = ({ place, language }: Shown): Html[] => {
  const { request, answer: title } = referenceWords[language]
  const [status, answer] = successOf(place) ?? ['', undefined]
  const example = answer?.content?.['application/json']?.['example']
  const sample = place.operation['x-codeSamples']?.[0]?.source ?? `curl '${place.path}'`
  return [
    codeFigure(request, sample),
    ...(example === undefined ? [] : [codeFigure(`${title} ${status}`, JSON.stringify(example, null, 2))]),
  ]
}

const operationPart = (shown: Shown): Html => {
  const { place, document } = shown
  const { operationId, summary, description } = place.operation
  return html`<section id="${operationId}" class="operation"><h2><a href="#${operationId}">${words(
    summary ?? operationId,
  )}</a></h2><p class="line">${line(place)}</p><div class="columns"><div>${new Html(
    description
      .split('\n\n')
      .map((text) => `<p>${asHtml(text)}</p>`)
      .join(''),
  )}${parametersPart(shown, 'path')}${bodyPart(shown)}${parametersPart(shown, 'query')}${parametersPart(
    shown,
    'header',
  )}${answerPart(shown)}${refusalsPart(shown)}</div>
<div class="examples">${examplesOf(shown)}${tryOf(place, document)}</div></div></section>`
}

export const apiPage = (section: Section, document: Described, language: Language): Content => {
  const { title, about } = sectionWords(section, language)
  const places = placesIn(document).filter(({ operation }) => operation.tags.includes(section))
  return {
    title,
    lead: about,
    toc: places.map(({ operation: { operationId, summary } }) => [
      operationId,
      (summary ?? operationId).replaceAll('`', ''),
    ]),
    body: html`<p>${said(language, about)}</p>${places.map((place) => operationPart({ place, document, language }))}`
      .text,
    isEnglish: true,
  }
}

export const apiOverview = (document: Described, language: Language): Content => {
  const places = placesIn(document)
  const names = Object.keys(sections) as Section[]
  const part = (name: Section): Html => {
    const { title, about } = sectionWords(name, language)
    return html`<section class="operations"><h2 id="${slugOf(name)}"><a href="${hrefOf(
      language,
      `api/${slugOf(name)}`,
    )}">${said(language, title)}</a></h2><p>${said(language, about)}</p><ul>${places
      .filter(({ operation }) => operation.tags.includes(name))
      .map(
        (place) =>
          html`<li><a href="${hrefOf(language, `api/${slugOf(name)}`)}#${place.operation.operationId}">${line(place)}</a> <span>${words(
            place.operation.summary ?? '',
          )}</span></li>`,
      )}</ul></section>`
  }
  return {
    title: 'REST',
    lead: 'Every path of REST, by what people do with it.',
    toc: names.map((name) => [slugOf(name), sectionWords(name, language).title]),
    isTocEnglish: false,
    body: html`<p lang="${language}">${words(referenceWords[language].rest)}</p>${names.map(part)}`.text,
    isEnglish: true,
  }
}
