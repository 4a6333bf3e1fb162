/** Where the processor time of a request goes, on the four roads: a list by REST and by GraphQL, registering, sending. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Server, startPostgres } from '../../support/servers.ts'
import type { Bench, Group, Line } from './support/bench.ts'
import { compare } from './support/load.ts'
import type { Request } from './support/peers.ts'
import { startProduct } from './support/processes.ts'
import { bearer, connect, seedCompanies, seedTenant } from './support/seed.ts'
import { seedSenders, sending } from './support/sending.ts'

const SHOWN_FROM = 0.05
const LOAD = { rounds: 1, seconds: 6, warmSeconds: 2, connections: 32 }

/** Waiting, and the profile itself. */
const NOT_OURS = new Set(['(idle)', 'Node: node:inspector'])

type Node = Profiler.ProfileNode

const nodePlaces = [
  { name: 'Node: HTTP', of: /http|incoming|outgoing/ },
  { name: 'Node: sockets and streams', of: /net|stream|tls|buffer|event|tick|task/ },
]

/** The package or the room that a function is in; undefined for what is nobody's, such as functions of V8. */
const placeOf = ({ callFrame: { url, functionName } }: Node): string | undefined => {
  if (url === '' && functionName.startsWith('write')) return 'Node: writing to sockets'
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  if (inPackage) return inPackage[1]
  if (url.startsWith('node:')) return nodePlaces.find(({ of }) => of.test(url))?.name ?? `Node: ${url}`
  if (url.startsWith('wasm:')) return 'WebAssembly'
  const inRoom = /\/(src\/[^/]+(?:\/[^/]+(?=\/))?)/.exec(url)
  return inRoom?.[1] ?? (functionName.startsWith('(') ? functionName : undefined)
}

/** What each place took of the time in which the thread worked; what is nobody's belongs to who called it. */
const sharesIn = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): [place: string, share: number][] => {
  const places = new Map<number, string>()
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  for (const node of nodes)
    places.set(
      node.id,
      placeOf(node) ?? places.get(callers.get(node.id) ?? 0) ?? `Node: ${node.callFrame.functionName}`,
    )
  const taken = new Map<string, number>()
  samples.forEach((id, at) => {
    const place = places.get(id) ?? 'Node'
    if (!NOT_OURS.has(place)) taken.set(place, (taken.get(place) ?? 0) + (timeDeltas[at] ?? 0))
  })
  const total = [...taken.values()].reduce((sum, time) => sum + time, 0)
  return [...taken].map(([place, time]): [string, number] => [place, time / total]).sort(([, a], [, b]) => b - a)
}

interface Road {
  name: string
  requests: readonly Request[] | (() => Request)
}

const profileOf = async (server: Server, file: string, { name, requests }: Road): Promise<Group> => {
  const load = (): Promise<Line[]> => compare([{ name, server, requests }], LOAD)
  await load()
  process.kill(server.pid, 'SIGUSR2')
  const [line] = await load()
  process.kill(server.pid, 'SIGUSR2')
  while (!existsSync(file)) await wait(100)
  const shares = sharesIn(JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile)
  const shown = shares.filter(([, share]) => share >= SHOWN_FROM)
  const cpu = line?.cpu ?? 0
  const rest = 1 - shown.reduce((sum, [, share]) => sum + share, 0)
  return {
    title: `${name}: what takes ${SHOWN_FROM * 100} % or more of its thread`,
    lines: [...shown, ['others together', rest] as const].map(([place, share]) => ({
      name: place,
      ratio: share,
      cpu: share * cpu,
    })),
  }
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' }))
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-'))
  try {
    const prepared = await use(() => startProduct({ databaseUrl: database.url }))
    await prepared.stop()
    const session = await connect(database.url)
    const reader = await seedTenant(session, 'org_reader')
    await seedCompanies(session, reader, 200)
    const sender = await seedSenders(session, { others: 200 })
    // The first thousand numbers hold those for which the registry of the sandbox feigns a fault.
    let registered = 1_000
    const asking = (path: string, key: string, body?: object): Request => ({
      path,
      headers: { ...bearer(key), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const query =
      '{ companies(first: 20) { nodes { id name legalName vatNumber country status createdAt address { city } } } }'
    const roads: Road[] = [
      { name: 'A list by REST', requests: reader.keys.map((key) => asking('/v1/companies?limit=20', key)) },
      { name: 'A list by GraphQL', requests: reader.keys.map((key) => asking('/graphql', key, { query })) },
      {
        name: 'Registering a company',
        requests: () => {
          const vatNumber = `DE${String(++registered).padStart(9, '0')}`
          return asking('/v1/companies', reader.keys[registered % reader.keys.length] ?? '', { vatNumber })
        },
      },
      { name: 'Sending an invoice of ten lines', requests: sending('/v1/documents/send', sender) },
    ]
    const groups: Group[] = []
    for (const [at, road] of roads.entries()) {
      say(road.name)
      const profileFile = join(folder, `${at}.json`)
      const server = await use(() =>
        startProduct({ databaseUrl: database.url, profileFile, settings: { WORKERS: 'off' } }),
      )
      groups.push(await profileOf(server, profileFile, road))
      await server.stop()
    }
    return groups
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
