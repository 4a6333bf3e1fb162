/** All own domains that are proved. Every request asks for its place, so they are kept in memory. */
import { isIP } from 'node:net'
import type { Client } from '../kernel/database/open.ts'
import type { Log } from '../kernel/log.ts'
import { type Site, nameOfHost } from './site.ts'

/** The longest time that a domain which has ended is served, should the wake-up be lost. */
const FRESH_MS = 15_000
/** How long the database is left alone after it has failed. */
const PAUSE_MS = 1_000

interface Proved {
  site: Site
  isActive: boolean
}

interface Options {
  client: Client
  log: Log
  /** The address of the service. */
  baseUrl: string
}

/** The address of the service with another host: the proxy in front is the same. */
const baseAt = (baseUrl: string, name: string): string => {
  const url = new URL(baseUrl)
  url.hostname = name
  return url.href.replace(/\/$/, '')
}

export class Sites {
  /** The service itself. */
  readonly home: Site
  readonly #options: Options
  readonly #homeName: string
  #proved = new Map<string, Proved>()
  /** The active ones of each organization, the preferred first. */
  #active = new Map<string | null, Site[]>()
  #loadedAt: number | undefined
  #loading: Promise<void> | undefined
  #latest: symbol | undefined

  constructor(options: Options) {
    this.#options = options
    this.#homeName = nameOfHost(new URL(options.baseUrl).host)
    this.home = { baseUrl: options.baseUrl, organizationId: null, companyId: null }
  }

  /** Where somebody is who has asked for this host. */
  at(host: string | undefined): Site | Promise<Site> {
    const name = nameOfHost(host)
    // Nobody has a name without a dot, or an address.
    if (!name.includes('.') || name === this.#homeName || isIP(name) !== 0) return this.home
    const loading = this.#upToDate()
    return loading ? loading.then(() => this.#found(name)) : this.#found(name)
  }

  /** Where links to people of an organization, or of one of its companies, begin when nobody has asked for a host. */
  async of(organizationId: string, companyId: string | null = null): Promise<Site> {
    await this.#upToDate()
    const own = this.#active.get(organizationId) ?? []
    const of = (id: string | null) => own.find((site) => site.companyId === id)
    return (companyId === null ? undefined : of(companyId)) ?? of(null) ?? this.home
  }

  /** Whether a proxy may get a certificate for a host: a name is proved before anybody comes to it. */
  async isProved(host: string): Promise<boolean> {
    await this.#upToDate()
    return this.#proved.has(nameOfHost(host))
  }

  /** A domain has begun or ended: what is being read may be too old already. */
  forget(): void {
    this.#loadedAt = undefined
    this.#loading = undefined
    this.#latest = undefined
  }

  /** What has to be waited for: nothing, where what is known is only a little old. */
  #upToDate(): Promise<void> | undefined {
    if (this.#loadedAt !== undefined && performance.now() - this.#loadedAt < FRESH_MS) return undefined
    const loading = (this.#loading ??= this.#load())
    return this.#loadedAt === undefined ? loading : undefined
  }

  #found(name: string): Site {
    const proved = this.#proved.get(name)
    return proved?.isActive ? proved.site : this.home
  }

  async #load(): Promise<void> {
    const mine = Symbol('load')
    this.#latest = mine
    const proved = await this.#read()
    if (this.#latest !== mine) return
    this.#loading = undefined
    this.#loadedAt = performance.now() - (proved ? 0 : FRESH_MS - PAUSE_MS)
    // Those that are known are served on: without the database nothing else is answered anyway.
    if (!proved) return
    this.#proved = proved
    const active = [...proved.values()].filter(({ isActive }) => isActive).map(({ site }) => site)
    this.#active = Map.groupBy(active, ({ organizationId }) => organizationId)
  }

  async #read(): Promise<Map<string, Proved> | undefined> {
    const { client, log, baseUrl } = this.#options
    try {
      const rows = await client.domain.findMany({
        where: { ownedName: { not: null }, OR: [{ companyId: null }, { company: { offboardedAt: null } }] },
        select: { name: true, organizationId: true, companyId: true, status: true },
        orderBy: [{ preferred: 'desc' }, { id: 'asc' }],
      })
      return new Map(
        rows.map(({ name, organizationId, companyId, status }) => [
          name,
          { site: { baseUrl: baseAt(baseUrl, name), organizationId, companyId }, isActive: status === 'active' },
        ]),
      )
    } catch (error) {
      log.warn({ err: error }, 'The own domains cannot be read')
      return undefined
    }
  }
}
