/** phoss-smp: a record is written by its REST interface, with a user and a password. */
import { readFileSync } from 'node:fs'
import { writeXml } from '../../formats/xml/write.ts'
import { PARTICIPANT_SCHEME } from '../../values/peppol-documents.ts'
import { atMost } from '../../values/text.ts'
import { type HttpAnswer, HttpFailure, openHttpClient } from '../http-client.ts'
import { groupXml, metadataXml, participant } from './metadata-xml.ts'
import { type Registration, type Smp, SmpFailure, type PublicationStep } from './port.ts'

export interface PhossOptions {
  url: string
  user: string
  password: string
  /** Where documents for our participants are handed over, and the certificate of that access point (PEM). */
  endpointUrl: string
  certificateFile: string
  /** Whom to ask when it does not work. */
  contact: string
}

const CARD = { '': 'http://www.peppol.eu/schema/pd/businesscard/20180621/' }
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

const groupId = (peppolId: string): string => encodeURIComponent(`${PARTICIPANT_SCHEME}::${peppolId}`)

const cardXml = (
  peppolId: string,
  { name, country, city, postalCode, vatNumber }: NonNullable<Registration['card']>,
): string =>
  writeXml('BusinessCard', CARD, {
    ParticipantIdentifier: participant(peppolId),
    BusinessEntity: {
      Name: { '@name': name },
      CountryCode: country,
      ...(city !== null && { GeographicalInformation: [postalCode, city].filter((part) => part !== null).join(' ') }),
      Identifier: { '@scheme': 'VAT', '@value': vatNumber },
    },
  })

export const phossSmp = ({ url, user, password, certificateFile, endpointUrl, contact }: PhossOptions): Smp => {
  const client = openHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES })
  const base = url.replace(/\/+$/, '')
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const certificate = readFileSync(certificateFile, 'utf8').replace(/-----[^-]+-----|\s/g, '')

  const ask = async (
    step: PublicationStep,
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    signal: AbortSignal,
    body?: string,
  ): Promise<HttpAnswer> => {
    const answer = await client
      .call({
        method,
        url: `${base}/${path}`,
        headers: {
          authorization,
          accept: 'application/xml',
          ...(body !== undefined && { 'content-type': 'application/xml' }),
        },
        signal,
        ...(body !== undefined && { body: Buffer.from(body) }),
      })
      .catch((error: unknown) => {
        throw error instanceof HttpFailure
          ? new SmpFailure(step, `The SMP cannot be reached: ${error.message}`, false, error)
          : error
      })
    if (answer.status < 300 || (method !== 'PUT' && answer.status === 404)) return answer
    const reason = atMost(
      300,
      answer
        .text()
        .replace(/<[^>]*>|\s+/g, ' ')
        .trim(),
    )
    throw new SmpFailure(
      step,
      `The SMP answered ${answer.status}${reason && `: ${reason}`}`,
      answer.status < 500 && answer.status !== 429,
    )
  }

  /** Document types that the record has and the company does not accept any more. */
  const removeOthers = async (peppolId: string, kept: readonly string[], signal: AbortSignal): Promise<void> => {
    const group = await ask('service-metadata', 'GET', groupId(peppolId), signal)
    const listed = [...group.bytes.toString('utf8').matchAll(/href="[^"]*\/services\/([^"]+)"/g)].map((match) =>
      decodeURIComponent(match[1] ?? ''),
    )
    for (const id of listed)
      if (!kept.includes(id))
        await ask('service-metadata', 'DELETE', `${groupId(peppolId)}/services/${encodeURIComponent(id)}`, signal)
  }

  return {
    async publish({ peppolId, documents, card }, signal) {
      const group = groupId(peppolId)
      await ask('service-group', 'PUT', group, signal, groupXml(peppolId))
      await removeOthers(
        peppolId,
        documents.map(({ scheme, documentTypeId }) => `${scheme}::${documentTypeId}`),
        signal,
      )
      for (const one of documents) {
        await ask(
          'service-metadata',
          'PUT',
          `${group}/services/${encodeURIComponent(`${one.scheme}::${one.documentTypeId}`)}`,
          signal,
          metadataXml(peppolId, one, { endpointUrl, certificate, contact }),
        )
      }
      if (card === null) await ask('business-card', 'DELETE', `businesscard/${group}`, signal)
      else await ask('business-card', 'PUT', `businesscard/${group}`, signal, cardXml(peppolId, card))
    },
    async withdraw(peppolId, signal) {
      const group = groupId(peppolId)
      await ask('business-card', 'DELETE', `businesscard/${group}`, signal)
      await ask('service-group', 'DELETE', group, signal)
    },
    close: () => client.close(),
  }
}
