/** A collection for Bruno: a folder of texts, packed into an archive. */
import { type PlacedEntry, directoryEnd, directoryLine, packEntry } from '../../../formats/zip/write.ts'
import { type OpenApi, type SampleRequest, type Value, bySection, requestsOf } from './requests.ts'

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')

const block = (name: string, text: string): string => `${name} {\n${indented(text)}\n}\n`

/** Of one line; what is not required stands there, and is not sent. */
const lineOf = ({ name, value, required }: Value): string =>
  `${required ? '' : '~'}${name}: ${value.replaceAll('\n', ' ')}`

const fileOf = (request: SampleRequest, seq: number): string => {
  const { name, method, path, inPath, inQuery, body, isPublic, about } = request
  const required = inQuery.filter((one) => one.required)
  const query = required.map((one) => `${one.name}=${encodeURIComponent(one.value)}`).join('&')
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${query && `?${query}`}`
  return [
    block('meta', `name: ${name}\ntype: http\nseq: ${seq}`),
    block(
      method.toLowerCase(),
      `url: ${url}\nbody: ${body === undefined ? 'none' : 'json'}\nauth: ${isPublic ? 'none' : 'inherit'}`,
    ),
    ...(inQuery.length > 0 ? [block('params:query', inQuery.map(lineOf).join('\n'))] : []),
    ...(inPath.length > 0
      ? [block('params:path', inPath.map(({ name: key, value }) => `${key}: ${value}`).join('\n'))]
      : []),
    ...(body === undefined ? [] : [block('body:json', JSON.stringify(body, null, 2))]),
    block('docs', about),
  ].join('\n')
}

/** What names of files may have everywhere. */
const fileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ,()-]/gu, '')
    .slice(0, 80)
    .trim()

const filesOf = (document: OpenApi, name: string, baseUrl: string): [name: string, content: string][] => [
  ['bruno.json', JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)],
  ['collection.bru', [block('auth', 'mode: bearer'), block('auth:bearer', 'token: {{apiKey}}')].join('\n')],
  ['environments/Sandbox.bru', `${block('vars', `baseUrl: ${baseUrl}`)}vars:secret [\n  apiKey\n]\n`],
  ...bySection(requestsOf(document)).flatMap(([section, requests]) => {
    const taken = new Set<string>()
    return requests.map((request, index): [string, string] => {
      let file = fileName(request.name)
      if (taken.has(file)) file = `${file} ${index + 1}`
      taken.add(file)
      return [`${fileName(section)}/${file}.bru`, fileOf(request, index + 1)]
    })
  }),
]

export const brunoCollection = async (document: OpenApi, name: string, baseUrl: string): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  const placed: PlacedEntry[] = []
  let offset = 0
  for (const [file, content] of filesOf(document, name, baseUrl)) {
    const { bytes, entry } = await packEntry(file, Buffer.from(content))
    placed.push({ ...entry, offset })
    parts.push(...bytes)
    offset += bytes.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }
  const directory = Buffer.concat(placed.map(directoryLine))
  return Buffer.concat([...parts, directory, directoryEnd(placed.length, offset, directory.byteLength)])
}
