import { z } from 'zod'
import type { Shop } from '../generated/prisma/client.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../operation/precondition.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { ONLY_CXML, mayBeGiven, shopInput } from './shop-input.ts'
import { type ShopParties, openSecrets, refuseAddresses, sealSecrets, sendersOf, shopId, shopToChange } from './shop.ts'
import { fromStored } from '../kernel/stored-json.ts'

const input = z
  .strictObject({
    shopId,
    name: shopInput.name.optional(),
    url: shopInput.url.optional(),
    ...mayBeGiven,
    sessionMinutes: shopInput.sessionMinutes.optional(),
    ifUpdatedAt,
  })
  .meta({ examples: [{ name: 'Office supplies', sessionMinutes: 60 }] })
type Changes = z.output<typeof input>

const ofCxml = ['from', 'to', 'sender', 'sharedSecret'] as const

const refuseForeignFields = ({ protocol }: Shop, given: Changes): void => {
  const odd = protocol === 'oci' ? ofCxml.filter((name) => given[name] !== undefined) : []
  if (odd.length > 0)
    throw new AppError('INVALID_REQUEST', {
      details: odd.map((field) => ({
        field,
        rule: 'INVALID_REQUEST',
        message: ONLY_CXML,
      })),
    })
}

/** Secrets that are not given stay as they are. */
const secretColumns = (shop: Shop, { parameters, sharedSecret, from, to, sender }: Changes, box: SecretBox) => {
  const before = openSecrets(box, shop)
  const parties = fromStored<ShopParties | null>(shop.parties)
  return {
    ...((parameters ?? sharedSecret) !== undefined && {
      credentials: sealSecrets(box, shop, {
        parameters: parameters ?? before.parameters,
        sharedSecret: sharedSecret ?? before.sharedSecret,
      }),
    }),
    ...(parameters && { parameterNames: parameters.map(({ name }) => name) }),
    ...(parties && {
      parties: { from: from ?? parties.from, to: to ?? parties.to, sender: sender ?? parties.sender } as object,
    }),
  }
}

const GIVE_AGAIN =
  'The shop has another host now. Give the secret again, which is never shown, to have it brought there.'

/** What is never shown is not brought to a host that its owner did not give it for. */
const refuseSecretsElsewhere = (shop: Shop, { url, parameters, sharedSecret }: Changes, box: SecretBox): void => {
  if (url === undefined || new URL(url).origin === new URL(shop.url).origin) return
  const before = openSecrets(box, shop)
  if (parameters === undefined && before.parameters.length > 0) throw refusal('MISSING_FIELD', 'parameters', GIVE_AGAIN)
  if (sharedSecret === undefined && before.sharedSecret !== null)
    throw refusal('MISSING_FIELD', 'sharedSecret', GIVE_AGAIN)
}

export const updateShop = operation({
  name: 'updateShop',
  summary:
    'Changes a shop. Lists are replaced as a whole, and secrets that are not given stay as they are; with the address ' +
    'of another host they have to be given again.',
  scope: 'partners',
  writes: true,
  input,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_CURRENCY', 'PRECONDITION_FAILED'],
  async prepare({ platform }, given) {
    refuseAddresses(platform.env, given)
    return given.senders && (await sendersOf(given.senders))
  },
  async run({ db, actor, platform, now }, given, senders) {
    const shop = await shopToChange(db, actor, given.shopId)
    refuseChanged(shop, given.ifUpdatedAt)
    refuseForeignFields(shop, given)
    refuseSecretsElsewhere(shop, given, platform.secretBox)
    const { name, url, currency, fieldMapping, unitMapping, returnUrls, sessionMinutes } = given
    const plain = { name, url, currency, fieldMapping, unitMapping, returnUrls, sessionMinutes }
    const { organizationId, id } = shop
    return db.shop.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        ...(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as object),
        ...secretColumns(shop, given, platform.secretBox),
        ...(senders && { senders: senders as object[] }),
        updatedAt: changedAt(shop, now),
      },
    })
  },
})
