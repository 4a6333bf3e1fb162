import type { Server } from '../../../support/servers.ts'
import { type Line, median, percentile } from './bench.ts'
import { type Request, autocannon } from './peers.ts'
import { cpuOf, cpuOfTree, rssOf } from './processes.ts'

export interface Variant {
  name: string
  server: Server
  /** Others that take requests in turn with it. */
  others?: readonly Server[]
  /** Other than those of all. */
  connections?: number
  database?: Server | undefined
  /** The same requests in turn, or a fresh one for each. */
  requests: readonly Request[] | (() => Request)
  target?: string
  /** How often the rate of the first variant, or of the one that it stands against, it has to make. */
  least?: number
  against?: Variant
}

export interface LoadOptions {
  rounds: number
  seconds: number
  warmSeconds: number
  connections: number
  warmed?: () => Promise<void>
  /** Looks at a measured round from beside it. */
  beside?: <T>(variant: Variant, round: () => Promise<T>) => Promise<T>
}

interface Round {
  requestsPerSecond: number
  p50: number
  p99: number
  cpu: number
  databaseCpu: number
}

const rotated = <T>(list: readonly T[], by: number): T[] => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
]

const shoot = async (
  { name, server, others = [], database, requests, connections: own }: Variant,
  seconds: number,
  connections: number,
): Promise<Round> => {
  const times: number[] = []
  let clients = 0
  const servers = [server, ...others]
  const cpuOfServers = (): number => servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
  const before = { cpu: cpuOfServers(), database: database ? cpuOfTree(database.pid) : 0, at: performance.now() }
  const cannon = autocannon()({
    url: servers.map(({ url }) => url),
    connections: own ?? connections,
    duration: seconds,
    // A bare embedded database under load lets one caller wait longer than the ten seconds that are usual.
    timeout: 60,
    // Every connection begins with another key, so that they do not all come with the same one.
    setupClient: (client) =>
      client.setRequests(
        typeof requests === 'function'
          ? [{ path: '/', setupRequest: (request) => ({ ...request, ...requests() }) }]
          : rotated(requests, 7 * clients++),
      ),
  })
  cannon.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => times.push(ms))
  const { errors, timeouts, non2xx } = await cannon
  const elapsed = (performance.now() - before.at) / 1_000
  if (errors + timeouts + non2xx > 0)
    throw new Error(
      `${name}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx of ${times.length}`,
    )
  const cpu = cpuOfServers() - before.cpu
  const databaseCpu = database ? cpuOfTree(database.pid) - before.database : 0
  const sorted = Float64Array.from(times).sort()
  return {
    requestsPerSecond: times.length / elapsed,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    cpu: cpu / times.length,
    databaseCpu: databaseCpu / times.length,
  }
}

/**
 * Rounds in turn, so that what else the machine does falls on all alike; the median of each. The first variant is 1.00.
 */
export const compare = async (
  variants: readonly Variant[],
  { rounds, seconds, warmSeconds, connections, warmed, beside = (_variant, round) => round() }: LoadOptions,
): Promise<Line[]> => {
  for (const variant of variants) await shoot(variant, warmSeconds, connections)
  await warmed?.()
  const measured = new Map<Variant, Round[]>(variants.map((variant) => [variant, []]))
  for (let round = 0; round < rounds; round++)
    for (const [variant, taken] of measured)
      taken.push(await beside(variant, () => shoot(variant, seconds, connections)))
  const of = (variant: Variant, what: keyof Round): number =>
    median((measured.get(variant) ?? []).map((round) => round[what]))
  const rateOf = (variant: Variant | undefined): number => (variant ? of(variant, 'requestsPerSecond') : Number.NaN)
  const judged = (variant: Variant): Partial<Line> => {
    const { least, against = variants[0] } = variant
    if (least === undefined) return {}
    const factor = rateOf(variant) / rateOf(against)
    const found = against === variants[0] ? '' : ` of ${against?.name.split(',')[0]}: ${factor.toFixed(2)},`
    return { target: `≥ ${least.toFixed(2)}${found}`, reached: factor >= least }
  }
  return variants.map((variant) => {
    return {
      name: variant.name,
      ratio: rateOf(variant) / rateOf(variants[0]),
      ...judged(variant),
      requestsPerSecond: rateOf(variant),
      p50: of(variant, 'p50'),
      p99: of(variant, 'p99'),
      cpu: of(variant, 'cpu'),
      ...(variant.database && { databaseCpu: of(variant, 'databaseCpu') }),
      rss: rssOf(variant.server.pid),
    }
  })
}
