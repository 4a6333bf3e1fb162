/** One line of all that happened to a document, with what is behind each moment. */
import type { Shown } from '../../data/shown.ts'
import { Badge } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

type Moment = Shown['timeline'][number]

const factsOf = ({ by, data }: Moment): string[] =>
  Object.entries({ by, ...data }).flatMap(([name, value]) =>
    value === null || value === undefined || name === '__typename' ? [] : [`${name}: ${String(value)}`],
  )

export const Timeline = ({ document: { timeline } }: { document: Shown }) => {
  const { t, moment, spell } = useWords()
  return (
    <ol className="timeline">
      {timeline.map((one, index) => {
        const facts = factsOf(one)
        return (
          <li key={`${one.at} ${one.what} ${index}`}>
            <div>
              {one.text} <Badge tone="neutral">{spell(one.source)}</Badge>
            </div>
            <time dateTime={one.at}>{moment(one.at)}</time>
            {facts.length > 0 && (
              <details>
                <summary>{t('behind')}</summary>
                <pre tabIndex={0}>{facts.join('\n')}</pre>
              </details>
            )}
          </li>
        )
      })}
    </ol>
  )
}

export const Attempts = ({ document: { attempts } }: { document: Shown }) => {
  const { moment, spell } = useWords()
  return (
    <ol className="timeline">
      {attempts.map(({ id, number, outcome, startedAt, durationMs, endpoint, detail, errorCode }) => (
        <li key={id}>
          <div>
            {number}. {spell(outcome)} · {durationMs} ms {errorCode && <code>{errorCode}</code>}
          </div>
          {detail && <div className="soft">{detail}</div>}
          {endpoint && <code className="soft">{endpoint}</code>}
          <div>
            <time dateTime={startedAt}>{moment(startedAt)}</time>
          </div>
        </li>
      ))}
    </ol>
  )
}
