import { z } from 'zod'
import { companyRef } from '../../companies/company.ts'
import { newToken } from '../../companies/ownership-proof.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import { baseUrlOf, domainTargetOf } from '../../kernel/own-address.ts'
import { holdOrganization } from '../../operation/hold-organization.ts'
import type { Run } from '../../operation/operation.ts'
import { isWithin, readDomainName } from '../../values/domain-name.ts'
import { newId } from '../../values/ids.ts'
import { limits } from '../../values/limits.ts'
import { forPlatforms } from '../for-platforms.ts'
import { companyOfSettings } from '../tenant-settings.ts'
import { type ShownDomain, auditedDomain, shownDomain } from './domain.ts'
import { announceDomain } from './settle-domain.ts'

/** The service and what it stands on belong to its operator. */
const isOurs = ({ platform }: Run, name: string): boolean =>
  [new URL(baseUrlOf(platform.env)).hostname, domainTargetOf(platform.env)].some(
    (own) => isWithin(name, own) || isWithin(own, name),
  )

const claimable = async (run: Run, given: string): Promise<string> => {
  const { db, actor } = run
  const read = readDomainName(given)
  if ('fault' in read) throw refusal('INVALID_REQUEST', 'domain', `${read.fault}.`)
  const { name } = read
  if (isOurs(run, name)) throw refusal('INVALID_REQUEST', 'domain', 'The domain belongs to this service.')
  const owner = await db.domain.findUnique({ where: { ownedName: name }, select: { organizationId: true } })
  if (owner && owner.organizationId !== actor.organizationId)
    throw refusal('DOMAIN_TAKEN', 'domain', `Another organization has ${name}.`)
  await holdOrganization(db, actor.organizationId)
  const claims = await db.domain.count({ where: { organizationId: actor.organizationId } })
  if (claims >= limits.domains)
    throw refusal('CONFLICT', 'domain', `An organization has at most ${limits.domains} domains. Release some first.`)
  return name
}

export const claimDomain = forPlatforms({
  name: 'claimDomain',
  summary:
    'Claims a domain for the organization, or with a white-label key for one company. `records` of the answer are to ' +
    'be set in the DNS: a text that proves the domain, and an alias that leads it here. They are looked up for seven ' +
    'days. An active domain shows the brand, is the address in links, and lets in the keys of its owner alone. ' +
    'Of several claims, the first that is proved gets the domain.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      domain: z
        .string()
        .min(1)
        .max(300)
        .describe('The domain. Letters beyond ASCII are written as `xn--…`.')
        .meta({ examples: ['pay.atelier.example'] }),
      companyId: companyRef.optional().describe('The company that it is for, with a white-label key.'),
    })
    .meta({ examples: [{ domain: 'pay.atelier.example' }] }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT', 'DOMAIN_TAKEN'],
  async run(run, { domain: given, companyId: ref }): Promise<ShownDomain> {
    const { db, actor, now, audit, enqueue, platform } = run
    const { organizationId } = actor
    const companyId = await companyOfSettings(db, actor, ref)
    const name = await claimable(run, given)
    const id = newId('domain')
    const times = { createdAt: now, startedAt: now, updatedAt: now }
    const row = { organizationId, id, companyId, name, token: newToken(), ...times }
    const [domain] = await db.domain.createManyAndReturn({ data: [row], skipDuplicates: true })
    if (!domain) throw refusal('CONFLICT', 'domain', `The organization has claimed ${name} already.`)
    audit({ kind: 'domain', subjectId: id, companyId, before: null, after: auditedDomain(domain) })
    announceDomain(run, domain)
    enqueue({ kind: 'domain.check', subjectId: id, companyId })
    return shownDomain(domain, platform.env)
  },
})
