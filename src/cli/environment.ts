/** The only place that reads the environment of the command line. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export const environment = (name: string): string | undefined => {
  const value = process.env[name]
  return value === '' ? undefined : value
}

/** The user's own folder for settings, as the system has it. */
export const configFolder = (): string => {
  const own = environment('INVOICE_EXCHANGE_CONFIG')
  if (own !== undefined) return own
  const base =
    process.platform === 'win32'
      ? (environment('APPDATA') ?? join(homedir(), 'AppData', 'Roaming'))
      : (environment('XDG_CONFIG_HOME') ?? join(homedir(), '.config'))
  return join(base, 'invoice-exchange')
}
