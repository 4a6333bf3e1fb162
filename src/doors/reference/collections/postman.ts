/** A collection for Postman (format 2.1), which Insomnia, Hoppscotch and others read as well. */
import { type OpenApi, type SampleRequest, bySection, requestsOf } from './requests.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const urlOf = ({ path, inPath, inQuery }: SampleRequest) => {
  const parts = path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'))
  const required = inQuery.filter((one) => one.required)
  const query = required.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&')
  return {
    raw: `{{baseUrl}}/${parts.join('/')}${query && `?${query}`}`,
    host: ['{{baseUrl}}'],
    path: parts,
    query: inQuery.map(({ name, value, about, required: needed }) => ({
      key: name,
      value,
      description: about,
      disabled: !needed,
    })),
    variable: inPath.map(({ name, value, about }) => ({ key: name, value, description: about })),
  }
}

const itemOf = (request: SampleRequest) => {
  const { name, about, method, body, isPublic, answer } = request
  const asked = {
    method,
    description: about,
    ...(isPublic && { auth: { type: 'noauth' } }),
    header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    ...(body !== undefined && {
      body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
    }),
    url: urlOf(request),
  }
  const example = answer && {
    name: 'Example',
    originalRequest: asked,
    code: answer.status,
    header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
    _postman_previewlanguage: 'json',
    body: JSON.stringify(answer.body, null, 2),
  }
  return { name, request: asked, response: example ? [example] : [] }
}

export const postmanCollection = (document: OpenApi, name: string, baseUrl: string): string =>
  JSON.stringify({
    info: { name, description: document.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '', type: 'secret' },
    ],
    item: bySection(requestsOf(document)).map(([section, requests]) => ({
      name: section,
      item: requests.map(itemOf),
    })),
  })
