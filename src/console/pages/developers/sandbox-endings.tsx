/** Every number that the simulators fail on, as a button: what it does is told before. */
import { useState } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import {
  AddCompanyDocument,
  ChangeCompanyDocument,
  ClaimDocument,
  type CompaniesQuery,
  SendSamplesDocument,
} from '#operations'
import { msFromNow } from '../../data/clock.ts'
import { sample } from '../../session/samples.ts'
import { Card } from '../../ui/head.tsx'
import type { Word } from '../../words/words.ts'
import { useWords } from '../../words/words.ts'
import { Action } from './action.tsx'
import {
  type Endings,
  domainEndings,
  frenchEndings,
  italianEndings,
  mailEndings,
  networkEndings,
  registryEndings,
} from './endings.ts'

type Companies = CompaniesQuery['companies']['nodes']

interface GroupProps<Data extends object, Variables extends AnyVariables> {
  title: Word
  text: Word
  endings: Endings
  document: TypedDocumentNode<Data, Variables>
  variablesFor: (ending: string) => Variables
  labelOf?: (ending: string) => string
}

const Group = <Data extends object, Variables extends AnyVariables>(props: GroupProps<Data, Variables>) => {
  const { title, text, endings, document, variablesFor, labelOf = (one) => `…${one}` } = props
  const { t, name } = useWords()
  return (
    <Card title={t(title)}>
      <p className="soft">{t(text)}</p>
      {endings.map(([ending, about]) => (
        <Action key={ending} document={document} variables={variablesFor(ending)} about={name(about)}>
          {labelOf(ending)}
        </Action>
      ))}
    </Card>
  )
}

const sending = (one: ReturnType<typeof sample>) => ({ input: { documents: [one] } })

/** Numbers of documents and names of domains are used once: they have something of the moment when the page was opened. */
const useMoment = (): string => useState(() => msFromNow(0).toString(36).slice(-6).toUpperCase())[0]

const Network = ({ from }: { from: string }) => {
  const moment = useMoment()
  return (
    <Group
      title="endings"
      text="endingsText"
      endings={networkEndings}
      document={SendSamplesDocument}
      variablesFor={(ending) => sending(sample(1, from, `9930:DE000000${ending}`, `END-${ending}-${moment}`))}
    />
  )
}

const address = { street: 'Via Roma 1', city: 'Torino', postalCode: '10121', country: 'IT' }

const Italy = ({ companies }: { companies: Companies }) => {
  const { t } = useWords()
  const moment = useMoment()
  const from = companies.find(({ country }) => country === 'IT')
  if (!from)
    return (
      <Card title={t('endingsItaly')}>
        <p className="soft">{t('endingsNoItaly')}</p>
        <Action
          document={AddCompanyDocument}
          variables={{ input: { vatNumber: `IT${String(msFromNow(0)).slice(-11)}` } }}
        >
          {t('addItalian')}
        </Action>
      </Card>
    )
  const invoice = (ending: string) => {
    const vatNumber = `IT00000000${ending}`
    return sample(1, from.peppolId, `0211:${vatNumber}`, `FT-${ending}-${moment}`, 'INVOICE', {
      note: 'TD24',
      lines: [{ description: 'Consulenza', quantity: '2', unit: 'HUR', unitPrice: '100', vatRate: '22' }],
      parties: [{ role: 'BUYER', vatNumber, name: 'Cliente Srl', address }],
    })
  }
  return (
    <Group
      title="endingsItaly"
      text="endingsItalyText"
      endings={italianEndings}
      document={SendSamplesDocument}
      variablesFor={(ending) => sending(invoice(ending))}
    />
  )
}

const France = ({ companies }: { companies: Companies }) => {
  const { t } = useWords()
  const moment = useMoment()
  const [from, to] = companies.filter(({ country }) => country === 'FR')
  if (!from || !to)
    return (
      <Card title={t('endingsFrance')}>
        <p className="soft">{t('endingsNoFrance')}</p>
      </Card>
    )
  const invoice = (ending: string) =>
    sample(1, from.peppolId, to.peppolId, `F-${moment}-${ending}`, 'INVOICE', {
      businessProcess: 'S1',
      lines: [{ description: 'Prestation', quantity: '10', unit: 'HUR', unitPrice: '100', vatRate: '20' }],
    })
  return (
    <Group
      title="endingsFrance"
      text="endingsFranceText"
      endings={frenchEndings}
      document={SendSamplesDocument}
      variablesFor={(ending) => sending(invoice(ending))}
    />
  )
}

const Mail = ({ company }: { company: Companies[number] }) => {
  const { t } = useWords()
  const moment = useMoment()
  const invoice = (who: string) =>
    sample(1, company.peppolId, '9930:DE000000400', `MAIL-${who.toUpperCase()}-${moment}`, 'INVOICE', {
      parties: [
        {
          role: 'BUYER',
          name: 'Buyer GmbH',
          address: { street: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
          contact: { name: 'Accounts', email: `${who}@example.com` },
        },
      ],
    })
  return (
    <>
      <Card title={t('emailFallback')}>
        <p className="soft">{t('emailFallbackText')}</p>
        <Action
          document={ChangeCompanyDocument}
          variables={{ input: { companyId: company.id, settings: { emailFallback: true } } }}
        >
          {t('emailFallbackOn')}
        </Action>
      </Card>
      <Group
        title="endingsMail"
        text="endingsMailText"
        endings={mailEndings}
        document={SendSamplesDocument}
        variablesFor={(who) => sending(invoice(who))}
        labelOf={(who) => `${who}@example.com`}
      />
    </>
  )
}

interface AllEndingsProps {
  companies: Companies
  /** The one that the others send from. */
  own: Companies[number] | undefined
  isPlatform: boolean
}

export const AllEndings = ({ companies, own, isPlatform }: AllEndingsProps) => {
  const moment = useMoment()
  return (
    <>
      {own && <Network from={own.peppolId} />}
      <Group
        title="endingsRegistry"
        text="endingsRegistryText"
        endings={registryEndings}
        document={AddCompanyDocument}
        variablesFor={(ending) => ({ input: { vatNumber: `DE000000${ending}` } })}
        labelOf={(ending) => `DE000000${ending}`}
      />
      <Italy companies={companies} />
      <France companies={companies} />
      {own && <Mail company={own} />}
      {isPlatform && (
        <Group
          title="endingsDomains"
          text="endingsDomainsText"
          endings={domainEndings}
          document={ClaimDocument}
          variablesFor={(ending) => ({ domain: `n${moment.toLowerCase()}-000000${ending}.example` })}
          labelOf={(ending) => `…000000${ending}.example`}
        />
      )}
    </>
  )
}
