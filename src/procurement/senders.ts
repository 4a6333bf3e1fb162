import type { CxmlCredential } from '../formats/cxml/document.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { isSameSecret } from '../kernel/same-secret.ts'
import { type ShopSender, isSecretOf } from './shop.ts'
import { fromStored } from '../kernel/stored-json.ts'

/** Takes as long as a real one, so that nobody learns by the time which identities there are. */
const NOBODY = `scrypt:${'0'.repeat(32)}:${'0'.repeat(64)}`

const isNamed = (given: CxmlCredential, { domain, identity }: ShopSender): boolean =>
  // oxlint-disable-next-line no-bitwise
  (Number(isSameSecret(given.domain.toLowerCase(), domain.toLowerCase())) &
    Number(isSameSecret(given.identity, identity))) ===
  1

const isAllowed = async (given: CxmlCredential, senders: readonly ShopSender[]): Promise<boolean> => {
  const found = senders.filter((sender) => isNamed(given, sender))
  if (found.some(({ secretHash }) => secretHash === null)) return true
  const answers = []
  for (const { secretHash } of found.length > 0 ? found : [{ secretHash: NOBODY }])
    answers.push(await isSecretOf(given.sharedSecret ?? '', secretHash ?? NOBODY))
  return found.length > 0 && answers.includes(true)
}

/** A header has one or two credentials; more are a way of guessing. */
const MOST_CREDENTIALS = 3

/** The senders of the list that a header names: wrong secrets are counted for each of them. */
export const sendersIn = ({ organizationId, id, senders }: Shop, given: readonly CxmlCredential[]): string[] => {
  const known = fromStored<ShopSender[]>(senders)
  const named = given.slice(0, MOST_CREDENTIALS).flatMap((one) => known.filter((sender) => isNamed(one, sender)))
  return [...new Set(named)].map((sender) => `cart:${organizationId}:${id}:${known.indexOf(sender)}`)
}

/** Refuses a cart whose header shows no credential of the list. */
export const refuseOtherSenders = async (shop: Shop, given: readonly CxmlCredential[]): Promise<void> => {
  const senders = fromStored<ShopSender[]>(shop.senders)
  for (const credential of given.slice(0, MOST_CREDENTIALS)) if (await isAllowed(credential, senders)) return
  throw new AppError('CART_SENDER_REFUSED')
}
