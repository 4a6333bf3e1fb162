/**
 * The sandbox's participants behind real protocols: a name server and an SMP of ours on loopback, and the live lookup
 * towards them.
 */
import type { NaptrAnswer } from 'dns-packet'
import type { Clock } from '../../../kernel/clock.ts'
import type { Client } from '../../../kernel/database/open.ts'
import type { Env } from '../../../kernel/env.ts'
import { SANDBOX_ACCESS_POINT } from '../../access-point/sandbox-endings.ts'
import type { Circuit } from '../../circuit.ts'
import { openLookup } from '../open.ts'
import type { Directory } from '../port.ts'
import { sandboxParticipants } from '../sandbox.ts'
import { newCertificates } from './certificates.ts'
import { startMetadataServer } from './metadata-server.ts'
import { packet, startNameServer } from './name-server.ts'

const ZONE = 'participant.sml.sandbox.invalid'
const RECORD_SECONDS = 10

interface LoopbackOptions {
  env: Env
  clock: Clock
  client: Client
  circuit: Circuit
}

export const openLoopbackDirectory = async ({ env, clock, client, circuit }: LoopbackOptions): Promise<Directory> => {
  const certificates = await newCertificates(clock.now(), SANDBOX_ACCESS_POINT)
  const smp = await startMetadataServer(sandboxParticipants(client), certificates)
  // A name is a hash, of which nobody can tell whose it is: all lead to the SMP, and it knows who exists.
  const dns = await startNameServer((query) => [
    packet(query, {
      answers: (query.questions ?? []).map(({ name }): NaptrAnswer => ({
        type: 'NAPTR',
        class: 'IN',
        name,
        ttl: RECORD_SECONDS,
        data: {
          order: 100,
          preference: 10,
          flags: 'U',
          services: 'Meta:SMP',
          regexp: `!^.*$!${smp.url}!`,
          replacement: '.',
        },
      })),
    }),
  ])
  const lookup = openLookup({
    clock,
    circuit,
    trusted: [certificates.authority],
    zone: ZONE,
    nameServers: [dns.address],
    timeoutMs: env.DIRECTORY_TIMEOUT_MS,
    allowPrivate: true,
  })
  return {
    lookUp: (question, peppolId) => lookup.lookUp(question, peppolId),
    receptionOf: (question, record, documentTypeId, processId) =>
      lookup.receptionOf(question, record, documentTypeId, processId),
    forget: (peppolId) => lookup.forget?.(peppolId),
    close: async () => void (await Promise.allSettled([lookup.close?.(), smp.close(), dns.close()])),
  }
}
