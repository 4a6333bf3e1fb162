/** The servers that are measured, each a process of its own, and what the kernel tells of them. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, freePort, start } from '../../../support/servers.ts'

const root = join(import.meta.dirname, '../../../..')
const servers = join(import.meta.dirname, '../servers')

interface Starting {
  file: string
  flags?: string[]
  env: Record<string, string>
  alive: string
}

const startNode = async (name: string, { file, flags = [], env, alive }: Starting): Promise<Server> => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-'))
  const url = `http://127.0.0.1:${port}`
  // BENCH_FLAGS is for profiles: BENCH_FLAGS='--cpu-prof --cpu-prof-dir=/tmp/profiles'
  const given = (process.env['BENCH_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
  const child = spawn(process.execPath, ['--no-warnings', ...given, ...flags, file], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      NODE_ENV: 'production',
      // As the image and the unit have it.
      MALLOC_TRIM_THRESHOLD_: '131072',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
  })
  return start(name, folder, url, 'SIGTERM', child, async () => (await fetch(url + alive)).status < 500)
}

export interface ProductOptions {
  databaseUrl?: string
  dataFolder?: string
  /** From its source, with the scope of the reference or without it, and without Express then. */
  reference?: boolean
  /** Other settings. */
  settings?: Record<string, string>
  /** Where the turns of its thread are written down. */
  turnsFile?: string
  /** From its source, so that the profile names rooms; where it is written down. */
  profileFile?: string
}

/** What `npm start` starts after the build. */
const built = (): Pick<Starting, 'file' | 'flags'> => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [, flags = '', file = ''] = /&& node (.*?) ?(\S+)$/.exec(scripts.start) ?? []
  return { file: join(root, file), flags: flags.split(' ') }
}

/** The sources, with the scope of the reference or without it. */
const unbuilt = (reference: boolean): Pick<Starting, 'file' | 'flags'> => ({
  file: join(root, 'src/app/main.ts'),
  flags: reference ? [] : ['--import', join(servers, 'without-reference.ts')],
})

/** The product as it is started by `npm start`. */
export const startProduct = ({
  databaseUrl,
  dataFolder,
  reference,
  settings,
  turnsFile,
  profileFile,
}: ProductOptions): Promise<Server> => {
  const { file, flags = [] } = reference === undefined ? built() : unbuilt(reference)
  const imported = [...(turnsFile ? ['turns.ts'] : []), ...(profileFile ? ['profiled.ts'] : [])]
  return startNode('The product', {
    file: profileFile ? unbuilt(true).file : file,
    flags: [...flags, ...imported.flatMap((one) => ['--import', join(servers, one)])],
    env: {
      LOG_LEVEL: 'error',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(dataFolder && { DATA_DIR: dataFolder }),
      ...(turnsFile && { TURNS_FILE: turnsFile }),
      ...(profileFile && { PROFILE_FILE: profileFile }),
      ...settings,
    },
    alive: '/health/liveness',
  })
}

export const startRaw = (databaseUrl: string, organizationId: string): Promise<Server> =>
  startNode('Raw Fastify', {
    file: join(servers, 'raw.ts'),
    env: { DATABASE_URL: databaseUrl, ORGANIZATION: organizationId },
    alive: '/alive',
  })

export const startRawEmbedded = (dataFolder: string, organizationId: string): Promise<Server> =>
  startNode('Raw Fastify on PGlite', {
    file: join(servers, 'raw-embedded.ts'),
    env: { DATA_DIR: dataFolder, ORGANIZATION: organizationId },
    alive: '/alive',
  })

export const startBroadcast = (): Promise<Server> =>
  startNode('Broadcast', { file: join(servers, 'broadcast.ts'), env: {}, alive: '/' })
export const startSink = (): Promise<Server> =>
  startNode('The endpoint', { file: join(servers, 'sink.ts'), env: {}, alive: '/' })

export const startPostgraphile = (databaseUrl: string): Promise<Server> =>
  startNode('PostGraphile', {
    file: join(servers, 'postgraphile.ts'),
    env: { DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production' },
    alive: '/alive',
  })

const MICROSECONDS_PER_TICK = 10_000

interface Stat {
  parent: number
  own: number
  ofEndedChildren: number
}

const statOf = (pid: number): Stat | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11)
    return {
      parent,
      own: (user + system) * MICROSECONDS_PER_TICK,
      ofEndedChildren: (childUser + childSystem) * MICROSECONDS_PER_TICK,
    }
  } catch {
    return undefined
  }
}

/** Microseconds of processor time that a process has used. */
export const cpuOf = (pid: number): number => statOf(pid)?.own ?? 0

/** The same with all its children, as PostgreSQL works in them. */
export const cpuOfTree = (pid: number): number => {
  const itself = statOf(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  return (itself?.own ?? 0) + (itself?.ofEndedChildren ?? 0) + children.reduce((sum, stat) => sum + (stat?.own ?? 0), 0)
}

const megabytesOf = (pid: number, what: string): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export const rssOf = (pid: number): number => megabytesOf(pid, 'VmRSS')

/** The most it was since it was forgotten: no moment is missed. */
export const highestRssOf = (pid: number): number => megabytesOf(pid, 'VmHWM')
export const forgetHighestRss = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
