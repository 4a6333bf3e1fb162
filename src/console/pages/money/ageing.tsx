/** What is not paid yet, by how late it is: a bar each, with its amount as the server has added it up. */
import { useState } from 'react'
import { useQuery } from 'urql'
import { AgeingDocument, type AgeingQuery, type AgeingSide } from '#operations'
import { csvOf } from '../../data/csv.ts'
import { problemOf } from '../../data/refused.ts'
import { save } from '../../data/save.ts'
import { Card } from '../../ui/head.tsx'
import { Button, Fault, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

type Currency = AgeingQuery['ageing']['currencies'][number]

const ages = {
  NO_DATE: ['ageNoDate', 'neutral'],
  NOT_DUE: ['ageNotDue', 'good'],
  DAYS_30: ['age30', 'warn'],
  DAYS_60: ['age60', 'warn'],
  DAYS_90: ['age90', 'bad'],
  OLDER: ['ageMore', 'bad'],
} as const
const sides = { RECEIVABLE: 'receivable', PAYABLE: 'payable' } as const

const OneCurrency = ({ currency, documents, amount, ages: shares }: Currency) => {
  const { t, money, count } = useWords()
  // Only the length of a bar is a number; what is read is the text of the server.
  const most = Math.max(1, ...shares.map((share) => Number(share.amount)))
  return (
    <div className="stack tight">
      <p className="row">
        <strong className="amount">{money(amount, currency)}</strong>
        <span className="soft">{count('documents', documents)}</span>
      </p>
      <dl className="meters">
        {shares
          .filter(({ documents: some }) => some > 0)
          .map((share) => {
            const [label, tone] = ages[share.age]
            return (
              <div key={share.age}>
                <dt>{t(label)}</dt>
                <dd>
                  <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect className={tone} width={(100 * Number(share.amount)) / most} height="8" />
                  </svg>
                  <span className="number">{money(share.amount, currency)}</span>
                  <span className="soft number">{count('documents', share.documents)}</span>
                </dd>
              </div>
            )
          })}
      </dl>
    </div>
  )
}

const useDownload = (currencies: readonly Currency[]) => {
  const { t } = useWords()
  return (): void => {
    const names = [t('currency'), t('age'), t('documents'), t('amount')]
    const rows = currencies.flatMap(({ currency, ages: shares }) =>
      shares.map(({ age, documents, amount }) => [currency, t(ages[age][0]), String(documents), amount]),
    )
    save(new Blob([csvOf([names, ...rows])], { type: 'text/csv' }), 'ageing.csv')
  }
}

export const Ageing = ({ company }: { company: string | undefined }) => {
  const { t } = useWords()
  const [side, setSide] = useState<AgeingSide>('RECEIVABLE')
  const variables = { side, ...(company !== undefined && { companyId: company }) }
  const [{ data, error }] = useQuery({ query: AgeingDocument, variables, requestPolicy: 'cache-and-network' })
  const currencies = data?.ageing.currencies ?? []
  const download = useDownload(currencies)
  const problem = problemOf(error, undefined)
  return (
    <Card title={t('ageing')}>
      <div className="row">
        <select aria-label={t('ageing')} value={side} onChange={({ target }) => setSide(target.value as AgeingSide)}>
          {Object.entries(sides).map(([code, word]) => (
            <option key={code} value={code}>
              {t(word)}
            </option>
          ))}
        </select>
        {currencies.length > 0 && <Button onPress={download}>{t('exportCsv')}</Button>}
      </div>
      {problem && <Fault {...problem} />}
      {!data && !problem && <Skeleton rows={4} />}
      {data && currencies.length === 0 && <p className="soft">{t('nothingOpen')}</p>}
      {currencies.map((one) => (
        <OneCurrency key={one.currency} {...one} />
      ))}
    </Card>
  )
}
