/** What operations on shops share: finding one, its secrets, and the addresses that a browser may be sent to. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { readableBy, requireOwner } from '../auth/visibility.ts'
import { faultOfTarget } from '../engine/webhooks/target.ts'
import type { Shop } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import type { Env } from '../kernel/env.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import type { SecretBox } from '../kernel/secret-box.ts'

export const shopId = id('shop').describe('Identifier of the shop, `shop_…`.')

export interface ShopIdentity {
  domain: string
  identity: string
}

export interface ShopParties {
  from: ShopIdentity
  to: ShopIdentity
  sender: ShopIdentity
}

/** What is sealed. */
export interface ShopSecrets {
  parameters: { name: string; value: string }[]
  sharedSecret: string | null
}

export interface ShopSender extends ShopIdentity {
  /** Null where the shop sends no secret with a cart. */
  secretHash: string | null
}

export const visibleShop = async (db: Db, actor: Actor, ref: string, select: object = {}): Promise<Shop> => {
  const { organizationId } = actor
  const found = await db.shop.findUnique({
    where: { ...readableBy(actor), organizationId_id: { organizationId, id: ref } },
    ...select,
  })
  if (!found) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The shop was not found.' })
  return found
}

/** The visible shop, if the caller may change it, held until the transaction ends. */
export const shopToChange = async (db: Db, actor: Actor, ref: string): Promise<Shop> => {
  const shop = await visibleShop(db, actor, ref)
  requireOwner(actor, shop, 'shop')
  const { organizationId } = shop
  await db.$queryRaw`SELECT 1 FROM shops WHERE "organizationId" = ${organizationId} AND id = ${shop.id} FOR UPDATE`
  return visibleShop(db, actor, ref)
}

/** Whose secrets they are: sealed with it. */
export const sealedShop = ({ organizationId, id: shop }: Pick<Shop, 'organizationId' | 'id'>): string =>
  `shop ${organizationId} ${shop}`

export const sealSecrets = (box: SecretBox, shop: Pick<Shop, 'organizationId' | 'id'>, secrets: ShopSecrets) =>
  box.seal(JSON.stringify(secrets), sealedShop(shop))

export const openSecrets = (box: SecretBox, shop: Pick<Shop, 'organizationId' | 'id' | 'credentials'>): ShopSecrets =>
  JSON.parse(box.open(shop.credentials, sealedShop(shop)).toString()) as ShopSecrets

const derive = promisify(scrypt) as (secret: string, salt: string, length: number) => Promise<Buffer>
const HASH_BYTES = 32

/** Shared secrets are chosen by people, so their hash takes time to try. */
const hashSecret = async (secret: string): Promise<string> => {
  const salt = randomBytes(16).toString('hex')
  return `scrypt:${salt}:${(await derive(secret, salt, HASH_BYTES)).toString('hex')}`
}

/** In constant time, whatever is wrong. */
export const isSecretOf = async (given: string, hash: string): Promise<boolean> => {
  const [, salt = '', expected = ''] = hash.split(':')
  return timingSafeEqual(await derive(given, salt, HASH_BYTES), Buffer.from(expected, 'hex'))
}

export const sendersOf = (
  given: readonly (ShopIdentity & { sharedSecret?: string | null | undefined })[],
): Promise<ShopSender[]> =>
  Promise.all(
    given.map(async ({ domain, identity, sharedSecret }) => ({
      domain,
      identity,
      secretHash: sharedSecret == null ? null : await hashSecret(sharedSecret),
    })),
  )

const refuse = (field: string, message: string): never => {
  throw refusal('INVALID_REQUEST', field, message, { summary: `${field}: ${message}` })
}

const isReturnUrl = (text: string, { SERVICE_MODE }: Env): boolean => {
  if (!URL.canParse(text) || !/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return false
  const { protocol, username, password, hash } = new URL(text)
  const scheme = protocol === 'https:' || (protocol === 'http:' && SERVICE_MODE === 'sandbox')
  return scheme && username === '' && password === '' && hash === ''
}

/** Refuses addresses that are none of a shop, or none to send a browser to. */
export const refuseAddresses = (
  env: Env,
  given: { url?: string | undefined; returnUrls?: readonly string[] | undefined },
): void => {
  const fault = given.url === undefined ? undefined : faultOfTarget(given.url, env.WEBHOOK_ALLOW_PRIVATE)
  if (fault !== undefined) refuse('url', fault)
  for (const [index, one] of (given.returnUrls ?? []).entries())
    if (!isReturnUrl(one, env))
      refuse(`returnUrls[${index}]`, 'Expected an https address without user name, password and fragment.')
}

const isBelow = (allowed: string, url: URL): boolean => {
  const { origin, pathname } = new URL(allowed)
  return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(pathname.replace(/\/?$/, '/')))
}

/** Whether the organization allows that a browser is sent there. Parsed as a browser does, so nothing is in disguise. */
export const isAllowedReturn = ({ returnUrls }: Pick<Shop, 'returnUrls'>, text: string, env: Env): boolean =>
  isReturnUrl(text, env) && returnUrls.some((allowed) => isBelow(allowed, new URL(text)))

/** A list in the same order, for the answer. */
export const mappings = z.array(z.object({ from: z.string(), to: z.string() }))
