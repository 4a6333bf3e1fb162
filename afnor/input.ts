/** What clients of XP Z12-013 send, as the operations take it. */
import type { FastifyRequest } from 'fastify'
import { AppError, refusal } from '../src/kernel/errors/app-error.ts'
import { SpooledForm } from '../src/http/spooled-form.ts'
import { refuseLargeJson } from '../src/http/json-size.ts'
import { type IdKind, idOfUuid } from '../src/values/ids.ts'
import type { Edition } from './shapes.ts'
import { isObject } from '../src/values/is-object.ts'

/** The query without the token, which is for the edge alone. */
export const queryOf = ({ query }: FastifyRequest): Record<string, unknown> => {
  const { token: _token, ...rest } = query as Record<string, unknown>
  return rest
}

/** What of a flow is a file; everything else is its metadata. */
export const FILES: readonly string[] = ['Original', 'Converted', 'ReadableView']
const METADATA = 'Metadata'

/** The query of who asks for the metadata, by their name or by none. */
export const withoutDocType = (request: FastifyRequest): Record<string, unknown> => {
  const { docType = METADATA, ...others } = queryOf(request)
  if (docType !== METADATA) {
    const allowed = [METADATA, ...FILES]
    const message = `Expected one of: ${allowed.join(', ')}.`
    throw refusal('INVALID_ENUM', 'docType', message, { summary: `docType: ${message}`, facts: { allowed } })
  }
  return others
}

/** `X-Afnor-Version: 1.3`, or the same as a parameter of `Accept`. */
export const editionOf = ({ headers }: FastifyRequest): Edition =>
  headers['x-afnor-version'] === '1.3' || /version="?1\.3/.test(headers.accept ?? '') ? '1.3' : '1.2'

/** What the path names by a UUID, with its own identifier. */
export const named =
  (kind: IdKind, parameter: string, name: string) =>
  ({ params }: FastifyRequest): Record<string, string> => ({
    [name]: idOfUuid(kind, (params as Record<string, string>)[parameter] ?? ''),
  })

const signalingIn = (text: string): Record<string, unknown> => {
  refuseLargeJson(text)
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Said below, like any other text that is no object.
  }
  throw refusal('INVALID_REQUEST', 'flowInfo', 'Expected a JSON object.', {
    summary: 'flowInfo: Expected a JSON object.',
  })
}

/** The signaling as a field or a part of the form, and the file, in either order. */
export const flowForm = ({ body }: FastifyRequest): unknown => {
  if (!(body instanceof SpooledForm))
    throw refusal('INVALID_REQUEST', '', 'Send a form (multipart/form-data) with flowInfo and file.')
  const { flowInfo, ...others } = Object.fromEntries(body.texts)
  if (flowInfo === undefined) throw refusal('MISSING_FIELD', 'flowInfo', 'This field is required.')
  const said = signalingIn(flowInfo)
  return { ...others, ...said, file: body.file }
}

const FLOW_PAGE = 25

/** `{where, limit, cursor}`: at least one criterion. */
export const flowSearch = ({ body }: FastifyRequest): unknown => {
  const { where, limit = FLOW_PAGE, cursor, ...others } = isObject(body) ? body : {}
  if (!isObject(where) || Object.keys(where).length === 0)
    throw refusal('MISSING_FIELD', 'where', 'At least one criterion is required.')
  return { ...where, ...others, first: limit, counted: true, ...(cursor !== undefined && { after: cursor }) }
}

/** One word, or a list of them. */
const listIn = (given: unknown): unknown => (typeof given === 'string' ? [given] : given)

/** `algo: null` is no signature of the caller's. */
const signatureIn = (given: unknown): unknown => (isObject(given) && given['algo'] === null ? null : given)

const technicalIn = (given: Record<string, unknown>): Record<string, unknown> => {
  const { signature, ...others } = given
  return { ...others, ...(signature !== undefined && { signature: signatureIn(signature) }) }
}

/** What edition 1.2 asks of the metadata; edition 1.3 asks for nothing. */
const refuseWithout = (required: Readonly<Record<string, unknown>>): void => {
  const missing = Object.keys(required).filter((name) => required[name] === undefined || required[name] === null)
  if (missing.length > 0)
    throw new AppError('MISSING_FIELD', {
      details: missing.map((name) => ({
        field: `metadata.${name}`,
        rule: 'MISSING_FIELD',
        message: 'This field is required.',
      })),
    })
}

/** A subscription as edition 1.2 has it: `{callback, metadata}`. */
export const subscription = ({ body }: FastifyRequest): unknown => {
  const { callback, metadata = {}, ...others } = isObject(body) ? body : {}
  if (!isObject(callback)) throw refusal('MISSING_FIELD', 'callback', 'This field is required.')
  const { flowType, flowDirection, processingRule, ackStatus, ...unknown } = isObject(metadata)
    ? metadata
    : { metadata }
  refuseWithout({ flowType, flowDirection })
  return {
    ...others,
    ...unknown,
    ...technicalIn(callback),
    ...(flowType !== undefined && { flowTypes: listIn(flowType) }),
    ...(flowDirection !== undefined && { flowDirection }),
    ...(processingRule !== undefined && { processingRules: listIn(processingRule) }),
    ...(ackStatus !== undefined && { ackStatus }),
  }
}

/** The same as edition 1.3 has it: `{callbackUrl, flowTypes, …}`. */
export const laterSubscription = ({ body }: FastifyRequest): unknown => {
  const { callbackUrl: url, ...others } = isObject(body) ? body : {}
  return { ...others, url, edition: 'v1.3' }
}

export const isLaterSubscription = ({ body }: FastifyRequest): boolean => isObject(body) && 'callbackUrl' in body

/** What may be changed of a subscription, at the top or within `callback`. */
export const technical = ({ body }: FastifyRequest): Record<string, unknown> => {
  const { callback, ...others } = isObject(body) ? body : {}
  return technicalIn({ ...others, ...(isObject(callback) ? callback : callback === undefined ? {} : { callback }) })
}
