/** Whom a document names: who sells, who buys, and whoever else has a part in it. */
import type { Shown } from '../../data/shown.ts'
import { partyRoleNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import { Term } from './term.tsx'

type Party = Shown['parties'][number]

/** The terms of the norm for a name, a VAT number and a number in a register. */
const terms: Readonly<Record<string, readonly [name: string, vat: string, legal: string]>> = {
  seller: ['BT-27', 'BT-31', 'BT-30'],
  buyer: ['BT-44', 'BT-48', 'BT-47'],
  payee: ['BT-59', '', 'BT-61'],
  'tax-representative': ['BT-62', 'BT-63', ''],
}

const placeOf = ({ address }: Party): string =>
  [
    address?.street,
    address?.streetLine2,
    [address?.postalCode, address?.city].filter(Boolean).join(' '),
    address?.country,
  ]
    .filter(Boolean)
    .join(', ')

const OneParty = ({ document, party }: { document: Shown; party: Party }) => {
  const { name } = useWords()
  const { role, vatNumber, legalId, contact } = party
  const [ofName = '', ofVat = '', ofLegal = ''] = terms[role ?? ''] ?? []
  const both = partyRoleNames[role ?? '']
  const more = [
    [ofVat, vatNumber],
    [ofLegal, legalId?.value],
    ['', placeOf(party)],
    ['', [contact?.name, contact?.email, contact?.phone].filter(Boolean).join(' · ')],
  ] as const
  return (
    <div>
      <dt>
        <Term document={document} name={both ? name(both) : (role ?? '')} term={ofName} />
      </dt>
      <dd>
        <bdi>{party.name}</bdi>
        {more.map(
          ([term, text], index) =>
            text && (
              <div key={index} className="soft" dir="auto">
                <Term {...{ document, term }} name={text} />
              </div>
            ),
        )}
      </dd>
    </div>
  )
}

/** Without a structure there are the names alone. */
const known = ({ senderName, receiverName, senderVatNumber, receiverVatNumber, type }: Shown): Party[] => {
  const isOrder = type === 'PURCHASE_ORDER' || type === 'PURCHASE_REQUEST'
  const plain = { address: null, legalId: null, contact: null }
  return [
    { ...plain, role: isOrder ? 'buyer' : 'seller', name: senderName, vatNumber: senderVatNumber },
    { ...plain, role: isOrder ? 'seller' : 'buyer', name: receiverName, vatNumber: receiverVatNumber },
  ].filter(({ name }) => name) as Party[]
}

export const Parties = ({ document }: { document: Shown }) => (
  <dl className="facts parties">
    {(document.parties.length > 0 ? document.parties : known(document)).map((party, index) => (
      <OneParty key={index} {...{ document, party }} />
    ))}
  </dl>
)
