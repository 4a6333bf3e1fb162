/** What is said of a shop when it is made and when it is changed. */
import { z } from 'zod'
import { mappable } from '../formats/cart/cart.ts'
import { currency, oneOf } from '../kernel/input.ts'
import { asSecret } from '../kernel/secret-input.ts'
import { units } from '../values/codelists/code-lists.ts'
import { limits } from '../values/limits.ts'
import { XML_TEXT } from '../values/text.ts'

const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => XML_TEXT.test(text), 'The text has a character that XML does not allow')

export const protocols = {
  oci: 'Open Catalog Interface: the browser posts the cart as a form.',
  cxml: 'cXML PunchOut: a setup request opens the shop, and the cart is a cXML message.',
} as const

const identity = z
  .strictObject({
    domain: words(100).describe('Kind of the identity, such as `DUNS` or `NetworkID`.'),
    identity: words(200).describe('The identity.'),
  })
  .meta({ id: 'ShopIdentityInput', description: 'An identity in the header of cXML.' })

const parameter = z
  .strictObject({
    name: words(100).describe('Name of the field, such as `USERNAME`.'),
    value: asSecret(z.string().max(500).describe('Its value. It is stored encrypted and never shown again.')),
  })
  .meta({ id: 'ShopParameterInput', description: 'A field that the shop wants at its entrance.' })

const sender = z
  .strictObject({
    domain: words(100).describe('`domain` of the credential in `Sender`.'),
    identity: words(200).describe('`Identity` of the credential in `Sender`.'),
    sharedSecret: asSecret(words(200))
      .nullish()
      .describe(
        'The shared secret that the shop sends with a cart. Only a hash of it is stored. Null where the shop sends ' +
          'none, because a cart passes through the browser of the buyer; then the buyer cookie alone has to suffice.',
      ),
  })
  .meta({ id: 'ShopSenderInput', description: 'Who may bring a cart of the shop by cXML.' })

const fieldMapping = z
  .strictObject({
    from: words(200).describe(
      'Field of the shop: `CUST_FIELD1` for `NEW_ITEM-CUST_FIELD1[n]`, or the name of an Extrinsic.',
    ),
    to: oneOf('CartLineField', mappable).describe('What of a line it is.'),
  })
  .meta({ id: 'ShopFieldMappingInput', description: 'A field of the shop, and what of a line it is.' })

const unitMapping = z
  .strictObject({
    from: words(20).describe('Unit as the shop writes it.'),
    to: z
      .string()
      .max(3)
      .refine((code) => units.has(code), 'Expected a code of UN/ECE Recommendation 20')
      .describe('Code of UN/ECE Recommendation 20.')
      .meta({ examples: ['H87'] }),
  })
  .meta({ id: 'ShopUnitMappingInput', description: 'A unit of the shop, and its code of Recommendation 20.' })

const once = <T extends { from: string }>(list: readonly T[]): boolean =>
  new Set(list.map(({ from }) => from.toLowerCase())).size === list.length
const TWICE = 'A name stands in `from` twice'

const { shopFields, shopAddresses } = limits

export const shopInput = {
  name: words(200).describe('Name of the shop.'),
  protocol: oneOf('ShopProtocol', protocols).describe('How the shop opens, and hands a cart back.'),
  url: z
    .string()
    .min(1)
    .max(2_048)
    .describe('OCI: where the browser goes. cXML: where the setup request is posted. A public https address.')
    .meta({ examples: ['https://shop.example.com/punchout'] }),
  currency: currency.describe('Currency of prices that name none.'),
  parameters: z
    .array(parameter)
    .max(50)
    .refine(
      (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
      'A name stands here twice',
    )
    .describe('Of OCI: the fields that the shop wants at its entrance, such as user name and password.'),
  from: identity.describe('Of cXML: who buys (`From`).'),
  to: identity.describe('Of cXML: who sells (`To`).'),
  sender: identity.describe('Of cXML: who sends the setup request (`Sender`).'),
  sharedSecret: asSecret(
    words(200).describe('Of cXML: the secret of the setup request. It is stored encrypted and never shown.'),
  ),
  senders: z.array(sender).max(shopAddresses).describe('Of cXML: who may bring a cart.'),
  fieldMapping: z
    .array(fieldMapping)
    .max(shopFields)
    .refine(once, TWICE)
    .describe('Fields that mean something else in this shop than in the standard, or nothing there.'),
  unitMapping: z.array(unitMapping).max(shopFields).refine(once, TWICE).describe('Units that only this shop has.'),
  returnUrls: z
    .array(z.string().min(1).max(2_048))
    .max(shopAddresses)
    .transform((list) => [...new Set(list)])
    .describe('Addresses that a browser may be sent back to: each one, and what is below its path.')
    .meta({ examples: [['https://buying.example.com/threads']] }),
  sessionMinutes: z.number().int().min(1).max(10_080).describe('How long a visit to the shop may last, in minutes.'),
}

/** What a shop may have, whether it is made or changed. */
export const mayBeGiven = {
  currency: shopInput.currency.nullish(),
  parameters: shopInput.parameters.optional(),
  from: shopInput.from.optional(),
  to: shopInput.to.optional(),
  sender: shopInput.sender.optional(),
  sharedSecret: shopInput.sharedSecret.optional(),
  senders: shopInput.senders.optional(),
  fieldMapping: shopInput.fieldMapping.optional(),
  unitMapping: shopInput.unitMapping.optional(),
  returnUrls: shopInput.returnUrls.optional(),
}

export const ONLY_CXML = 'Only a shop of the protocol cxml has this field.'
