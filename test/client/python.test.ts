/** @module-tag browser */
/** The recipe for Python, run as somebody has copied it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signWebhook } from '../../src/client/index.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { type Front, startFront } from '../support/front.ts'

const recipes = join(import.meta.dirname, '../../src/client/recipes')
const isMissing = spawnSync('python3', ['--version']).status !== 0 && process.env['NEEDS_PYTHON'] === undefined

let app: TestApp
let front: Front
beforeAll(async () => {
  app = await startApp()
  front = await startFront(await app.listen())
})
afterAll(async () => {
  await front.stop()
  await app.close()
})

const python = async (lines: string, ...words: string[]) => {
  const env = { PATH: process.env['PATH'], PYTHONPATH: recipes, PYTHONDONTWRITEBYTECODE: '1' }
  const child = spawn('python3', ['-c', `from invoice_exchange import *\nimport sys\n${lines}`, ...words], { env })
  let [out, errors] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const [code] = await once(child, 'close')
  return { code, errors, said: out.trim().split('\n') }
}

describe.skipIf(isMissing)('the recipe for Python', () => {
  test('it sends once although the answer was lost, lists, follows events, and tells refusals by their code', async () => {
    const tenant = await app.tenant()
    let isSpoiled = false
    front.spoil = async (request, response, pass) => {
      if (isSpoiled || request.url !== '/v1/documents/send') return false
      isSpoiled = true
      await (await pass()).text()
      response.destroy()
      return true
    }
    const { code, errors, said } = await python(
      `
client = Client(sys.argv[1], sys.argv[2])
me = next(client.list('/v1/companies'))['peppolId']
line = {'description': 'Consulting', 'quantity': 3, 'unit': 'HUR', 'unitPrice': 99.5, 'vatRate': 21}
document = {'number': 'PY-1', 'issueDate': '2026-11-20', 'dueDate': '2026-12-20', 'buyerReference': 'PO', 'lines': [line]}
sent = client.post('/v1/documents/send', {'type': 'invoice', 'from': me, 'to': '9930:DE811569869', 'document': document})
print(sent['number'], len(list(client.list('/v1/documents', limit=1))))
print(client.file('/v1/documents/' + sent['id'] + '/pdf')[:4].decode())
for event in client.live_events(after=0, types=['document.sent', 'document.delivered']):
    print(event['type'], event['data']['documentId'] == sent['id'])
    if event['type'] == 'document.delivered': break
try: client.get('/v1/documents/doc_none')
except Refusal as refusal: print(refusal.code, refusal.status, refusal.request_id[:4])
try: client.post('/v1/companies', {})
except Refusal as refusal: print(refusal.code, len(refusal.details) > 0)`,
      front.url,
      tenant.key,
    )
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(said).toEqual([
      'PY-1 1',
      '%PDF',
      'document.sent True',
      'document.delivered True',
      'DOCUMENT_NOT_FOUND 404 req_',
      'MISSING_FIELD True',
    ])
  })

  test('it verifies a webhook, and refuses another secret, another body and an old signature', async () => {
    const body = '{"type": "document.sent", "seq": 1}'
    const [now, old] = [await signWebhook(body, 'one'), await signWebhook(body, 'one', new Date(0))]
    const { code, errors, said } = await python(
      `
body, now, old = sys.argv[1].encode(), sys.argv[2], sys.argv[3]
print(verify_webhook(body, now, ['two', 'one'])['type'])
for args in [(body, now, 'two'), (body + b' ', now, 'one'), (body, old, 'one'), (body, 'x', 'one'), (body, None, 'one')]:
    try: print('accepted', verify_webhook(*args))
    except SignatureError as error: print('refused')`,
      body,
      now,
      old,
    )
    expect({ code, errors, said }).toEqual({
      code: 0,
      errors: '',
      said: ['document.sent', 'refused', 'refused', 'refused', 'refused', 'refused'],
    })
  })
})
