/**
 * The GraphQL multipart request specification: `operations` has null where a file belongs, and `map` names these places
 * for each file.
 */
import { refusal } from '../../kernel/errors/app-error.ts'
import type { Form } from '../../http/form.ts'
import { refuseLargeJson } from '../../http/json-size.ts'
import { Upload } from '../../kernel/input.ts'
import { isObject } from '../../values/is-object.ts'

export interface GraphqlParams {
  query?: string
  operationName?: string
  variables?: Record<string, unknown>
  extensions?: Record<string, unknown>
  onError?: unknown
}

const MOST_PLACES = 100

const refuse = (field: string, message: string): never => {
  throw refusal('INVALID_REQUEST', field, message, { summary: `${field}: ${message}` })
}

const jsonIn = (form: Form, field: 'operations' | 'map'): Record<string, unknown> => {
  const text = form.parts.get(field)
  if (typeof text !== 'string')
    return refuse(
      field,
      'This field is required. It must contain JSON, as the GraphQL multipart request specification defines.',
    )
  refuseLargeJson(text, field)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse(field, `The field is not well-formed JSON: ${(error as Error).message}.`)
  }
  return isObject(value)
    ? value
    : refuse(
        field,
        field === 'operations'
          ? 'Expected one operation as an object. Several operations in one request are not supported.'
          : 'Expected an object that lists the places of each file.',
      )
}

/** Puts a file at a place such as `variables.input.file` or `variables.files.0`, where null stands for it. */
const place = (operations: Record<string, unknown>, path: string, upload: Upload): void => {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  if (steps[0] !== 'variables') return refuse('map', `${path} does not begin with "variables.".`)
  const holder = steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string, unknown>)[step]
        : undefined,
    operations,
  )
  if (
    typeof holder !== 'object' ||
    holder === null ||
    !Object.hasOwn(holder, last) ||
    (holder as Record<string, unknown>)[last] !== null
  )
    return refuse('map', `\`operations\` must contain null at ${path}, where the file is inserted.`)
  ;(holder as Record<string, unknown>)[last] = upload
}

/** What the form asks, with its files in their places. */
export const paramsOf = (form: Form): GraphqlParams => {
  const operations = jsonIn(form, 'operations')
  const places = Object.entries(jsonIn(form, 'map')).flatMap(([name, paths]) => {
    if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
      return refuse('map', `${name} must list its places as an array of strings.`)
    return paths.map((path) => [name, path] as const)
  })
  if (places.length > MOST_PLACES) refuse('map', `At most ${MOST_PLACES} places are allowed.`)
  for (const [name, path] of places) {
    const upload = form.parts.get(name)
    if (!(upload instanceof Upload)) return refuse('map', `The form has no file named ${name}.`)
    place(operations, path, upload)
  }
  return operations
}
