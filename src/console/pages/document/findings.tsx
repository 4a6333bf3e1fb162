/** What is wrong: the rule, the place, and how it is mended. */
import type { ProblemFragment } from '#operations'
import { Badge, Button } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

interface FindingsProps {
  findings: readonly ProblemFragment[]
  /** Shows the place in the XML, where there is one. */
  onPlace?: (xpath: string) => void
}

export const Findings = ({ findings, onPlace }: FindingsProps) => {
  const { t } = useWords()
  if (findings.length === 0) return <p className="soft">{t('noFindings')}</p>
  return (
    <ul className="findings">
      {findings.map(({ rule, message, fix, path, xpath, severity, terms }, index) => (
        <li key={`${rule} ${index}`}>
          <Badge tone={severity === 'FATAL' ? 'bad' : 'warn'}>{rule}</Badge>{' '}
          {path && <mark title={terms.join(', ')}>{path}</mark>}
          {onPlace && xpath !== '' && (
            <Button look="link" aria-label={`${t('place')}: ${rule}`} onPress={() => onPlace(xpath)}>
              {t('place')}
            </Button>
          )}
          <p>{message}</p>
          <p className="soft">
            {t('pair', { name: t('fix'), value: fix })}{' '}
            <a href={`/docs/errors#${encodeURIComponent(rule)}`} target="_blank" rel="noreferrer">
              {t('aboutRule', { rule })}
            </a>
          </p>
        </li>
      ))}
    </ul>
  )
}
