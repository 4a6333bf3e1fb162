/**
 * Statements as ten banks write them, made up from a seed: what they say, and what is true. Most movements are honest
 * payments; the others look like payments of documents that they do not pay.
 */
import type { Movement } from './bank-files.ts'
import { type Manner, banks } from './banks.ts'
import { type Dice, diceOf } from './dice.ts'

export interface MadeDocument {
  /** Place among the documents of its statement. */
  nth: number
  number: string
  /** 0: the company whose account it is; 1: another of the organization; 2: another organization. */
  owner: 0 | 1 | 2
  type: 'invoice' | 'credit-note' | 'debit-note'
  direction: 'outgoing' | 'incoming'
  party: string
  partyIban: string | null
  reference: string | null
  currency: string
  cents: number
}

export interface MadeMovement {
  movement: Movement
  /** Why it is here. */
  what: string
  /** What it pays in truth, in cents by document; nothing where it pays none of them. */
  pays: { nth: number; cents: number }[]
}

export interface MadeStatement {
  bank: string
  edition: '02' | '08'
  encoding: 'UTF-8' | 'ISO-8859-1'
  documents: MadeDocument[]
  movements: MadeMovement[]
}

const NAMES = [
  'Brasserie du Port SARL',
  'Müller & Söhne GmbH',
  'Café Central',
  'Van den Berg B.V.',
  'Lumière SA',
  'Lumière Services SA',
  'Óptica García S.L.',
  'Officine Rossi S.r.l.',
  'Nordwind Logistik GmbH & Co. KG',
  'Nordwind Handel GmbH',
]
const IBANS = [
  'FR7630006000011234567890189',
  'DE89370400440532013000',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
]

const money = (cents: number): string => (cents / 100).toFixed(2)
const comma = (cents: number): string => money(cents).replace('.', ',')
const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** Numbers as people give them; `serial` is unlike in every statement. */
const forms: readonly ((serial: number, dice: Dice) => string)[] = [
  (serial) => `F-2026-${pad(serial, 5)}`,
  (serial) => `RE${pad(serial, 6)}`,
  (serial) => `2026/${pad(serial, 5)}`,
  (serial) => `INV ${pad(serial, 5)}`,
  (serial) => `FA${pad(serial, 5)}-B`,
  (serial) => String(70_000_000 + serial),
  (serial) => `${pad((serial % 28) + 1, 2)}.${pad((serial % 12) + 1, 2)}.${2_000 + (serial % 90)}-${serial}`,
]
/** Eight digits that may be a day. */
const dayNumber = (serial: number): string => `2026${pad((serial % 12) + 1, 2)}${pad((serial % 28) + 1, 2)}`

const rf = (serial: number): string => {
  const body = `2026${pad(serial, 8)}`
  const rest = [...`${body}271500`].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0)
  return `RF${pad(98 - rest, 2)}${body}`
}
const belgian = (serial: number): string => {
  const body = pad(1_000_000 + serial, 10)
  const check = pad(Number(BigInt(body) % 97n) || 97, 2)
  return `+++${body.slice(0, 3)}/${body.slice(3, 7)}/${body.slice(7)}${check}+++`
}

/** One statement while it is made. */
class Maker {
  readonly dice: Dice
  readonly documents: MadeDocument[] = []
  readonly movements: MadeMovement[] = []
  readonly manners: readonly Manner[]
  #serial: number

  constructor(seed: number, manners: readonly Manner[]) {
    this.dice = diceOf(seed)
    this.manners = manners
    this.#serial = seed * 40
  }

  serial(): number {
    return this.#serial++
  }

  document(change: Partial<MadeDocument> = {}): MadeDocument {
    const { dice } = this
    const isIncoming = change.direction === undefined ? dice.chance(0.35) : change.direction === 'incoming'
    const made: MadeDocument = {
      nth: this.documents.length,
      number: dice.pick(forms)(this.serial(), dice),
      owner: 0,
      type: 'invoice',
      direction: isIncoming ? 'incoming' : 'outgoing',
      party: dice.pick(NAMES),
      partyIban: isIncoming ? dice.pick(IBANS) : null,
      reference: null,
      currency: 'EUR',
      cents: 1_000 + dice.below(500_000),
      ...change,
    }
    this.documents.push(made)
    return made
  }

