import { DataFolderInUse } from './database/data-folder.ts'
import { MigrationError } from './database/migrate.ts'
import { SettingsError, processEnv } from './env.ts'
import { announce } from './announce.ts'
import { type Platform, openPlatform } from './platform.ts'
import { buildServer } from './server.ts'

const explain = (error: unknown): string => {
  if (error instanceof SettingsError || error instanceof DataFolderInUse || error instanceof MigrationError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return `Port ${(error as { port?: number }).port} is in use. Stop what listens there, or set PORT to another number.`
  if (error instanceof Error && 'code' in error && error.code === 'EACCES') return `The address cannot be used: ${error.message}.`
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return 'The database does not answer at DATABASE_URL. Start it, or correct the address.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

let platform: Platform | undefined
try {
  const env = processEnv()
  platform = await openPlatform(env)
  const server = await buildServer(platform)
  await server.listen({ host: env.HOST, port: env.PORT })
  await announce(platform, server)

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await server.close()
    await platform?.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  await platform?.close().catch(() => undefined)
  process.exit(1)
}
