/** The link that a customer signs with: what its page shows, and what signing does. No credentials but the link. */
import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { hashOfKey } from '../auth/bearer-key.ts'
import { type Site, isKnownAt } from '../auth/site.ts'
import { type PageBrand, SERVICE, pageBrandOf } from '../companies/brand.ts'
import { type Consequences, withConsequences } from '../companies/claims.ts'
import { type CompanyRow, type companyFields, withAddress } from '../companies/company.ts'
import { replaceAddress } from '../companies/update-company.ts'
import { Sheet } from '../formats/pdf/page.ts'
import { loadFonts } from '../formats/pdf/fonts.ts'
import type { OnboardingLink } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type AuditedChange, auditRow } from '../operation/audit.ts'
import type { Platform } from '../operation/platform.ts'

export interface Signature {
  name: string
  role: string
  signedAt: string
  address: string
  userAgent: string
  text: string
  sha256: string
}

export const newLinkToken = (): { token: string; hash: string } => {
  const token = `onb_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOfKey(token) }
}

export interface OnboardingPage {
  link: OnboardingLink
  company: CompanyRow
  brand: PageBrand
  /** Who gets the mandate. */
  mandatary: string
}

const gone = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', { message: 'The link has expired, or was used before.' })

/**
 * What the link shows. Looking at it changes nothing; one that was used, has expired, or belongs to others than the own
 * domain that was asked for, is like one that never was.
 */
export const onboardingPageOf = async (
  { db: { client: db }, clock }: Pick<Platform, 'db' | 'clock'>,
  site: Site,
  token: string,
): Promise<OnboardingPage> => {
  const link = await db.onboardingLink.findUnique({
    where: { hash: hashOfKey(token) },
    include: { company: { include: { ...withAddress, organization: true } } },
  })
  if (!link || !isKnownAt(site, link)) throw gone()
  if (link.completedAt || link.expiresAt <= clock.now() || link.company.status !== 'active') throw gone()
  const { organization, ...company } = link.company
  const brand = await pageBrandOf(db, company.organizationId, company.id)
  const mandatary = brand === SERVICE ? organization.name : brand.name
  return { link, company, brand: { ...brand, name: mandatary }, mandatary }
}

export interface Signing {
  name: string
  role: string
  /** What was signed, in the language of the page. */
  text: string
  postal: z.output<typeof companyFields.address>
  address: string
  userAgent: string
  requestId: string
}

/** The mandate as a file, for who decides about ownership. */
const mandateFile = async ({
  name,
  role,
  text,
  signedAt,
  address,
  sha256,
}: Signature): Promise<Uint8Array<ArrayBuffer>> => {
  const sheet = await Sheet.open(loadFonts(), { title: 'Mandate', language: 'en', date: new Date(signedAt) })
  sheet.paragraph(text, { size: 12 })
  sheet.paragraph(`\n${name}, ${role}\n${signedAt}\n${address}\nSHA-256 ${sha256}`, { size: 9 })
  return new Uint8Array(await sheet.finish((page, pages) => `${page} / ${pages}`))
}

/** Uses the link up: of two who sign at the same time, one does. */
const useUp = async (
  db: Db,
  { organizationId, id }: OnboardingLink,
  now: Date,
  signature: Signature,
): Promise<void> => {
  const { count } = await db.onboardingLink.updateMany({
    where: { organizationId, id, completedAt: null, expiresAt: { gt: now } },
    data: { completedAt: new Date(signature.signedAt), signature: { ...signature } },
  })
  if (count === 0) throw gone()
}

/** Where the participant id is not the company's yet, the mandate waits for the operator like one that was uploaded. */
const startProof = async (
  { db, now }: Consequences,
  { organizationId, id: companyId, ownershipStatus, ownershipProof }: CompanyRow,
  mandate: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  if (ownershipStatus !== 'pending' || ownershipProof !== null) return
  const row = { status: 'open', mandate, mandateName: 'mandate.pdf', rejection: null, startedAt: now } as const
  await db.ownershipProof.upsert({
    where: { organizationId_companyId_method: { organizationId, companyId, method: 'mandate' } },
    create: { organizationId, companyId, method: 'mandate', ...row },
    update: { ...row, decidedAt: null, expiresAt: null },
  })
}

export const signOnboarding = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  site: Site,
  token: string,
  { postal, requestId, ...signing }: Signing,
): Promise<void> => {
  const { link, company } = await onboardingPageOf(platform, site, token)
  const signature: Signature = {
    ...signing,
    signedAt: platform.clock.now().toISOString(),
    sha256: createHash('sha256').update(signing.text).digest('hex'),
  }
  const mandate = await mandateFile(signature)
  const { organizationId, id: companyId } = company
  const { name: signedBy, signedAt } = signature
  await withConsequences(platform, async (consequences) => {
    const { db, now, emit } = consequences
    await useUp(db, link, now, signature)
    await db.company.update({
      where: { organizationId_id: { organizationId, id: companyId } },
      data: { legalAddressId: (await replaceAddress(db, company, postal)).id, updatedAt: now },
    })
    await startProof(consequences, company, mandate)
    const about = { organizationId, companyId }
    emit('company.updated', { companyId, changes: ['address'] }, about)
    emit('company.mandate_signed', { companyId, onboardingLinkId: link.id, signedBy, signedAt }, about)
    const author = { organizationId, keyId: null, userId: null, label: `${signedBy} (${link.id})` }
    const change: AuditedChange = {
      kind: 'company',
      subjectId: companyId,
      companyId,
      before: null,
      after: { mandate: signature.sha256 },
    }
    await writeRows(db, [auditRow({ actor: author, requestId }, 'signOnboarding', change, now)])
  })
}
