import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

const [DOCUMENT, UBL] = [{ number: 'E-1' }, '<Invoice/>']
const event = (content: Body): Body => ({ type: 'EVENT', from: tenant.peppolId, content })

/** Each is asked three times, as a variable and in the document: what is kept of a repeated one refuses alike. */
const asked = async (content: Body, literal: string): Promise<Body[]> => {
  const variable = 'mutation ($input: SendDocumentInput!) { sendDocument(input: $input) { document { id } } }'
  const inside =
    `mutation { sendDocument(input: {type: EVENT, from: "${tenant.peppolId}", content: ${literal}}) ` +
    '{ document { id } } }'
  const answers: Body[] = []
  for (let time = 0; time < 3; time += 1)
    answers.push(await tenant.graphql(variable, { input: event(content) }), await tenant.graphql(inside))
  return answers
}

describe('exactly one of several', () => {
  test.each([
    ['none', {}, '{}'],
    ['two', { document: DOCUMENT, ubl: UBL }, '{document: {number: "E-1"}, ubl: "<Invoice/>"}'],
    ['null', { document: null }, '{document: null}'],
    ['one beside a null', { document: DOCUMENT, ubl: null }, '{document: {number: "E-1"}, ubl: null}'],
  ])('%s given as what is sent is refused with a clear error, and nothing is sent', async (_what, content, literal) => {
    const before = await tenant.footprint()
    for (const { data, errors } of await asked(content, literal)) {
      expect({ data, code: errors[0].extensions.code, status: errors[0].extensions.status }).toEqual({
        data: undefined,
        code: 'INVALID_REQUEST',
        status: 400,
      })
      expect(errors[0].message).toMatch(/exactly one (key|field)|must be non-null/i)
    }
    expect(await tenant.footprint()).toEqual(before)
  })

  test('one given is sent, as a variable, in the document, and as a variable inside it', async () => {
    for (const { data, errors } of await asked({ document: DOCUMENT }, '{document: {number: "E-1"}}')) {
      expect(errors).toBeUndefined()
      expect(data.sendDocument.document.id).toMatch(/^doc_/)
    }
    const { data, errors } = await tenant.graphql(
      `mutation ($document: DocumentBodyInput!) { sendDocument(input: {type: EVENT, from: "${tenant.peppolId}",
        content: {document: $document}}) { document { id } } }`,
      { document: DOCUMENT },
    )
    expect(errors).toBeUndefined()
    expect(data.sendDocument.document.id).toMatch(/^doc_/)
  })

  test('a variable that may be null is no one of them, so the request is refused before it runs', async () => {
    const before = await tenant.footprint()
    const query = `mutation ($document: DocumentBodyInput) { sendDocument(input: {type: EVENT,
      from: "${tenant.peppolId}", content: {document: $document}}) { document { id } } }`
    for (const document of [DOCUMENT, null]) {
      const { data, errors } = await tenant.graphql(query, { document })
      expect({ data, code: errors[0].extensions.code }).toEqual({ data: undefined, code: 'INVALID_REQUEST' })
      expect(errors[0].message).toMatch(/must be non-null/)
    }
    // Where the input is not required itself, the rule of the specification sees it.
    const inList = 'query ($q: String) { searchDocuments(all: [{q: $q}]) { nodes { id } } }'
    expect((await tenant.graphql(inList, { q: 'x' })).errors[0].message).toMatch(/must be non-null/)
    const companyBy = 'query ($id: ID) { companyBy(ref: {id: $id}) { id } }'
    for (let time = 0; time < 3; time += 1)
      expect((await tenant.graphql(companyBy, { id: null })).errors[0].message).toMatch(/must be non-null/)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a condition of a search names exactly one field', async () => {
    const query = `query ($all: [DocumentCondition!]) { searchDocuments(all: $all) { nodes { id } } }`
    for (let time = 0; time < 3; time += 1) {
      for (const all of [[{}], [{ number: { eq: 'E-1' }, q: 'x' }], [{ number: null }]])
        expect((await tenant.graphql(query, { all })).errors[0]).toMatchObject({
          message: expect.stringMatching(/exactly one key|must be non-null/i),
          extensions: { code: 'INVALID_REQUEST' },
        })
      expect((await tenant.graphql(query, { all: [{ number: { eq: 'E-1' } }] })).errors).toBeUndefined()
    }
  })
})

describe('what is found by one of its keys', () => {
  test('a company, a partner and a document are found by each of their keys, and by one alone', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: 'FR40303265045', externalId: 'C-1' })
    const { body: partner } = await tenant.post('/v1/partners', { vatNumber: 'BE0403019261', externalId: 'P-1' })
    const { body: document } = await tenant.post('/v1/documents/send', {
      type: 'event',
      from: tenant.peppolId,
      document: { number: 'only-one' },
      externalId: 'D-1',
    })
    const found: [string, string, string, Body][] = [
      ['companyBy', 'CompanyRef', company.id, { id: company.id }],
      ['companyBy', 'CompanyRef', company.id, { vatNumber: company.vatNumber }],
      ['companyBy', 'CompanyRef', company.id, { peppolId: company.peppolId }],
      ['partnerBy', 'PartnerRef', partner.id, { id: partner.id }],
      ['partnerBy', 'PartnerRef', partner.id, { vatNumber: partner.vatNumber }],
      ['partnerBy', 'PartnerRef', partner.id, { peppolId: partner.peppolId }],
      ['documentBy', 'DocumentRef', document.id, { id: document.id }],
      ['documentBy', 'DocumentRef', document.id, { number: 'only-one' }],
      ['companyBy', 'CompanyRef', company.id, { externalId: 'C-1' }],
      ['partnerBy', 'PartnerRef', partner.id, { externalId: 'P-1' }],
      ['documentBy', 'DocumentRef', document.id, { externalId: 'D-1' }],
    ]
    const stranger = await app.tenant()
    for (const [field, type, id, ref] of found) {
      const query = `query ($ref: ${type}!) { ${field}(ref: $ref) { id } }`
      expect((await tenant.graphql(query, { ref })).data).toEqual({ [field]: { id } })
      expect((await stranger.graphql(query, { ref })).errors[0].extensions.status).toBe(404)
      const another = field === 'documentBy' ? 'number' : 'vatNumber'
      for (const wrong of [{}, { id: null }, { ...ref, id, [another]: 'FR40303265045' }])
        expect((await tenant.graphql(query, { ref: wrong })).errors[0].extensions.code).toBe('INVALID_REQUEST')
      const [[key, value] = []] = Object.entries(ref)
      expect((await tenant.graphql(`{ ${field}(ref: {${key}: "${value}"}) { id } }`)).data).toEqual({ [field]: { id } })
    }
    const parameter = await tenant.graphql('query ($id: ID!) { companyBy(ref: {id: $id}) { id } }', { id: company.id })
    expect(parameter.data.companyBy.id).toBe(company.id)
  })
})
