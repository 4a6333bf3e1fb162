import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../../support/app.ts'
import { startApp } from '../../support/app.ts'

let app: TestApp
let tenant: Tenant
let address: string
let from: string
const to = '0208:0417497106'
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant('white_label')
  from = (await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
  address = await app.listen()
})
afterAll(() => app.close())

const mutation = 'mutation($input: SendDocumentInput!) { sendDocument(input: $input) { document { id number } } }'
const input = (more: object = {}): object => ({ type: 'INVOICE', from, to, content: { raw: null }, ...more })

/**
 * A request as the GraphQL multipart request specification describes it, over a socket, by a client that is not ours.
 */
const upload = async (
  parts: readonly (readonly [name: string, part: string | File])[],
  headers: Record<string, string> = { 'graphql-require-preflight': '1' },
): Promise<{ status: number; body: Body }> => {
  const form = new FormData()
  for (const [name, part] of parts) form.append(name, part)
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.key}`, ...headers },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}
const operations = (more?: object, query = mutation): readonly [string, string] => [
  'operations',
  JSON.stringify({ query, variables: { input: input(more) } }),
]
const map = ['map', JSON.stringify({ 0: ['variables.input.content.raw'] })] as const
const file = (content = 'anything', name = 'scan.bin'): File => new File([content], name)

test('a file of a form takes the place of its null, with its bytes and its name', async () => {
  const { status, body } = await upload([operations(), map, ['0', file('anything at all')]])
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
  const original = await tenant.get(`/v1/documents/${body.data.sendDocument.document.id}/original`)
  expect(original.bytes.toString()).toBe('anything at all')
  expect(original.headers['content-disposition']).toContain('filename=scan.bin')
})

test('a query takes files too, and its errors carry their codes', async () => {
  const { body } = await upload([
    [
      'operations',
      JSON.stringify({
        query:
          'query($file: File!) { validateDocument(type: INVOICE, from: "0208:0403019261", ' +
          'to: "0208:0417497106", content: {file: $file}) { valid } }',
        variables: { file: null },
      }),
    ],
    ['map', '{"a":["variables.file"]}'],
    ['a', file('PK\u0003\u0004')],
  ])
  expect(body.errors[0].extensions).toMatchObject({
    code: 'UNSUPPORTED_FILE',
    details: [{ field: 'file', message: expect.stringContaining('ZIP') }],
  })
})

test('an idempotency key covers the bytes of the uploaded file as well', async () => {
  const send = (content: string) => upload([operations({ idempotencyKey: 'upload-1' }), map, ['0', file(content)]])
  const first = await send('one')
  expect((await send('one')).body).toEqual(first.body)
  expect((await send('two')).body.errors[0].extensions.code).toBe('IDEMPOTENCY_BODY_MISMATCH')
})

const refused: [string, readonly (readonly [string, string | File])[], string, string][] = [
  ['without operations', [map, ['0', file()]], 'operations', 'required'],
  ['with operations that are no JSON', [['operations', '{'], map, ['0', file()]], 'operations', 'well-formed'],
  ['with several operations', [['operations', '[]'], map, ['0', file()]], 'operations', 'Several operations'],
  [
    'without a map',
    [
      ['operations', '{"query":"{ viewer { plan } }"}'],
      ['0', file()],
    ],
    'map',
    'required',
  ],
  [
    'with a map that is a list',
    [
      ['operations', '{}'],
      ['map', '[]'],
    ],
    'map',
    'object',
  ],
  [
    'with a map of numbers',
    [
      ['operations', '{}'],
      ['map', '{"0":[1]}'],
    ],
    'map',
    'array of strings',
  ],
  [
    'with a file that is not there',
    [
      ['operations', '{"variables":{"a":null}}'],
      ['map', '{"7":["variables.a"]}'],
    ],
    'map',
    'no file named 7',
  ],
  [
    'with a place that is not there',
    [
      ['operations', '{"variables":{}}'],
      ['map', '{"0":["variables.a"]}'],
      ['0', file()],
    ],
    'map',
    'must contain null',
  ],
  [
    'with a place that is taken',
    [
      ['operations', '{"variables":{"a":1}}'],
      ['map', '{"0":["variables.a"]}'],
      ['0', file()],
    ],
    'map',
    'must contain null',
  ],
  [
    'with a place outside the variables',
    [
      ['operations', '{"query":null}'],
      ['map', '{"0":["query"]}'],
      ['0', file()],
    ],
    'map',
    'variables.',
  ],
  [
    'with a place on the prototype',
    [
      ['operations', '{"variables":{}}'],
      ['map', '{"0":["variables.__proto__.polluted"]}'],
      ['0', file()],
    ],
    'map',
    'must contain null',
  ],
]
test.each(refused)('a GraphQL form %s is refused, and the answer says why', async (_name, parts, field, why) => {
  const { status, body } = await upload(parts)
  expect({ status, code: body.errors[0].extensions.code, details: body.errors[0].extensions.details }).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    details: [{ field, rule: 'INVALID_REQUEST', message: expect.stringContaining(why) }],
  })
  expect(({} as Body).polluted).toBeUndefined()
})

test('a GraphQL form that another site could send is refused before it is read, and nothing happens', async () => {
  const before = await tenant.footprint()
  const { status, body } = await upload([operations(), map, ['0', file()]], {})
  expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  expect(await tenant.footprint()).toEqual(before)
})

test('an uploaded file larger than 25 MB is refused, and nothing is stored', { tags: 'heavy' }, async () => {
  const before = await tenant.footprint()
  const { status, body } = await upload([
    operations(),
    map,
    ['0', new File([Buffer.alloc(25 * 1024 * 1024 + 1)], 'a.bin')],
  ])
  expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  expect(await tenant.footprint()).toEqual(before)
})
