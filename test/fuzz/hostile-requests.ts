/**
 * Requests that are wrong in one place: made of requests that were answered well, and of schemas. Here those of REST.
 */
import { z } from 'zod'
import type { Route } from '../../src/http/route.ts'
import type { Operation } from '../../src/operation/operation.ts'
import type { Body, Caller } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import type { Asked } from '../support/story.ts'
import { hostileOthers, hostileTexts, jsonOf, placesIn, replaced } from './hostile-values.ts'

export interface HostileRequest {
  caller: Caller
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

export type Path = readonly (string | number)[]
/** Numbers from 0 up to, not including, a bound. */
export type Draw = (bound: number) => number

/** A place of a request, and what stands there. */
export type Site = (value: unknown, draw: Draw) => HostileRequest

/** A kind of request: an operation at a door. */
export interface Target {
  name: string
  /** With nothing hostile. */
  sound: readonly ((draw: Draw) => HostileRequest)[]
  sites: readonly Site[]
}

const values: readonly unknown[] = [...hostileTexts, ...hostileOthers]

/** The `nth` of the kinds of request, and the next of its places and values: all are met before one is met again. */
export const hostileRequest = (targets: readonly Target[], nth: number, seed: number, draw: Draw): HostileRequest => {
  const target = targets[nth % targets.length] as Target
  const { sites } = target
  const combinations = sites.length * values.length
  // The stride is prime, so it comes by every combination.
  const index = (Math.floor(nth / targets.length) * 7_919 + seed * 104_729) % combinations
  return (sites[index % sites.length] as Site)(values[Math.floor(index / sites.length)], draw)
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : jsonOf(value))

/** In a path or query. Half of a surrogate pair cannot be written there. */
const inUrl = (text: string): string => encodeURIComponent(text.toWellFormed())

/** What header lines can hold. */
export const inHeader = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 8_000)

export type Json = { [name: string]: Body }

/** The places that a schema knows, whether or not a request has something there. */
export const placesOf = (operation: Operation): Path[] => {
  const whole = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Json
  const places: Path[] = []
  const walk = (node: Json, path: Path, open: readonly string[]): void => {
    if (path.length > 0) places.push(path)
    const name = /^#\/\$defs\/(.*)/.exec(String(node['$ref'] ?? ''))?.[1]
    if (name !== undefined && !open.includes(name)) walk(whole['$defs'][name], path, [...open, name])
    for (const one of [...(node['anyOf'] ?? []), ...(node['allOf'] ?? [])]) walk(one, path, open)
    for (const [field, one] of Object.entries<Json>(node['properties'] ?? {})) walk(one, [...path, field], open)
    if (node['items']) walk(node['items'], [...path, 0], open)
  }
  walk(whole, [], [])
  return [...new Map(places.map((path) => [path.join('.'), path])).values()]
}

/** Numbers and names that were taken by the request that was answered, made anew: what follows them is reached too. */
export const freshened = (value: unknown, draw: Draw): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Buffer.isBuffer(value)) return value
  const body = value as Json
  return {
    ...body,
    ...(typeof body['vatNumber'] === 'string' && draw(2) === 0 && { vatNumber: freshVat() }),
    ...(typeof body['document'] === 'object' &&
      body['document'] !== null && { document: { ...body['document'], number: `F-${draw(2 ** 31)}` } }),
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)

const HEADERS = ['idempotency-key', 'x-request-id', 'organization-id', 'x-service-company', 'accept', 'last-event-id']
const WRONG_NAMES = ['__proto__', 'constructor', 'toString', '', 'x'.repeat(20_000), '\u0000', 'unknown']

/** The places of a request that was answered well. */
const sitesOfAsk = ({ caller, method, path, body, headers = {} }: Asked, route: Route): Site[] => {
  const [address = '', question = ''] = path.split('?')
  const base = { caller, method, headers }
  const withBody = (payload: unknown): Pick<HostileRequest, 'payload' | 'headers'> =>
    payload === undefined
      ? { headers }
      : {
          headers: { 'content-type': 'application/json', ...headers },
          payload: Buffer.isBuffer(payload) ? payload : typeof payload === 'string' ? payload : jsonOf(payload),
        }
  const asIs = (draw: Draw) => withBody(freshened(body, draw))
  const segments = address.split('/')
  const inPath = route.path.split('/').flatMap((part, index) => (part.startsWith(':') ? [index] : []))
  const known = placesOf(route.operation)
  const parameters = new Set([...new URLSearchParams(question).keys(), ...known.map(([name]) => String(name))])
  if (method === 'GET') for (const name of ['limit', 'cursor', 'sort', 'type']) parameters.add(name)
  const given = (name: string): string => {
    const kept = new URLSearchParams(question)
    kept.delete(name)
    return kept.size > 0 ? `${kept}&` : ''
  }
  const paths = isObject(body)
    ? [...new Map([...placesIn(body), ...known].map((one) => [one.join('.'), one])).values()]
    : []
  return [
    ...inPath.map((index): Site => (value, draw) => ({
      ...base,
      ...asIs(draw),
      url: [segments.with(index, inUrl(asText(value))).join('/'), question].filter((part) => part !== '').join('?'),
    })),
    ...[...parameters].flatMap((name): Site[] => [
      (value, draw) => ({ ...base, ...asIs(draw), url: `${address}?${given(name)}${name}=${inUrl(asText(value))}` }),
    ]),
    (value, draw) => ({
      ...base,
      ...asIs(draw),
      url: `${path}${question === '' ? '?' : '&'}${inUrl(asText(value))}=1`,
    }),
    ...paths.map((place): Site => (value, draw) => ({
      ...base,
      url: path,
      ...withBody(replaced(freshened(body, draw), place, value)),
    })),
    ...(isObject(body)
      ? WRONG_NAMES.map((name): Site => (value, draw) => ({
          ...base,
          url: path,
          ...withBody(jsonOf(freshened(body, draw)).replace(/^\{/, `{${JSON.stringify(name)}:${jsonOf(value)},`)),
        }))
      : []),
    // A name twice: the second value counts.
    (value, draw) => {
      const text = jsonOf(freshened(isObject(body) ? body : {}, draw))
      const name = Object.keys(isObject(body) ? body : {})[0] ?? 'a'
      return { ...base, url: path, ...withBody(text.replace(/\}$/, `,${JSON.stringify(name)}:${jsonOf(value)}}`)) }
    },
    (value) => ({ ...base, url: path, ...(method === 'GET' ? { headers } : withBody(asText(value))) }),
    (value, draw) => ({
      ...base,
      ...asIs(draw),
      url: path,
      headers: { ...asIs(draw).headers, [HEADERS[draw(HEADERS.length)] ?? '']: inHeader(asText(value)) },
    }),
    (value, draw) => ({
      ...base,
      ...asIs(draw),
      url: path,
      headers: { ...headers, 'content-type': inHeader(asText(value)) || 'x' },
    }),
  ]
}

/** Of each row of the route table, its requests that were answered well. */
export const restTargets = (asked: readonly (readonly [Asked, Route])[]): Target[] =>
  [
    ...Map.groupBy(
      // A stream would have no end.
      asked.filter(([, { answersStream }]) => !answersStream),
      ([, route]) => `${route.method} ${route.path}`,
    ),
  ].map(([name, asks]) => ({
    name,
    sound: [],
    sites: asks.flatMap(([ask, route]) => sitesOfAsk(ask, route)),
  }))
