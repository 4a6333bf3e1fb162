/** Texts of the server as code. */
import { Fragment } from 'react'

/** A text of the server, in which names stand between backticks: they are set as code. */
export const Coded = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))

/** As webhooks and REST write the type of an event: `DOCUMENT_RECEIVED` is `document.received`. */
export const eventName = (type: string): string => (type.includes('.') ? type : type.toLowerCase().replace('_', '.'))

/** The type of an event; where there is little room it is broken between its words. */
export const TypeOf = ({ type }: { type: string }) => (
  <code className="type">
    {eventName(type)
      .split(/(?<=[._])/)
      .map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
  </code>
)
