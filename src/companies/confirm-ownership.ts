import { z } from 'zod'
import { type AppError, refusal } from '../kernel/errors/app-error.ts'
import { asSecret } from '../kernel/secret-input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { holdClaims, proveClaim } from './claims.ts'
import { type CompanyRow, companyRef, companyToChange, visibleCompany } from './company.ts'
import { isCode, limit, recordNameOf, requireUnproved } from './ownership-proof.ts'

const TRIES_AN_HOUR = 30

const unproved = (field: 'code' | 'method', message: string): AppError =>
  refusal('OWNERSHIP_NOT_PROVED', field, message, { summary: message })

/** A proof that holds. */
interface HeldProof {
  companyId: string
  method: 'mail' | 'dns'
  startedAt: Date
}

/** The try is taken before the code is looked at, so many at once are no more tries than one after the other. */
const checkCode = async ({ db, platform }: Preparation, company: CompanyRow, code: string): Promise<HeldProof> => {
  const { organizationId, id: companyId } = company
  const [proof] = await db.ownershipProof.updateManyAndReturn({
    where: {
      organizationId,
      companyId,
      method: 'mail',
      status: 'open',
      triesLeft: { gt: 0 },
      expiresAt: { gt: platform.clock.now() },
    },
    data: { triesLeft: { decrement: 1 } },
    select: { codeHash: true, triesLeft: true, startedAt: true },
  })
  if (!proof) throw unproved('code', 'No code is valid: it has expired, or no tries are left. Start the proof again.')
  const { codeHash, triesLeft, startedAt } = proof
  if (codeHash === null || !(await isCode(code, codeHash)))
    throw unproved('code', `The code is wrong. ${triesLeft === 1 ? '1 try is' : `${triesLeft} tries are`} left.`)
  return { companyId, method: 'mail', startedAt }
}

const checkRecord = async ({ db, platform, trace }: Preparation, company: CompanyRow): Promise<HeldProof> => {
  const { organizationId, id: companyId } = company
  const proof = await db.ownershipProof.findUnique({
    where: { organizationId_companyId_method: { organizationId, companyId, method: 'dns' } },
    select: { target: true, token: true, status: true, startedAt: true, expiresAt: true },
  })
  if (!proof?.target || !proof.token || proof.status !== 'open' || (proof.expiresAt ?? 0) <= platform.clock.now())
    throw unproved('method', 'No DNS record is expected: the proof was not started, or it has expired. Start it again.')
  const name = recordNameOf(proof.target)
  const texts = await platform.upstreams.dns.textsOf(trace, name)
  if (!texts.some((text) => text.trim() === proof.token)) {
    const found = texts.length === 0 ? 'has no TXT record' : 'has another text'
    throw unproved('method', `${name} ${found}. A new record may take a while to become visible.`)
  }
  return { companyId, method: 'dns', startedAt: proof.startedAt }
}

export const confirmOwnership = operation({
  name: 'confirmOwnership',
  summary:
    'Completes a proof of ownership, with the code of the e-mail or, without a code, by looking up the DNS ' +
    'record. The ' +
    'company replaces an owner without a proof. An owner with a proof stays until it releases the participant id, or ' +
    'the operator decides.',
  scope: 'companies.write',
  writes: true,
  input: z
    .strictObject({
      companyId: companyRef,
      code: asSecret(z.string().regex(/^\d{8}$/, 'Expected eight digits'))
        .optional()
        .describe('The code of the e-mail, eight digits. Without it the DNS record is looked up.'),
    })
    .meta({ examples: [{ code: '01234567' }] }),
  errors: [
    'COMPANY_NOT_FOUND',
    'CONFLICT',
    'OWNERSHIP_NOT_PROVED',
    'RATE_LIMITED',
    'UPSTREAM_ERROR',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ],
  async prepare(call, { companyId: ref, code }) {
    const company = await visibleCompany(call.db, call.actor, ref)
    requireUnproved(company)
    await limit(call, `confirm ${company.id}`, TRIES_AN_HOUR)
    return code === undefined ? checkRecord(call, company) : checkCode(call, company, code)
  },
  async run(run, _input, { companyId, method, startedAt }): Promise<CompanyRow> {
    const { db, actor } = run
    const { peppolId } = await visibleCompany(db, actor, companyId)
    await holdClaims(db, peppolId)
    const company = await companyToChange(db, actor, companyId)
    const { organizationId } = company
    // Once: neither twice at the same moment, nor after it was started anew.
    const { count } = await db.ownershipProof.updateMany({
      where: { organizationId, companyId, method, status: 'open', startedAt },
      data: { status: 'accepted' },
    })
    if (count === 0) throw unproved('method', 'The proof was completed or started again at the same moment.')
    await proveClaim(run, company, method)
    return visibleCompany(db, actor, companyId)
  },
})
