/** The fields of a schema of the OpenAPI document, as a list that can be opened. */
import { Html, html } from '../oauth/html.ts'
import { asHtml } from '../reference/pages.ts'
import type { Components, Json } from '../reference/openapi/schemas.ts'

/** Deeper ones are named and not opened: an invoice in an invoice has no end. */
const DEEPEST = 4

const nameIn = (ref: unknown): string => String(ref).split('/').at(-1) ?? ''

/** What a reference stands for, and an `anyOf` without its null. */
const resolved = (schema: Json, components: Components): Json => {
  if (schema['$ref'] !== undefined) return resolved(components[nameIn(schema['$ref'])] ?? {}, components)
  const choices = ((schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined)?.filter((one) => one['type'] !== 'null')
  const [only] = choices ?? []
  return choices?.length === 1 && only ? { ...resolved(only, components), ...described(schema) } : schema
}

const described = ({ description }: Json): Json => (description === undefined ? {} : { description })

const isNullable = ({ type, anyOf }: Json): boolean =>
  (Array.isArray(type) && type.includes('null')) ||
  (Array.isArray(anyOf) && anyOf.some((one: Json) => one['type'] === 'null'))

/** The values are shown below. */
const ONE_OF_THESE = 'one of these'

const wordOf = (schema: Json, components: Components): string => {
  const { type, format, items, enum: values, anyOf, oneOf } = resolved(schema, components)
  if (Array.isArray(values)) return ONE_OF_THESE
  if (items) {
    const one = wordOf(items as Json, components)
    return one === ONE_OF_THESE ? 'list of these' : `list of ${one}`
  }
  if (type === undefined) return anyOf || oneOf ? 'one of several forms' : 'anything'
  const kind = Array.isArray(type) ? type.filter((one) => one !== 'null').join(' or ') : String(type)
  return format === undefined ? kind : `${kind} (${String(format)})`
}

const boundsOf = (schema: Json): string[] =>
  (
    [
      ['minLength', 'at least', 'character', 'characters'],
      ['maxLength', 'at most', 'character', 'characters'],
      ['minItems', 'at least', 'entry', 'entries'],
      ['maxItems', 'at most', 'entry', 'entries'],
      ['minimum', 'at least', '', ''],
      ['maximum', 'at most', '', ''],
    ] as const
  ).flatMap(([key, before, one, many]) =>
    schema[key] === undefined ? [] : [`${before} ${schema[key]} ${schema[key] === 1 ? one : many}`.trim()],
  )

const VALUES_SHOWN = 24

const valuesOf = ({ enum: values }: Json): Html | false =>
  Array.isArray(values) &&
  html`<p class="values">${values.slice(0, VALUES_SHOWN).map((value) => html`<code>${String(value)}</code> `)}${
    values.length > VALUES_SHOWN && `… (${values.length})`
  }</p>`

const inside = (schema: Json, components: Components): Json => {
  const whole = resolved(schema, components)
  return whole['items'] ? inside(whole['items'] as Json, components) : whole
}

const field = (name: string, schema: Json, isRequired: boolean, at: Place): Html => {
  const whole = resolved(schema, at.components)
  const part = inside(schema, at.components)
  const text = String(schema['description'] ?? whole['description'] ?? '')
  const notes = [
    wordOf(schema, at.components),
    ...(isNullable(schema) ? ['or null'] : []),
    ...boundsOf(whole),
    ...(whole['default'] === undefined ? [] : [`default ${JSON.stringify(whole['default'])}`]),
  ]
  const required = isRequired && html` <b>required</b>`
  return html`<div class="field"><dt><code>${name}</code>${required} <span>${notes.join(', ')}</span></dt>
<dd>${new Html(asHtml(text))}${valuesOf(part)}${nested(part, at)}</dd></div>`
}

interface Place {
  components: Components
  depth: number
}

const nested = (schema: Json, { components, depth }: Place): Html | false => {
  const count = Object.keys((schema['properties'] as Json | undefined) ?? {}).length
  if (count === 0 || depth >= DEEPEST) return false
  const fields = fieldsOf(schema, components, depth + 1)
  return html`<details><summary>${count} ${count === 1 ? 'field' : 'fields'}</summary>${fields}</details>`
}

export const fieldsOf = (schema: Json, components: Components, depth = 0): Html | false => {
  const { properties, required } = inside(schema, components) as { properties?: Components; required?: string[] }
  return (
    properties !== undefined &&
    html`<dl class="fields">${Object.entries(properties).map(([name, one]) =>
      field(name, one, required?.includes(name) === true, { components, depth }),
    )}</dl>`
  )
}

/** A parameter as a field. */
export const parameterField = (parameter: Json, components: Components): Html =>
  field(
    String(parameter['name']),
    { ...(parameter['schema'] as Json), description: parameter['description'] ?? '' },
    parameter['required'] === true && parameter['in'] !== 'path',
    { components, depth: 0 },
  )
