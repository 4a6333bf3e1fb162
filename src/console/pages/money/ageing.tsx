/** What is not paid yet, by how late it is: a bar each, with its number in words. */
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { AgeingDocument, type DocumentFilter, type LifecycleStatus } from '#operations'
import { dayFromToday } from '../../data/clock.ts'
import { Card } from '../../ui/head.tsx'
import { Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

const open: LifecycleStatus[] = ['ISSUED', 'RECEIVED', 'UNDER_REVIEW', 'APPROVED', 'PARTIALLY_PAID']

const ages = [
  ['notDue', 'ageNotDue', 'good'],
  ['late', 'age30', 'warn'],
  ['later', 'age60', 'warn'],
  ['latest', 'ageMore', 'bad'],
] as const

const filtersFor = (company: string | undefined) => {
  const due = (dueDate: DocumentFilter['dueDate']): DocumentFilter => ({
    direction: { eq: 'OUTGOING' },
    type: { eq: 'INVOICE' },
    lifecycleStatus: { in: open },
    archived: { eq: false },
    dueDate,
    ...(company !== undefined && { companyId: { eq: company } }),
  })
  return {
    notDue: due({ gte: dayFromToday(0) }),
    late: due({ lt: dayFromToday(0), gte: dayFromToday(-30) }),
    later: due({ lt: dayFromToday(-30), gte: dayFromToday(-60) }),
    latest: due({ lt: dayFromToday(-60) }),
  }
}

export const Ageing = ({ company }: { company: string | undefined }) => {
  const { t, count } = useWords()
  const variables = useMemo(() => filtersFor(company), [company])
  const [{ data }] = useQuery({ query: AgeingDocument, variables, requestPolicy: 'cache-and-network' })
  const most = Math.max(1, ...ages.map(([name]) => data?.[name].totalCount ?? 0))
  return (
    <Card title={t('ageing')}>
      {data ? (
        <dl className="meters">
          {ages.map(([name, label, tone]) => (
            <div key={name}>
              <dt>{t(label)}</dt>
              <dd>
                <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={tone} width={(100 * data[name].totalCount) / most} height="8" />
                </svg>
                {count('documents', data[name].totalCount)}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton rows={4} />
      )}
    </Card>
  )
}