  /** What the bank says of a movement for this document, before what the payer wrote. */
  base({ direction, type, party, partyIban, cents, currency }: MadeDocument): Movement {
    const isIn = (direction === 'outgoing') === (type !== 'credit-note')
    const { dice } = this
    return {
      amount: money(cents),
      currency,
      direction: isIn ? 'CRDT' : 'DBIT',
      ...(dice.chance(0.8) && { name: dice.chance(0.5) ? party.toUpperCase() : party }),
      ...(partyIban !== null && dice.chance(0.6) && { iban: partyIban }),
      ...(dice.chance(0.7) && { bankReference: `R${this.serial()}` }),
    }
  }

  write(number: string): Partial<Movement> {
    return this.dice.pick(this.manners)(number, this.dice)
  }

  add(what: string, movement: Movement, pays: MadeMovement['pays'] = []): void {
    this.movements.push({ what, movement, pays })
  }
}

type Scene = (maker: Maker) => void

const pay = (maker: Maker, document: MadeDocument, what: string, more: Partial<Movement> = {}): void =>
  maker.add(what, { ...maker.base(document), ...maker.write(document.number), ...more }, [
    { nth: document.nth, cents: document.cents },
  ])

export const honest: readonly Scene[] = [
  (maker) => pay(maker, maker.document(), 'the exact amount'),
  (maker) => pay(maker, maker.document(), 'the exact amount'),
  (maker) => pay(maker, maker.document({ type: 'debit-note' }), 'a debit note'),
  (maker) => pay(maker, maker.document({ type: 'credit-note' }), 'a credit note paid back'),
  (maker) => {
    const document = maker.document()
    const cents = Math.ceil(document.cents / 3)
    const part = {
      ...maker.base(document),
      name: document.party,
      ...maker.write(document.number),
      amount: money(cents),
    }
    maker.add('a part', part, [{ nth: document.nth, cents }])
  },
  (maker) => {
    const document = maker.document({
      direction: 'outgoing',
      reference: maker.dice.pick([rf, belgian])(maker.serial()),
    })
    const where = maker.dice.chance(0.5) ? { structured: document.reference ?? '' } : { text: document.reference ?? '' }
    maker.add('a reference with check digits', { ...maker.base(document), ...where }, [document])
  },
  (maker) => {
    const party = maker.dice.pick(NAMES)
    const some = Array.from({ length: 2 + maker.dice.below(3) }, () => maker.document({ direction: 'outgoing', party }))
    const cents = some.reduce((total, one) => total + one.cents, 0)
    const [first] = some
    if (!first) return
    const isTold = maker.dice.chance(0.4)
    const text = some.map((one) => (isTold ? `${one.number} ${comma(one.cents)}` : one.number)).join(', ')
    maker.add('several documents', { ...maker.base(first), amount: money(cents), text }, some)
  },
  (maker) => {
    const party = maker.dice.pick(NAMES)
    const [one, less] = [
      maker.document({ direction: 'outgoing', party, cents: 50_000 + maker.dice.below(9_999) }),
      maker.document({ direction: 'outgoing', party, type: 'credit-note', cents: 1_000 + maker.dice.below(9_999) }),
    ]
    const text = `${one.number} minus ${less.number}`
    maker.add('an invoice less a credit note', { ...maker.base(one), amount: money(one.cents - less.cents), text }, [
      one,
      less,
    ])
  },
  (maker) => {
    const document = maker.document({ currency: 'USD' })
    const instructed = { amount: money(document.cents), currency: 'USD' }
    const booked = { currency: 'EUR', amount: money(Math.round(document.cents * 0.91)) }
    pay(maker, document, 'another currency', { ...booked, instructed })
  },
  (maker) => {
    const some = [maker.document({ direction: 'outgoing' }), maker.document({ direction: 'outgoing' })]
    for (const one of some) pay(maker, one, 'a part of a batch', { instructedOnly: true })
  },
]

/** Nothing of these pays the document that it looks like. */
const decoy = (maker: Maker, what: string, document: MadeDocument, change: Partial<Movement>): void =>
  maker.add(what, { ...maker.base(document), ...change })

