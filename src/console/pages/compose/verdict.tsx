/** Beside the form: what the document comes to, and what the rules say, as the server sees it. */
import type { ReactNode } from 'react'
import { Card } from '../../ui/head.tsx'
import { Badge } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { Findings } from '../document/findings.tsx'
import type { useCheck } from './check.ts'

const sums = [
  ['net', 'netAmount'],
  ['vat', 'vatAmount'],
  ['gross', 'grossAmount'],
  ['amountDue', 'amountDue'],
] as const

interface VerdictProps {
  check: ReturnType<typeof useCheck>
  children: ReactNode
}

export const VerdictCards = ({ check: { verdict, problem, isBusy, needsRecipient }, children }: VerdictProps) => {
  const { t, money } = useWords()
  const state = isBusy ? 'checking' : verdict?.valid ? 'readyToSend' : 'notReady'
  const tone = isBusy ? 'busy' : verdict?.valid ? 'good' : 'warn'
  return (
    <div className="stack beside">
      <Card title={t('totals')}>
        <div role="status">
          <Badge tone={tone}>{t(state)}</Badge>
        </div>
        <dl className="sums">
          {sums.map(([name, amount]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{money(verdict?.totals[amount], verdict?.totals.currency)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {children}
      {needsRecipient && <p className="note">{t('recipientFirst')}</p>}
      {problem && (
        <p className="note" role="status">
          {problem.message}
        </p>
      )}
      {verdict && (
        <Card title={t('whatIsWrong')}>
          <Findings findings={[...verdict.validation.errors, ...verdict.validation.warnings]} />
        </Card>
      )}
    </div>
  )
}
