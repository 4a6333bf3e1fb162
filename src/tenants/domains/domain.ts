/** An own domain: what its claim needs in the DNS, and what is found there. */
import { z } from 'zod'
import type { Actor } from '../../auth/actor.ts'
import { recordNameOf } from '../../companies/ownership-proof.ts'
import type { Domain } from '../../generated/prisma/client.ts'
import type { DomainProblem } from '../../generated/prisma/enums.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { Env } from '../../kernel/env.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { id } from '../../kernel/input.ts'
import { domainTargetOf } from '../../kernel/own-address.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { Platform } from '../../operation/platform.ts'

export interface ShownDomain extends Domain {
  /** Where it has to lead. */
  target: string
}

export const shownDomain = (domain: Domain, env: Env): ShownDomain => ({ ...domain, target: domainTargetOf(env) })

export const domainId = id('domain').describe('Identifier of the domain, `dom_…`.')

export const domainOf = async (db: Db, { organizationId }: Actor, domain: string): Promise<Domain> => {
  const found = await db.domain.findUnique({ where: { organizationId_id: { organizationId, id: domain } } })
  if (!found) throw new AppError('RESOURCE_NOT_FOUND')
  return found
}

/** What the audit tells of it. */
export const auditedDomain = ({ name, companyId, status, problem, preferred }: Domain): object => ({
  domain: name,
  companyId,
  status,
  problem,
  preferred,
})

export interface Finding {
  isProved: boolean
  problem: Exclude<DomainProblem, 'taken'> | null
}

const problemOfTexts = (texts: readonly string[], token: string): Finding['problem'] => {
  const said = texts.map((text) => text.trim())
  if (said.includes(token)) return null
  return said.some((text) => text.startsWith('invoice-exchange=')) ? 'other_proof' : 'no_proof'
}

/** By an alias, or by the same addresses: the top of a domain has no alias, and some name servers resolve it. */
const problemOfTarget = async (
  { upstreams: { dns } }: Platform,
  trace: Trace,
  name: string,
  target: string,
): Promise<Finding['problem']> => {
  if ((await dns.aliasOf(trace, name)) === target) return null
  const addresses = await dns.addressesOf(trace, name)
  if (addresses.length === 0) return 'no_address'
  const wanted = new Set([target, ...(await dns.addressesOf(trace, target))])
  return addresses.some((address) => wanted.has(address)) ? null : 'elsewhere'
}

/** Asks the DNS. Name servers that do not answer are a finding, too. */
export const lookUpDomain = async (
  platform: Platform,
  trace: Trace,
  { name, token }: Pick<Domain, 'name' | 'token'>,
): Promise<Finding> => {
  try {
    const problem = problemOfTexts(await platform.upstreams.dns.textsOf(trace, recordNameOf(name)), token)
    if (problem !== null) return { isProved: false, problem }
    return { isProved: true, problem: await problemOfTarget(platform, trace, name, domainTargetOf(platform.env)) }
  } catch (error) {
    if (error instanceof AppError) return { isProved: false, problem: 'unreachable' }
    throw error
  }
}

export const domainInput = z.strictObject({ domainId })
