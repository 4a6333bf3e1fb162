import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { partnerRef, visiblePartner } from '../partners/record/partner.ts'
import { newId } from '../values/ids.ts'
import { ONLY_CXML, mayBeGiven, shopInput } from './shop-input.ts'
import { type ShopParties, refuseAddresses, sealSecrets, sendersOf } from './shop.ts'

const input = z
  .strictObject({
    partnerId: partnerRef,
    companyId: id('company')
      .nullish()
      .describe('The company that buys there. When absent, that of the caller, or all of the organization.'),
    name: shopInput.name,
    protocol: shopInput.protocol,
    url: shopInput.url,
    ...mayBeGiven,
    sessionMinutes: shopInput.sessionMinutes
      .default(480)
      .describe('How long a visit may last, in minutes (default 480).'),
  })
  .meta({
    examples: [
      {
        partnerId: 'part_01kafm4h7vf8xbkrs9q2m3c5de',
        name: 'Office supplies',
        protocol: 'oci',
        url: 'https://shop.example.com/oci',
        parameters: [{ name: 'USERNAME', value: 'buyer' }],
        returnUrls: ['https://buying.example.com/threads'],
      },
    ],
  })

/** A setup request has three identities and a secret; a form has none of them. */
const partiesOf = ({ protocol, from, to, sender, sharedSecret }: z.output<typeof input>): ShopParties | null => {
  const given = { from, to, sender, sharedSecret }
  const names = Object.keys(given) as (keyof typeof given)[]
  const odd = names.filter((name) => (given[name] === undefined) === (protocol === 'cxml'))
  if (odd.length === 0) return from && to && sender ? { from, to, sender } : null
  const message = protocol === 'cxml' ? 'cXML requires this field.' : ONLY_CXML
  const code = protocol === 'cxml' ? 'MISSING_FIELD' : 'INVALID_REQUEST'
  throw new AppError(code, { details: odd.map((field) => ({ field, rule: code, message })) })
}

export const createShop = operation({
  name: 'createShop',
  summary: "Configures a partner's web shop, which people open to fill a cart (OCI or cXML PunchOut).",
  scope: 'partners',
  writes: true,
  input,
  errors: ['RESOURCE_NOT_FOUND', 'COMPANY_NOT_FOUND', 'INVALID_CURRENCY', 'CONFLICT'],
  async prepare({ platform, db, actor }, given) {
    const partner = await visiblePartner(db, actor, given.partnerId)
    const companyId = await boundCompany(db, actor, given.companyId)
    if (partner.companyId !== null && partner.companyId !== companyId)
      throw refusal('CONFLICT', 'partnerId', 'The partner belongs to one company, and the shop would not.')
    refuseAddresses(platform.env, given)
    return { companyId, partner, parties: partiesOf(given), senders: await sendersOf(given.senders ?? []) }
  },
  async run({ db, actor, platform, now }, given, { companyId, partner, parties, senders }) {
    const { organizationId } = actor
    // It may have been deleted meanwhile.
    await visiblePartner(db, actor, partner.id)
    const identity = { organizationId, id: newId('shop') }
    const parameters = given.parameters ?? []
    return db.shop.create({
      data: {
        ...identity,
        companyId,
        partnerId: partner.id,
        name: given.name,
        protocol: given.protocol,
        url: given.url,
        currency: given.currency ?? null,
        credentials: sealSecrets(platform.secretBox, identity, {
          parameters,
          sharedSecret: given.sharedSecret ?? null,
        }),
        parameterNames: parameters.map(({ name }) => name),
        ...(parties && { parties: parties as object }),
        senders: senders as object[],
        fieldMapping: given.fieldMapping ?? [],
        unitMapping: given.unitMapping ?? [],
        returnUrls: given.returnUrls ?? [],
        sessionMinutes: given.sessionMinutes,
        createdAt: now,
        updatedAt: now,
      },
    })
  },
})
