import { mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { getPlatformSettings } from './get-settings.ts'
import { settingsView } from './settings-view.ts'
import { updatePlatformSettings } from './update-settings.ts'

const PlatformSettings = objectOf(settingsView, { authScopes: { access: 'platform' } })

query('platformSettings', getPlatformSettings, PlatformSettings)
mutationOf(updatePlatformSettings, 'settings', PlatformSettings, 'The settings after the change.')
