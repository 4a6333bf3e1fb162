/**
 * The GraphQL multipart request specification: `operations` has null where a file belongs, and `map` names these places
 * for each file.
 */
import { refusal } from '../../kernel/errors/app-error.ts'
import type { Form } from '../../http/form.ts'
import { Upload } from '../../kernel/input.ts'

export interface GraphqlParams {
  query?: string
  operationName?: string
  variables?: Record<string, unknown>
  extensions?: Record<string, unknown>
}

const MOST_PLACES = 100

const refuse = (field: string, message: string): never => {
  throw refusal('INVALID_REQUEST', field, message, { summary: `${field}: ${message}` })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const jsonIn = (form: Form, field: 'operations' | 'map'): Record<string, unknown> => {
  const text = form.parts.get(field)
  if (typeof text !== 'string')
    return refuse(field, 'This field is required: JSON, as the GraphQL multipart request specification says.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse(field, `It is not well-formed JSON: ${(error as Error).message}.`)
  }
  return isObject(value)
    ? value
    : refuse(
        field,
        field === 'operations'
          ? 'Expected one operation as an object; several at once are not accepted.'
          : 'Expected an object that names the places of each file.',
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
    return refuse('map', `In \`operations\` there is no null at ${path} that the file could take the place of.`)
  ;(holder as Record<string, unknown>)[last] = upload
}

/** What the form asks, with its files in their places. */
export const paramsOf = (form: Form): GraphqlParams => {
  const operations = jsonIn(form, 'operations')
  const places = Object.entries(jsonIn(form, 'map')).flatMap(([name, paths]) => {
    if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
      return refuse('map', `${name} must name its places as a list of texts.`)
    return paths.map((path) => [name, path] as const)
  })
  if (places.length > MOST_PLACES) refuse('map', `At most ${MOST_PLACES} places.`)
  for (const [name, path] of places) {
    const upload = form.parts.get(name)
    if (!(upload instanceof Upload)) return refuse('map', `There is no file named ${name} in the form.`)
    place(operations, path, upload)
  }
  return operations
}
