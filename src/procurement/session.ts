/**
 * A visit to a shop. Its buyer cookie has four parts, `cart:<organization>:<thread>:<nonce>`. Only the hash of the nonce
 * is stored, and it is what a cookie is found by; the other parts have to fit.
 */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { boundCompany, requireNotSuspended, visibleCompany } from '../companies/company.ts'
import type { CartOperation, CartSession, Shop } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import type { Env } from '../kernel/env.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { isSameSecret } from '../kernel/same-secret.ts'
import { newId } from '../values/ids.ts'
import { isAllowedReturn, shopId, visibleShop } from './shop.ts'
import { MINUTE_MS } from '../values/dates.ts'

const PREFIX = 'cart'

/** What both ways of opening a shop are asked with. */
export const visitInput = {
  shopId,
  companyId: id('company')
    .nullish()
    .describe('The company that buys. When absent, that of the caller, of the shop, or the only one there is.'),
  threadId: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'Expected letters, digits, `.`, `-` and `_`, at most 100')
    .optional()
    .describe("The purchase in the caller's own system. When absent, one is made up.")
    .meta({ examples: ['REQ-2026-0417'] }),
  returnUrl: z
    .string()
    .min(1)
    .max(2_048)
    .nullish()
    .describe('Where the browser goes with the cart. It must be below an address in `returnUrls` of the shop.'),
}

const companyFor = async (db: Db, actor: Actor, shop: Shop, named: string | null | undefined): Promise<string> => {
  const bound = (await boundCompany(db, actor, named)) ?? shop.companyId
  if (shop.companyId !== null && bound !== shop.companyId)
    throw new AppError('COMPANY_FORBIDDEN', { message: 'Another company of the organization buys in this shop.' })
  if (bound !== null) return bound
  const { organizationId } = actor
  const where = { organizationId, status: { not: 'inactive' as const } }
  const found = await db.company.findMany({ where, select: { id: true }, take: 2 })
  const [only, ...others] = found
  if (only && others.length === 0) return only.id
  throw refusal('MISSING_FIELD', 'companyId', 'The organization has several companies. Say which one buys.')
}

export interface Visitor {
  shop: Shop
  companyId: string
  companyName: string
}

/** The shop and the company that buys there; addresses that are not allowed are refused before anybody goes. */
export const visitorOf = async (
  db: Db,
  actor: Actor,
  env: Env,
  given: { shopId: string; companyId?: string | null | undefined; returnUrl?: string | null | undefined },
): Promise<Visitor> => {
  const shop = await visibleShop(db, actor, given.shopId)
  const companyId = await companyFor(db, actor, shop, given.companyId)
  const company = await visibleCompany(db, actor, companyId)
  requireNotSuspended(company, 'companyId')
  if (given.returnUrl != null && !isAllowedReturn(shop, given.returnUrl, env))
    throw refusal('RETURN_ADDRESS_FORBIDDEN', 'returnUrl', 'The address is not below one in `returnUrls` of the shop.')
  return { shop, companyId, companyName: company.legalName ?? company.name }
}

const hashOf = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

export interface NewSession {
  row: Omit<CartSession, 'usedAt' | 'contentHash' | 'cartId'>
  buyerCookie: string
}

export const newSession = (
  { shop, companyId }: Visitor,
  given: { threadId?: string | undefined; returnUrl?: string | null | undefined },
  operation: CartOperation,
  now: Date,
): NewSession => {
  const [sessionId, nonce] = [newId('cartSession'), randomBytes(24).toString('base64url')]
  const threadId = given.threadId ?? sessionId
  const { organizationId } = shop
  return {
    row: {
      organizationId,
      id: sessionId,
      shopId: shop.id,
      companyId,
      threadId,
      returnUrl: given.returnUrl ?? null,
      operation,
      nonceHash: hashOf(nonce),
      expiresAt: new Date(now.getTime() + shop.sessionMinutes * MINUTE_MS),
      createdAt: now,
    },
    buyerCookie: [PREFIX, organizationId, threadId, nonce].join(':'),
  }
}

const unknownCookie = (): AppError => new AppError('CART_COOKIE_INVALID')

export type OpenSession = CartSession & { shop: Shop }

/** The visit that a buyer cookie belongs to. Forged, foreign and ended ones give nothing but a refusal. */
export const sessionOf = async (db: Db, cookie: string, now: Date): Promise<OpenSession> => {
  const [prefix, organizationId = '', threadId = '', nonce = '', ...more] = cookie.trim().split(':')
  if (prefix !== PREFIX || nonce.length !== 32 || more.length > 0) throw unknownCookie()
  const session = await db.cartSession.findUnique({ where: { nonceHash: hashOf(nonce) }, include: { shop: true } })
  if (!session) throw unknownCookie()
  const fits = [isSameSecret(organizationId, session.organizationId), isSameSecret(threadId, session.threadId)]
  if (fits.includes(false)) throw unknownCookie()
  if (session.expiresAt <= now) throw new AppError('CART_COOKIE_EXPIRED')
  return session
}

/** Where the browser goes with a cart; null where nowhere, or where the organization does not allow it any more. */
export const returnAddress = (
  { returnUrl, threadId, shop }: OpenSession,
  cartId: string | null,
  env: Env,
): string | null => {
  if (returnUrl === null || !isAllowedReturn(shop, returnUrl, env)) return null
  const url = new URL(returnUrl)
  url.searchParams.set('threadId', threadId)
  if (cartId !== null) url.searchParams.set('cartId', cartId)
  return url.href
}
