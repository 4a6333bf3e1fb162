/** A server that searches like the public Peppol directory. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { INVOICE_TYPE } from './document-types.ts'

type DirectoryReply = { status: number; body: string } | 'hang-up' | 'silence'

export interface FakeDirectory {
  url: string
  asked: URL[]
  /** Who is listed. */
  listed: DirectoryMatch[]
  /** How every question is answered; from the list while there is nothing. */
  answer: ((url: URL) => DirectoryReply) | undefined
  close(): Promise<void>
}

export const match = (value: string, name: string, more: object = {}) => ({
  participantID: { scheme: 'iso6523-actorid-upis', value },
  docTypes: [{ scheme: 'busdox-docid-qns', value: INVOICE_TYPE }],
  entities: [
    {
      name: [{ name }],
      countryCode: 'BE',
      geoInfo: '9000 Gent',
      identifiers: [{ scheme: 'VAT', value: 'BE0403170701' }],
      contacts: [{ type: 'public', email: 'info@example.com' }],
      regDate: '2020-01-02',
      ...more,
    },
  ],
})
type DirectoryMatch = ReturnType<typeof match>

export const results = (matches: object[], total = matches.length): { status: number; body: string } => ({
  status: 200,
  body: JSON.stringify({ version: '1.0', 'total-result-count': total, 'used-result-count': matches.length, matches }),
})

/** Every parameter that is given must fit. */
const found = (listed: readonly DirectoryMatch[], { searchParams }: URL): { status: number; body: string } => {
  const given = (name: string, fits: (text: string) => boolean): boolean => {
    const text = searchParams.get(name)
    return text === null || fits(text)
  }
  const matches = listed.filter(({ participantID, entities: [entity] }) =>
    [
      given('participant', (text) => text === `${participantID.scheme}::${participantID.value}`),
      given('identifierValue', (text) => entity?.identifiers.some(({ value }) => value === text) ?? false),
      given('name', (text) => entity?.name[0]?.name.toLowerCase().includes(text.toLowerCase()) ?? false),
      given('country', (text) => entity?.countryCode === text),
    ].every(Boolean),
  )
  const [page, size] = [Number(searchParams.get('rpi')), Number(searchParams.get('rpc'))]
  return results(matches.slice(page * size, (page + 1) * size), matches.length)
}

export const startFakeDirectory = async (): Promise<FakeDirectory> => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    fake.asked.push(url)
    const reply = fake.answer?.(url) ?? found(fake.listed, url)
    if (reply === 'silence') return
    if (reply === 'hang-up') return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const fake: FakeDirectory = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: [],
    listed: [],
    answer: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return fake
}
