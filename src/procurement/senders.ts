import type { CxmlCredential } from '../formats/cxml/document.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { isSameSecret } from '../kernel/same-secret.ts'
import { type ShopSender, isSecretOf } from './shop.ts'

/** Takes as long as a real one, so that nobody learns by the time which identities there are. */
const NOBODY = `scrypt:${'0'.repeat(32)}:${'0'.repeat(64)}`

const isAllowed = async (given: CxmlCredential, senders: readonly ShopSender[]): Promise<boolean> => {
  const found = senders.filter(
    ({ domain, identity }) =>
      // oxlint-disable-next-line no-bitwise
      (Number(isSameSecret(given.domain.toLowerCase(), domain.toLowerCase())) &
        Number(isSameSecret(given.identity, identity))) ===
      1,
  )
  if (found.some(({ secretHash }) => secretHash === null)) return true
  const answers = []
  for (const { secretHash } of found.length > 0 ? found : [{ secretHash: NOBODY }])
    answers.push(await isSecretOf(given.sharedSecret ?? '', secretHash ?? NOBODY))
  return found.length > 0 && answers.includes(true)
}

/** Refuses a cart whose header shows no credential of the list. */
export const refuseOtherSenders = async (shop: Shop, given: readonly CxmlCredential[]): Promise<void> => {
  const senders = shop.senders as unknown as ShopSender[]
  // A header has one or two of them; more are a way of guessing.
  for (const credential of given.slice(0, 3)) if (await isAllowed(credential, senders)) return
  throw new AppError('CART_SENDER_REFUSED')
}
