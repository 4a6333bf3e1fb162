import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { newLookup } from '../upstreams/directory/lookup.ts'
import { documentTypesFor } from '../values/peppol-documents.ts'
import { spellingsOf } from '../values/peppol-id.ts'
import type { Listing } from '../upstreams/directory-search/port.ts'
import { keepListings } from './listings.ts'

const participantRef = z
  .string()
  .max(200)
  .meta({ graphql: 'ID', examples: ['0208:0403170701'] })
  .describe('Participant id.')

export const getParticipant = operation({
  name: 'getParticipant',
  summary:
    'Returns one participant of the network: its entry in the directory, and ' +
    'the document types that its record on the network accepts.',
  scope: 'directory',
  writes: false,
  input: z.strictObject({ participantId: participantRef }),
  errors: ['RESOURCE_NOT_FOUND', 'UPSTREAM_ERROR', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  async prepare({ db, platform, trace }, { participantId: peppolId }) {
    const { directory, directorySearch } = platform.upstreams
    const lookup = newLookup(trace, 'participantId')
    const [record, listings] = await Promise.all([
      directory.lookUp(lookup, peppolId),
      directorySearch.search(trace, { number: peppolId }),
    ])
    if (!record.exists)
      throw new AppError('RESOURCE_NOT_FOUND', { message: 'The participant is not registered on the network.' })
    await keepListings(db, listings, platform)
    const [first] = record.accepts
    return {
      record,
      endpoint: first === undefined ? null : (await directory.receptionOf(lookup, record, first)).endpoint,
    }
  },
  async run({ db }, { participantId }, { record, endpoint }) {
    const listed = await db.directoryEntry.findFirst({ where: { peppolId: { in: spellingsOf(participantId) } } })
    return {
      peppolId: listed?.peppolId ?? participantId,
      name: listed?.name ?? record.name ?? participantId,
      country: listed?.country ?? record.country,
      city: listed?.city ?? null,
      postalCode: listed?.postalCode ?? null,
      vatNumber: listed?.vatNumber ?? null,
      documentTypes: documentTypesFor(record.accepts),
      accessPoint: endpoint?.accessPoint ?? null,
      identifiers: listed?.identifiers ?? [],
      naceCodes: listed?.naceCodes ?? [],
      detail: (listed?.detail ?? {}) as Listing['detail'],
      accepts: [...record.accepts],
      endpoint: endpoint?.url ?? null,
      transportProfile: endpoint?.transportProfile ?? null,
    }
  },
})
