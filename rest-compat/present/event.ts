import { z } from 'zod'
import { eventTypes } from '../../src/engine/feed/catalog.ts'
import { envelopeOf, envelopeShape } from '../../src/engine/feed/envelope.ts'
import type { ShownEvent } from '../../src/events/feed.ts'

/** Any kind of event: its `type` says which payload it has. */
export const eventShape = z
  .discriminatedUnion('type', eventTypes.map((type) => envelopeShape(type)) as never)
  .meta({ id: 'Event' })

export const presentEvent = (event: ShownEvent) => envelopeOf(event, event.livemode)

/** The same, with the company that it is about. */
export const platformEventShape = z
  .discriminatedUnion(
    'type',
    eventTypes.map((type) => envelopeShape(type).extend({ companyId: z.string().nullable() })) as never,
  )
  .meta({ id: 'PlatformEvent' })

export const presentPlatformEvent = (event: ShownEvent) => ({ ...presentEvent(event), companyId: event.companyId })
