/** Pages and documents that are the same for everybody at one site: with its brand, and its address in links. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PageBrand, pageBrandAt } from '../companies/brand.ts'
import { type Policy, StaticPage } from '../http/page.ts'
import type { Platform } from '../operation/platform.ts'

export interface Dress {
  baseUrl: string
  brand: PageBrand
  /** At the address of the service, and not at the own domain of an organization. */
  isHome: boolean
}

export const dressOf = async ({ db }: Platform, { site }: FastifyRequest): Promise<Dress> => ({
  baseUrl: site.baseUrl,
  brand: await pageBrandAt(db.client, site),
  isHome: site.organizationId === null,
})

/** Of own domains, so many pages are kept for the next who asks; the largest takes some megabytes. */
const MOST_KEPT = 24

type MakePage = (dress: Dress) => string | Buffer | Promise<string | Buffer>

export class SitePage {
  static readonly #kept = new WeakMap<Platform, Map<string, StaticPage>>()
  readonly #platform: Platform
  readonly #contentType: string
  readonly #make: MakePage
  readonly #policy: Policy | undefined
  readonly #id = crypto.randomUUID()
  #home: StaticPage | undefined

  constructor(platform: Platform, contentType: string, make: MakePage, policy?: Policy) {
    this.#platform = platform
    this.#contentType = contentType
    this.#make = make
    this.#policy = policy
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const dress = await dressOf(this.#platform, request)
    if (request.site.organizationId === null) return (this.#home ??= this.#pageIn(dress)).send(request, reply)
    return this.#ofDomain(dress).send(request, reply)
  }

  #pageIn(dress: Dress): StaticPage {
    return new StaticPage(this.#contentType, () => this.#make(dress), this.#policy)
  }

  /** The page that was asked for longest ago makes room. */
  #ofDomain(dress: Dress): StaticPage {
    const kept = SitePage.#kept.get(this.#platform) ?? new Map<string, StaticPage>()
    SitePage.#kept.set(this.#platform, kept)
    const key = `${this.#id} ${createHash('sha256').update(JSON.stringify(dress)).digest('hex')}`
    const page = kept.get(key) ?? this.#pageIn(dress)
    kept.delete(key)
    kept.set(key, page)
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
    return page
  }
}
