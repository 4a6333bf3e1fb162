import type { Actor } from '../../auth/actor.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { OpenCounts } from '../../kernel/limits/open-counts.ts'
import type { Platform } from '../../operation/platform.ts'
import { limits } from '../../values/limits.ts'

/** Whom a socket is counted for. */
interface Counted {
  address: string
  owner: Pick<Actor, 'organizationId' | 'companyId'> | undefined
}

export const tooMany = (whose: 'address' | 'company' | 'organization'): AppError =>
  new AppError('RATE_LIMITED', { message: `This ${whose} has too many open sockets.`, retryAfter: 10 })

/** How many sockets an address has, how many of these have not said who they are, and how many their owners have. */
export class SocketCounts {
  readonly #byAddress: OpenCounts
  readonly #nameless = new OpenCounts(limits.namelessSockets)
  readonly #byOrganization: OpenCounts
  readonly #byCompany: OpenCounts

  constructor({ env }: Platform) {
    this.#byAddress = new OpenCounts(env.SOCKETS_PER_ADDRESS)
    this.#byOrganization = new OpenCounts(env.LIVE_PER_ORGANIZATION)
    this.#byCompany = new OpenCounts(env.LIVE_PER_COMPANY)
  }

  /** Whether the address may have one more. */
  open(address: string): boolean {
    if (!this.#byAddress.open(address)) return false
    if (this.#nameless.open(address)) return true
    this.#byAddress.close(address)
    return false
  }

  /** Counts a socket for its organization, and for the company that its caller is limited to. */
  name(socket: Counted, { organizationId, companyId }: Actor): void {
    const company = companyOf({ organizationId, companyId })
    if (company !== undefined && !this.#byCompany.open(company)) throw tooMany('company')
    if (!this.#byOrganization.open(organizationId)) {
      if (company !== undefined) this.#byCompany.close(company)
      throw tooMany('organization')
    }
    socket.owner = { organizationId, companyId }
    this.#nameless.close(socket.address)
  }

  close({ address, owner }: Counted): void {
    this.#byAddress.close(address)
    if (!owner) return this.#nameless.close(address)
    this.#byOrganization.close(owner.organizationId)
    const company = companyOf(owner)
    if (company !== undefined) this.#byCompany.close(company)
  }
}

const companyOf = ({ organizationId, companyId }: Pick<Actor, 'organizationId' | 'companyId'>): string | undefined =>
  companyId === null ? undefined : `${organizationId}/${companyId}`
