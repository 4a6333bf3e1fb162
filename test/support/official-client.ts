/**
 * A client made of an official description of XP Z12-013 when it runs: it sends what the description has, and holds
 * every answer against it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { formOf } from './afnor.ts'
import type { Answer, Body, Caller } from './app.ts'
import { shared } from './shared.ts'

const fileOf = (version: string): string => join(shared, `afnor/flow-service-${version}.json`)
export const hasOfficial = existsSync(fileOf('1.3.0'))
export const official = (version: string): Body =>
  hasOfficial ? JSON.parse(readFileSync(fileOf(version), 'utf8')) : { paths: {} }

/** A code of the norm is a text as well: as it stands, no code of the norm would be one of exactly one of the two. */
const readable = (version: string): Body => {
  const { components } = official(version)
  const { oneOf: anyOf, ...rest } = components.schemas.ReasonCode
  return { ...components, schemas: { ...components.schemas, ReasonCode: { ...rest, anyOf } } }
}

/** Every schema of an edition, to be asked as `norm#/components/schemas/…`. */
export const normOf = (version: string): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // `byte` of the norm's sha256 contradicts its own pattern.
  ajv.addFormat('byte', true)
  return ajv.addSchema({ $id: 'norm', components: readable(version) })
}

interface Sent {
  params?: Record<string, string>
  query?: Record<string, string>
  json?: object
  form?: { flowInfo: object; file: string }
}

const SERVICE = '/afnor/flow-service'

export class OfficialClient {
  readonly #description: Body
  readonly #norm: Ajv2020
  readonly #who: Caller
  readonly #headers: Record<string, string>
  /** Properties of answers that the description does not have, and those that it has and that came. */
  readonly outside = new Set<string>()
  readonly seen = new Set<string>()
  readonly described = new Set<string>()

  constructor(version: string, who: Caller) {
    this.#description = official(version)
    this.#norm = normOf(version)
    this.#who = who
    this.#headers = version === '1.3.0' ? { 'x-afnor-version': '1.3' } : {}
  }

  #at(node: Body): Body {
    return node?.$ref
      ? this.#at(
          node.$ref
            .slice(2)
            .split('/')
            .reduce((at: Body, name: string) => at[name], this.#description),
        )
      : node
  }

  #propertiesOf(schema: Body): Record<string, Body> {
    const { properties = {}, allOf = [] } = this.#at(schema)
    return Object.assign({}, ...allOf.map((one: Body) => this.#propertiesOf(one)), properties)
  }

  /** Goes through a value beside its schema: what is the one, and not in the other? */
  #walk(name: string, schema: Body, value: unknown, outside: Set<string>): void {
    const own = schema?.$ref?.split('/').at(-1) ?? name
    if (Array.isArray(value)) for (const one of value) this.#walk(own, this.#at(schema).items ?? {}, one, outside)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const properties = this.#propertiesOf(schema)
    for (const property of Object.keys(properties)) this.described.add(`${own}.${property}`)
    for (const [property, inner] of Object.entries(value)) {
      const known = properties[property]
      if (known) this.#walk(`${own}.${property}`, known, inner, outside)
      const into = known ? this.seen : outside
      into.add(`${own}.${property}`)
    }
  }

  #hold(what: string, schema: Body, value: unknown, outside: Set<string>): void {
    this.#walk(what, schema, value, outside)
    const resolved = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"norm#/components'))
    if (!this.#norm.validate(resolved, value))
      throw new Error(`${what}: ${this.#norm.errorsText()} in ${JSON.stringify(value)}`)
  }

  #holdRequest(what: string, operation: Body, { json, form, query = {} }: Sent): void {
    const names = (operation.parameters ?? []).map((one: Body) => this.#at(one).name)
    const strange = new Set(Object.keys(query).filter((name) => !names.includes(name)))
    const [content] = Object.values(this.#at(operation.requestBody)?.content ?? {}) as Body[]
    if (json) this.#hold(what, content.schema, json, strange)
    if (form) this.#hold(what, this.#at(content.schema).properties.flowInfo, form.flowInfo, strange)
    if (strange.size > 0) throw new Error(`${what}: the description has no ${[...strange].join()}.`)
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const what = `${method} ${path}`
    const operation = this.#description.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`The description has no ${what}.`)
    this.#holdRequest(what, operation, sent)
    const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(sent.params?.[name] ?? ''))
    const query = sent.query ? `?${new URLSearchParams(sent.query)}` : ''
    const answer = await this.#who.send(
      method,
      `${SERVICE}${url}${query}`,
      sent.form ? formOf({ ...sent.form, asPart: true }) : sent.json,
      { ...this.#headers, ...(sent.form && { 'content-type': 'multipart/form-data; boundary=xyz' }) },
    )
    const response = this.#at(operation.responses[answer.status])
    if (!response) throw new Error(`${what}: the description has no status ${answer.status}.`)
    const schema = response.content?.['application/json']?.schema
    const isJson = answer.headers['content-type']?.includes('json')
    if (schema && isJson) this.#hold(what, schema, answer.body, this.outside)
    return answer
  }

  /** A callback, held against the schema that the description has of it. */
  holdCallback(name: string, body: unknown): void {
    this.#hold(name, { $ref: `#/components/schemas/${name}` }, body, this.outside)
  }
}
