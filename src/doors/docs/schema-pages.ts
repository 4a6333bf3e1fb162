/** The schema of GraphQL as pages that can be read: one for each type, with links between them. */
import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql'
import type { Language } from '../../docs/map.ts'
import { Html, html } from '../oauth/html.ts'
import { asHtml } from '../reference/pages.ts'
import type { Content } from './content.ts'
import { referenceWords, said } from './reference-texts.ts'

type HrefOf = (slug: string) => string

const words = (text: string | null | undefined): Html => new Html(asHtml(text ?? ''))

/** `[Document!]!`, where `Document` is a link. */
const typeLink = (type: GraphQLOutputType | GraphQLArgument['type'], hrefOf: HrefOf): Html => {
  const { name } = getNamedType(type)
  const [before = '', after = ''] = String(type).split(name)
  return html`<code>${before}<a href="${hrefOf(`graphql/${name}`)}">${name}</a>${after}</code>`
}

const going = ({ deprecationReason }: { deprecationReason?: string | null | undefined }): Html | false =>
  typeof deprecationReason === 'string' && html`<p class="going"><b>Deprecated.</b> ${deprecationReason}</p>`

/** A field of an input has a place of its own, which pages of other types lead to; arguments stand with their field. */
const input = (one: GraphQLArgument | GraphQLInputField, hrefOf: HrefOf, id?: string): Html =>
  html`<div class="field"${id !== undefined && html` id="${id}"`}><dt><code>${one.name}</code> ${typeLink(one.type, hrefOf)}${
    one.defaultValue !== undefined && html` <span>default <code>${JSON.stringify(one.defaultValue)}</code></span>`
  }</dt><dd>${words(one.description)}${going(one)}</dd></div>`

const inputs = (list: readonly GraphQLArgument[], hrefOf: HrefOf): Html | false =>
  list.length > 0 && html`<dl class="fields">${list.map((one) => input(one, hrefOf))}</dl>`

const output = (one: GraphQLField<unknown, unknown>, hrefOf: HrefOf): Html =>
  html`<section id="${one.name}" class="member"><h2><a href="#${one.name}"><code>${one.name}</code></a>: ${typeLink(
    one.type,
    hrefOf,
  )}</h2><p>${words(one.description)}</p>${going(one)}${inputs(one.args, hrefOf)}</section>`

const valuePart = (value: GraphQLEnumValue): Html =>
  html`<div class="field"><dt><code>${value.name}</code></dt><dd>${words(value.description)}${going(value)}</dd></div>`

const bodyOf = (type: GraphQLNamedType, hrefOf: HrefOf): Html | Html[] | false => {
  if (isObjectType(type) || isInterfaceType(type))
    return Object.values(type.getFields()).map((one) => output(one, hrefOf))
  if (isInputObjectType(type))
    return html`<dl class="fields">${Object.values(type.getFields()).map((one) => input(one, hrefOf, one.name))}</dl>`
  if (isUnionType(type))
    return html`<ul>${type
      .getTypes()
      .map((one) => html`<li>${typeLink(one, hrefOf)} ${words(one.description)}</li>`)}</ul>`
  return isEnumType(type) && html`<dl class="fields">${type.getValues().map(valuePart)}</dl>`
}

const kindOf = (type: GraphQLNamedType): string => {
  if (isObjectType(type)) return 'Object'
  if (isInterfaceType(type)) return 'Interface'
  if (isInputObjectType(type)) return type.isOneOf ? 'Input, exactly one field' : 'Input'
  if (isEnumType(type)) return 'Enum'
  return isUnionType(type) ? 'Union' : 'Scalar'
}

/** Where a type is answered or taken: so that a reader finds the way to it. */
const usersOf = (schema: GraphQLSchema, type: GraphQLNamedType): string[] =>
  Object.values(schema.getTypeMap()).flatMap((one) => {
    if (one.name.startsWith('__') || !('getFields' in one)) return []
    const fields = Object.values(one.getFields()) as (GraphQLField<unknown, unknown> | GraphQLInputField)[]
    const uses = fields.filter(
      (field) =>
        getNamedType(field.type) === type ||
        ('args' in field && field.args.some((argument) => getNamedType(argument.type) === type)),
    )
    return uses.map((field) => `${one.name}.${field.name}`)
  })

const USERS_SHOWN = 40

const usersPart = (users: readonly string[], hrefOf: HrefOf, language: Language): Html | false =>
  users.length > 0 &&
  html`<h2 id="used-by">${said(language, referenceWords[language].usedBy)}</h2><ul class="users">${users
    .slice(0, USERS_SHOWN)
    .map((user) => {
      const [owner = '', field = ''] = user.split('.')
      return html`<li><a href="${hrefOf(`graphql/${owner}`)}#${field}"><code>${user}</code></a></li>`
    })}${users.length > USERS_SHOWN && html`<li>… (${users.length})</li>`}</ul>`

export const typePage = (
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  hrefOf: HrefOf,
  language: Language,
): Content => {
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : []
  return {
    title: type.name,
    lead: type.description ?? type.name,
    toc: fields.map((name) => [name, name]),
    body: html`<p class="kind">${kindOf(type)}</p><p>${words(type.description)}</p>${bodyOf(type, hrefOf)}${usersPart(
      usersOf(schema, type),
      hrefOf,
      language,
    )}`.text,
    isEnglish: true,
  }
}

/** What a reader may look up: not what GraphQL itself brings along. */
export const typesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'))

const groups: readonly (readonly [
  name: 'objects' | 'payloads' | 'interfaces' | 'inputs' | 'enums' | 'scalars',
  is: (type: GraphQLNamedType) => boolean,
])[] = [
  [
    'objects',
    (type) => isObjectType(type) && !/^(Query|Mutation|Subscription)$|(Connection|Edge|Payload)$/.test(type.name),
  ],
  ['payloads', (type) => type.name.endsWith('Payload')],
  ['interfaces', (type) => isInterfaceType(type) || isUnionType(type)],
  ['inputs', isInputObjectType],
  ['enums', isEnumType],
  ['scalars', isScalarType],
]

export const schemaOverview = (schema: GraphQLSchema, hrefOf: HrefOf, language: Language): Content => {
  const text = referenceWords[language]
  const roots = ['Query', 'Mutation', 'Subscription'] as const
  const root = (name: (typeof roots)[number]): Html =>
    html`<li><a href="${hrefOf(`graphql/${name}`)}"><code>${name}</code></a>: ${
      Object.keys(schema.getRootType(name.toLowerCase() as never)?.getFields() ?? {}).length
    } ${text.fields}</li>`
  const group = ([name, is]: (typeof groups)[number]): Html =>
    html`<h2 id="${name}">${text[name]}</h2><ul class="types">${typesOf(schema)
      .filter(is)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((type) => html`<li><a href="${hrefOf(`graphql/${type.name}`)}"><code>${type.name}</code></a></li>`)}</ul>`
  return {
    title: 'GraphQL',
    lead: text.graphql,
    toc: [['operations', text.operations], ...groups.map(([name]) => [name, text[name]] as const)],
    body: html`<p>${words(text.graphql)}</p><p><a class="button main" href="/graphql">${text.openExplorer}</a></p>
<h2 id="operations">${text.operations}</h2><ul>${roots.map(root)}</ul>${groups.map(group)}`.text,
  }
}
