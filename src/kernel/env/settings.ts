import { z } from 'zod'
import { authoritiesSettings } from './authorities.ts'
import { outgoingSettings } from './outgoing.ts'
import { peppolSettings } from './peppol.ts'
import { serverSettings } from './server.ts'
import { storageSettings } from './storage.ts'

/** Every setting, with its default. `.env.example` lists the same names; a test compares the two. */
export const settings = z.object({
  ...serverSettings,
  ...storageSettings,
  ...peppolSettings,
  ...authoritiesSettings,
  ...outgoingSettings,
})

export type Env = z.output<typeof settings>

export const settingNames: readonly string[] = Object.keys(settings.shape)