export const adversarial: readonly Scene[] = [
  (maker) => {
    const document = maker.document({ number: `F${pad(maker.serial(), 6)}` })
    const { number } = document
    const text = maker.dice.pick([
      `${number}7`,
      `X${number}`,
      `${number}-12`,
      `AB-${number}`,
      `${number}/9`,
      `9${number}`,
    ])
    decoy(maker, 'inside another number', document, { text: `Invoice ${text}` })
  },
  (maker) => {
    const number = dayNumber(maker.serial())
    const document = maker.document({ number })
    const [year, month, day] = [number.slice(0, 4), number.slice(4, 6), number.slice(6)]
    const text = maker.dice.pick([
      `${year}-${month}-${day}`,
      `${day}.${month}.${year}`,
      `${day}/${month}/${year}`,
      number,
    ])
    decoy(maker, 'a date', document, { text: `rent ${text}` })
  },
  (maker) => {
    const iban = maker.dice.pick(IBANS)
    const from = 4 + maker.dice.below(6)
    const document = maker.document({ number: iban.slice(from, from + 8) })
    const text = maker.dice.chance(0.5) ? iban : (iban.match(/.{1,4}/g) ?? []).join(' ')
    decoy(maker, 'a part of an IBAN', document, { text: `from ${text} thanks` })
  },
  (maker) => {
    const document = maker.document({ direction: 'incoming', party: 'Nordwind Handel GmbH', partyIban: null })
    const name = maker.dice.pick(['Nordwind Logistik GmbH & Co. KG', 'Lumière Services SA', 'Handel GmbH'])
    decoy(maker, 'the same number of another supplier', document, { name, ...maker.write(document.number) })
  },
  (maker) => {
    const document = maker.document({ owner: 1 })
    decoy(maker, 'a document of another company', document, maker.write(document.number))
  },
  (maker) => {
    const document = maker.document({ owner: 2 })
    decoy(maker, 'a document of another organization', document, maker.write(document.number))
  },
  (maker) => {
    const document = maker.document()
    decoy(maker, 'another currency', document, { currency: 'USD', ...maker.write(document.number) })
  },
  (maker) => {
    const document = maker.document()
    decoy(maker, 'the same amount without a number', document, { text: 'merci / danke / thanks', name: document.party })
  },
  (maker) => {
    const document = maker.document({ number: String(600_000 + (maker.serial() % 300_000)) })
    const word = maker.dice.pick(['Kd-Nr.', 'Kunde', 'client', 'order', 'Tel.', 'contract no'])
    decoy(maker, 'another kind of number', document, { text: `${word} ${document.number}` })
  },
  (maker) => {
    // Of two movements for one document either may be the payment: here the first is, so it is written plainly.
    const document = maker.document({ number: `F-2026-${pad(maker.serial(), 5)}` })
    maker.add('the exact amount', { ...maker.base(document), text: document.number }, [document])
    decoy(maker, 'a document that is paid', document, { ...maker.write(document.number), bookedOn: '2026-11-21' })
  },
  (maker) => {
    const document = maker.document({ direction: 'outgoing', number: `F-2026-${pad(maker.serial(), 5)}` })
    const text = `${document.number} und F-2026-${pad(maker.serial() + 90_000, 5)}`
    decoy(maker, 'two numbers, one of them unknown', document, {
      text,
      name: document.party,
      amount: money(Math.ceil(document.cents / 2)),
    })
  },
  (maker) => {
    const document = maker.document()
    const isOut = maker.base(document).direction === 'DBIT'
    decoy(maker, 'the other way', document, { direction: isOut ? 'CRDT' : 'DBIT', ...maker.write(document.number) })
  },
  (maker) => {
    const [one, other] = [1, 2].map(() =>
      maker.document({ number: `K${pad(maker.serial(), 5)}`, direction: 'incoming', partyIban: null }),
    )
    if (!one || !other) return
    other.number = one.number
    const { name: _name, ...nameless } = maker.base(one)
    other.cents = one.cents
    maker.add('two suppliers with one number', { ...nameless, ...maker.write(one.number) })
  },
]

const names = Object.keys(banks)

export const madeStatement = (seed: number): MadeStatement => {
  const bank = names[seed % names.length] ?? 'ing'
  const { edition = '08', latin, manners = [] } = banks[bank] ?? {}
  const maker = new Maker(seed, manners)
  const count = 4 + maker.dice.below(5)
  for (let nth = 0; nth < count; nth++) maker.dice.pick(maker.dice.chance(0.6) ? honest : adversarial)(maker)
  const { documents, movements } = maker
  return { bank, edition, encoding: latin ? 'ISO-8859-1' : 'UTF-8', documents, movements }
}
