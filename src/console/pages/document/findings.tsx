/** What is wrong: the rule, the place, and how it is mended. */
import type { ProblemFragment } from '#operations'
import { Badge } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

export const Findings = ({ findings }: { findings: readonly ProblemFragment[] }) => {
  const { t } = useWords()
  if (findings.length === 0) return <p className="soft">{t('noFindings')}</p>
  return (
    <ul className="findings">
      {findings.map(({ rule, message, fix, path, severity, terms }, index) => (
        <li key={`${rule} ${index}`}>
          <Badge tone={severity === 'FATAL' ? 'bad' : 'warn'}>{rule}</Badge>{' '}
          {path && <mark title={terms.join(', ')}>{path}</mark>}
          <p>{message}</p>
          <p className="soft">
            {t('fix')}: {fix}{' '}
            <a href={`/docs/errors#${encodeURIComponent(rule)}`} target="_blank" rel="noreferrer">
              {t('aboutRule', { rule })}
            </a>
          </p>
        </li>
      ))}
    </ul>
  )
}
