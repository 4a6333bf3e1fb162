/** Servers on loopback that answer like VIES, like Sirene and like a JSON service of the KBO/BCE. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = { status: number; body: unknown } | 'hang-up' | 'silence'
export interface RegistryRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export interface FakeRegistry {
  url: string
  asked: RegistryRequest[]
  /** What it answers; set anew by each test. */
  answer: (asked: RegistryRequest) => Reply | Promise<Reply>
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const text = (await request.setEncoding('utf8').toArray()).join('')
  return text === '' ? undefined : JSON.parse(text)
}

export const startFakeRegistry = async (): Promise<FakeRegistry> => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await bodyOf(request),
    }
    fake.asked.push(asked)
    const reply = await fake.answer(asked)
    if (reply === 'silence') return
    if (reply === 'hang-up') return void request.socket.destroy()
    response
      .writeHead(reply.status, { 'content-type': 'application/json' })
      .end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  }
  const server: Server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const fake: FakeRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: () => ({ status: 404, body: {} }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return fake
}

export const ok = (body: unknown): Reply => ({ status: 200, body })

export const viesAnswer = (more: object = {}): Reply =>
  ok({
    countryCode: 'DE',
    vatNumber: '811569869',
    requestDate: '2026-11-21T00:00:00.000Z',
    valid: true,
    requestIdentifier: '',
    name: 'Kestrel Glass GmbH',
    address: 'Hafenstr. 1\n50667 Köln',
    ...more,
  })
export const viesError = (error: string): Reply => ok({ actionSucceed: false, errorWrappers: [{ error }] })

export const sireneCompany = (siren: string, more: object = {}): Reply =>
  ok({
    header: { statut: 200, message: 'OK' },
    uniteLegale: {
      siren,
      statutDiffusionUniteLegale: 'O',
      prenom1UniteLegale: null,
      prenomUsuelUniteLegale: null,
      periodesUniteLegale: [
        {
          dateFin: null,
          dateDebut: '2020-01-01',
          etatAdministratifUniteLegale: 'A',
          denominationUniteLegale: 'RIVAGE FOODS',
          denominationUsuelle1UniteLegale: null,
          nomUniteLegale: null,
          nicSiegeUniteLegale: '00013',
          ...more,
        },
        {
          dateFin: '2019-12-31',
          dateDebut: '2010-01-01',
          etatAdministratifUniteLegale: 'A',
          denominationUniteLegale: 'FORMER NAME',
          nicSiegeUniteLegale: '00005',
        },
      ],
    },
  })
export const sireneEstablishment = (
  siret: string,
  more: { state?: string; company?: object; address?: object } = {},
): Reply =>
  ok({
    header: { statut: 200, message: 'OK' },
    etablissement: {
      siren: siret.slice(0, 9),
      nic: siret.slice(9),
      siret,
      uniteLegale: {
        etatAdministratifUniteLegale: 'A',
        denominationUniteLegale: 'RIVAGE FOODS',
        denominationUsuelle1UniteLegale: 'Rivage',
        nomUniteLegale: null,
        prenomUsuelUniteLegale: null,
        ...more.company,
      },
      adresseEtablissement: {
        complementAdresseEtablissement: 'BAT C',
        numeroVoieEtablissement: '12',
        indiceRepetitionEtablissement: 'B',
        typeVoieEtablissement: 'RUE',
        libelleVoieEtablissement: 'DES ALPES',
        codePostalEtablissement: '69002',
        libelleCommuneEtablissement: 'LYON 2',
        ...more.address,
      },
      periodesEtablissement: [
        { dateFin: null, dateDebut: '2020-01-01', etatAdministratifEtablissement: more.state ?? 'A' },
      ],
    },
  })

export const kboAnswer = (number: string, more: object = {}): Reply =>
  ok({
    data: {
      cbe_number: number,
      denomination: 'Lumen Paper',
      denomination_with_legal_form: 'Lumen Paper SRL',
      commercial_name: null,
      status: 'active',
      address: {
        street: 'Mill Lane',
        street_number: '7',
        box: '2',
        post_code: '9000',
        city: 'Gent',
        country_code: 'BE',
      },
      ...more,
    },
  })
