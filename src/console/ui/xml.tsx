/** XML as people read it: each kind of part in its colour, and the places of findings marked. */
import { useEffect, useMemo, useRef } from 'react'
import { type XmlLine, linesOf } from '../data/xml.ts'
import { useWords } from '../words/words.ts'

interface XmlProps {
  text: string
  /** XPaths of places to mark, the first of which is brought into sight. */
  places?: readonly string[]
}

/** What is longer is not read on a screen, but as a file. */
const MOST_LINES = 5_000

const Line = ({ parts }: XmlLine) =>
  parts.map(({ kind, text }, index) =>
    kind === 'text' ? (
      text
    ) : (
      <span key={index} className={`xml-${kind}`}>
        {text}
      </span>
    ),
  )

export const Xml = ({ text, places = [] }: XmlProps) => {
  const { t } = useWords()
  const lines = useMemo(() => linesOf(text), [text])
  const marked = useRef<HTMLElement>(null)
  const wanted = new Set(places.map((place) => place.replaceAll('[1]', '')))
  const first = lines.findIndex(({ path }) => wanted.has(path))
  useEffect(() => marked.current?.scrollIntoView({ block: 'center' }), [first])
  return (
    <pre className="xml" tabIndex={0} aria-label="XML">
      {lines.slice(0, MOST_LINES).map((line, index) =>
        wanted.has(line.path) ? (
          <mark key={index} {...(index === first && { ref: marked })}>
            <Line {...line} />
            {'\n'}
          </mark>
        ) : (
          <span key={index}>
            <Line {...line} />
            {'\n'}
          </span>
        ),
      )}
      {lines.length > MOST_LINES && t('moreInFile')}
    </pre>
  )
}
