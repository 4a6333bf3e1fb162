/** JSON Schema as types of TypeScript. */
import type { Json } from '../openapi/schemas.ts'

const WIDTH = 110

/** Words of a description as a comment; nothing in them ends it. */
export const commentOf = (text: unknown, indent: string): string => {
  if (typeof text !== 'string' || text === '') return ''
  const safe = text.replaceAll('*/', '* /')
  const lines: string[] = []
  for (const paragraph of safe.split(/\n+/)) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + word.length > WIDTH - indent.length) {
        lines.push(line)
        line = ''
      }
      line += line === '' ? word : ` ${word}`
    }
    lines.push(line)
  }
  const [only] = lines
  if (lines.length === 1) return `${indent}/** ${only} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)
const nameOf = (text: string): string => (isName(text) ? text : JSON.stringify(text))

/** The last part of `#/components/schemas/Document`. */
const refName = (ref: string): string => (ref.split('/').at(-1) ?? '').replace(/\W/g, '_')

const together = (types: readonly string[], by: '|' | '&'): string => {
  const unique = [...new Set(types)]
  if (by === '|' && unique.includes('unknown')) return 'unknown'
  return unique.length === 1 ? (unique[0] ?? 'never') : unique.map((one) => asPart(one, by)).join(` ${by} `)
}

/** A type without comments, texts and what stands between braces. */
const outermost = (type: string): string => {
  let rest = type.replace(/\/\*\*[^]*?\*\/|"[^"]*"/g, '')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(/\{[^{}]*\}/g, '')
  }
  return rest
}

/** What binds less than its surroundings stands in brackets. */
const asPart = (type: string, by: '|' | '&' | '[]'): string =>
  / [|&] /.test(outermost(type)) && by !== '|' ? `(${type})` : type

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const objectOf = (schema: Json, indent: string): string => {
  const properties = Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {})
  const required = (schema['required'] as string[] | undefined) ?? []
  const more = schema['additionalProperties']
  const others =
    more === undefined || more === false ? undefined : more === true ? 'unknown' : typeOf(more as Json, indent)
  if (properties.length === 0) return others === undefined ? 'object' : `Record<string, ${others}>`
  const inner = `${indent}  `
  const lines = properties.map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    const type = typeOf(property, inner)
    return `${commentOf(property['description'], inner)}${inner}${nameOf(name)}${mark}: ${type}\n`
  })
  const rest = others === undefined ? '' : `${inner}[name: string]: unknown\n`
  return `{\n${lines.join('')}${rest}${indent}}`
}

export const typeOf = (schema: Json, indent = ''): string => {
  const { $ref, type } = schema
  if (typeof $ref === 'string') return refName($ref)
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum']))
    return together(
      (schema['enum'] as unknown[]).map((one) => JSON.stringify(one)),
      '|',
    )
  for (const [key, by] of [
    ['anyOf', '|'],
    ['oneOf', '|'],
    ['allOf', '&'],
  ] as const) {
    const parts = schema[key]
    if (Array.isArray(parts))
      return together(
        (parts as Json[]).map((one) => typeOf(one, indent)),
        by,
      )
  }
  if (Array.isArray(type))
    return together(
      (type as string[]).map((one) => typeOf({ ...schema, type: one }, indent)),
      '|',
    )
  if (type === 'array') return `${asPart(typeOf((schema['items'] as Json | undefined) ?? {}, indent), '[]')}[]`
  if (type === 'object' || schema['properties']) return objectOf(schema, indent)
  return scalars[String(type)] ?? 'unknown'
}

/** A named type, as an interface where it is an object. */
export const declarationOf = (name: string, schema: Json): string => {
  const type = typeOf(schema)
  const head = commentOf(schema['description'], '')
  const safe = name.replace(/\W/g, '_')
  return type.startsWith('{') && type.endsWith('}') && !/\n\}.*[|&]/.test(type)
    ? `${head}export interface ${safe} ${type}\n`
    : `${head}export type ${safe} = ${type}\n`
}
