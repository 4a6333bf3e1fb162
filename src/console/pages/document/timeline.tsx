/** One line of all that happened to a document, with what is behind each moment. */
import { useState } from 'react'
import { useQuery } from 'urql'
import { MessageDocument } from '#operations'
import { bytesOf } from '../../data/bytes.ts'
import { save } from '../../data/save.ts'
import type { Shown } from '../../data/shown.ts'
import { Badge, Button, Dialog, Fault, Skeleton } from '../../ui/parts.tsx'
import { Xml } from '../../ui/xml.tsx'
import { factNames, momentText } from '../../words/moments.ts'
import { fill, useWords } from '../../words/words.ts'

const MOST_SHOWN = 200_000

type Moment = Shown['timeline'][number]

/** As people read it in their language; in the words of the server where there are none. */
const useSentence = () => {
  const { name, money } = useWords()
  return (one: Moment): string => {
    const { by, text, data } = one
    const both = momentText(one)
    const values = {
      by: by ?? '',
      number: String(data.number ?? ''),
      money: money(data.amount, data.currency ?? 'EUR'),
    }
    return both ? fill(name(both), values) : text
  }
}

/** What is beside the sentence, each with its name. */
const useFacts = () => {
  const { name } = useWords()
  return ({ by, text, data }: Moment): (readonly [string, string])[] =>
    Object.entries({ text, by, ...data }).flatMap(([fact, value]) => {
      const both = factNames[fact]
      return both && value !== null && value !== undefined ? [[name(both), String(value)] as const] : []
    })
}

/** The bytes behind a moment, where they are kept: XML as people read it, others as they are. */
const Message = ({ id, hash, onClose }: { id: string; hash: string; onClose: () => void }) => {
  const { t } = useWords()
  const [{ data, error }] = useQuery({ query: MessageDocument, variables: { id, hash } })
  const file = data?.documentEvidenceFile
  const text = file && new TextDecoder().decode(bytesOf(file.base64))
  return (
    <Dialog wide title={t('message')} onClose={onClose}>
      {error && <Fault message={error.graphQLErrors[0]?.message ?? error.message} />}
      {!file && !error && <Skeleton rows={6} />}
      {file && (
        <div className="row">
          <span className="soft grow">{file.fileName}</span>
          <Button onPress={() => save(new Blob([bytesOf(file.base64)]), file.fileName)}>
            {t('download', { name: '' })}
          </Button>
        </div>
      )}
      {text?.startsWith('<') && <Xml text={text} />}
      {text && !text.startsWith('<') && (
        <pre className="xml" tabIndex={0}>
          {text.slice(0, MOST_SHOWN)}
        </pre>
      )}
    </Dialog>
  )
}

export const Timeline = ({ document: { id, timeline } }: { document: Shown }) => {
  const [hash, setHash] = useState<string>()
  return (
    <>
      {hash && <Message {...{ id, hash }} onClose={() => setHash(undefined)} />}
      <Moments timeline={timeline} onMessage={setHash} />
    </>
  )
}

const Behind = ({ moment, onMessage }: { moment: Moment; onMessage: (hash: string) => void }) => {
  const { t } = useWords()
  const facts = useFacts()(moment)
  const { messageHash } = moment.data
  return (
    <>
      {messageHash && (
        <Button look="link" onPress={() => onMessage(messageHash)}>
          {t('message')}
        </Button>
      )}
      <details>
        <summary>{t('behind')}</summary>
        <dl className="behind">
          {facts.map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

const Moments = ({ timeline, onMessage }: { timeline: Shown['timeline']; onMessage: (hash: string) => void }) => {
  const { moment, spell } = useWords()
  const sentence = useSentence()
  return (
    <ol className="timeline">
      {timeline.map((one, index) => (
        <li key={`${one.at} ${one.what} ${index}`}>
          <div>
            {sentence(one)} <Badge tone="neutral">{spell(one.source)}</Badge>
          </div>
          {one.data.reason && <div dir="auto">{one.data.reason}</div>}
          <time dateTime={one.at}>{moment(one.at)}</time>
          <Behind moment={one} onMessage={onMessage} />
        </li>
      ))}
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
