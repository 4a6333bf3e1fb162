/** How a company looks to others, and what new companies begin with: what its organization has decided of it. */
import type { Site } from '../auth/site.ts'
import { type Look } from '../formats/readable/look.ts'
import { pictureAt } from '../formats/readable/picture.ts'
import { drawingAt } from '../formats/readable/svg.ts'
import type { TenantSettings } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'

interface BrandColors {
  primary: string
  background: string
  text: string
}

/** What is stored: only what was said. */
export interface Branding {
  name?: string
  /** A `data:` address. */
  logo?: string
  colors?: BrandColors
  supportEmail?: string
  senderName?: string
  letterhead?: boolean
}

/** What holds for a company, or for the whole organization: nulls where nobody has said anything. */
export interface Brand {
  name: string | null
  logo: string | null
  colors: BrandColors
  supportEmail: string | null
  senderName: string | null
  /** Whether documents of companies without a letterhead of their own have the logo and the colour. */
  letterhead: boolean
}

export interface CompanyDefaults {
  settings?: Readonly<Record<string, unknown>>
  capabilities?: { send?: string[]; receive?: string[] }
  webhookEvents?: string[]
  documentsPerMonth?: number
  requestsPerMinute?: number
  storageMegabytes?: number
}

const PLAIN_COLORS: BrandColors = { primary: '#1f4e79', background: '#ffffff', text: '#222222' }

/** The row of the whole organization. */
export const WHOLE = ''

export const brandingIn = (row: Pick<TenantSettings, 'branding'> | undefined): Branding =>
  (row?.branding ?? {}) as Branding

const completed = (own: Branding): Brand => ({
  name: own.name ?? null,
  logo: own.logo ?? null,
  colors: own.colors ?? PLAIN_COLORS,
  supportEmail: own.supportEmail ?? null,
  senderName: own.senderName ?? own.name ?? null,
  letterhead: own.letterhead ?? true,
})

/** The words of a company come before those of its organization. */
export const brandOf = async (db: Db, organizationId: string, companyId: string | null): Promise<Brand> => {
  const rows = await db.tenantSettings.findMany({
    where: { organizationId, companyId: { in: companyId === null ? [WHOLE] : [WHOLE, companyId] } },
    select: { companyId: true, branding: true },
    orderBy: { companyId: 'asc' },
  })
  return completed(Object.assign({}, ...rows.map(brandingIn)) as Branding)
}

/** What readable documents take of a brand. A drawing stands on pages only: a PDF has no way to show it. */
export const lookOfBrand = ({ logo, colors, letterhead }: Brand): Look => {
  if (!letterhead) return {}
  return {
    ...(colors.primary !== PLAIN_COLORS.primary && { color: colors.primary }),
    ...(logo !== null && { logo: pictureAt(logo), drawing: drawingAt(logo) }),
  }
}

/** Whom a mail comes from, and whom its reader may ask. */
export const mailWords = ({ senderName, supportEmail }: Brand) => ({
  ...(senderName !== null && { senderName }),
  ...(supportEmail !== null && { replyTo: supportEmail }),
})

export const defaultsOf = async (db: Db, organizationId: string): Promise<CompanyDefaults> => {
  const row = await db.tenantSettings.findUnique({
    where: { organizationId_companyId: { organizationId, companyId: WHOLE } },
    select: { defaults: true },
  })
  return (row?.defaults ?? {}) as CompanyDefaults
}

/** Columns of a new company, as far as its organization has decided them. */
export const columnsOfDefaults = ({ documentsPerMonth, requestsPerMinute, storageMegabytes }: CompanyDefaults) => ({
  ...(documentsPerMonth !== undefined && { documentsPerMonth }),
  ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  ...(storageMegabytes !== undefined && { storageMegabytes }),
})

/** What pages show to strangers. */
export interface PageBrand {
  name: string
  logo: string | null
  colors: BrandColors
  supportEmail: string | null
}

/** The look of the service itself. */
export const SERVICE: PageBrand = {
  name: 'Invoice Exchange',
  logo: null,
  colors: { primary: '#0a57a4', background: '#f3f5f8', text: '#18212d' },
  supportEmail: null,
}

/** The brand of an own domain; one without a name is called like its domain. */
export const pageBrandAt = async (db: Db, { organizationId, companyId, baseUrl }: Site): Promise<PageBrand> => {
  if (organizationId === null) return SERVICE
  const { name, logo, colors, supportEmail } = await brandOf(db, organizationId, companyId)
  return { name: name ?? new URL(baseUrl).hostname, logo, colors, supportEmail }
}

/** The brand of who is known at the address of the service; one without a name shows that of the service. */
export const pageBrandOf = async (db: Db, organizationId: string, companyId: string | null): Promise<PageBrand> => {
  const { name, logo, colors, supportEmail } = await brandOf(db, organizationId, companyId)
  return name === null ? SERVICE : { name, logo, colors, supportEmail }
}
