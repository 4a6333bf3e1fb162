/** The small parts that pages are made of. */
import { type ReactNode, useCallback, useState } from 'react'
import {
  Button as AriaButton,
  type ButtonProps,
  Dialog as AriaDialog,
  Heading,
  Modal,
  ModalOverlay,
} from 'react-aria-components'
import type { Problem } from '../data/refused.ts'
import { useWords } from '../words/words.ts'
import { Icon } from './icon.tsx'

interface ButtonLook {
  look?: 'main' | 'plain' | 'quiet' | 'danger' | 'jump' | 'pill' | 'tiny' | 'link'
}

export const Button = ({ look = 'plain', ...props }: ButtonProps & ButtonLook) => (
  <AriaButton {...props} className={`button ${look}`} />
)

export type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'bad'

/** Colour never speaks alone: the word stands in it, and a dot of the same tone before it. */
export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
)

interface FieldProps {
  label: string
  children: ReactNode
  hint?: string
}

export const Field = ({ label, hint, children }: FieldProps) => (
  <label className="field">
    <span className="label">{label}</span>
    {children}
    {hint && <span className="hint">{hint}</span>}
  </label>
)

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
}

/** Open while it is there; Escape and a click beside it close it. */
export const Dialog = ({ title, onClose, children, wide = false }: DialogProps) => {
  const { t } = useWords()
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className="overlay">
      <Modal className={wide ? 'modal wide' : 'modal'}>
        <AriaDialog className="dialog">
          <div className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <Button look="quiet" aria-label={t('close')} onPress={onClose}>
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface MenuProps {
  title: string
  look: 'menu' | 'settings'
  children: ReactNode
}

/** What opens below its title, and closes by Escape as a dialog does: the page around it hears nothing of that. */
export const Menu = ({ title, look, children }: MenuProps) => (
  <details
    className={look}
    onKeyDown={(event) => {
      const menu = event.currentTarget
      if (event.key !== 'Escape' || !menu.open) return
      event.stopPropagation()
      menu.open = false
      menu.querySelector('summary')?.focus()
    }}
  >
    <summary>{title}</summary>
    <div>{children}</div>
  </details>
)

interface EmptyProps {
  title: string
  text?: string
  children?: ReactNode
  /** Where it is all that a page shows, its title is the heading of the page. */
  isPage?: boolean
}

export const Empty = ({ title, text, children, isPage = false }: EmptyProps) => (
  <div className="empty">
    <Icon name="empty" />
    {isPage ? <h1 className="empty-title">{title}</h1> : <p className="empty-title">{title}</p>}
    {text && <p>{text}</p>}
    {children}
  </div>
)

/** What happened, in the words of the server, with what can be done, and what it is found by. */
export const Fault = ({ message, details = [], docUrl, requestId }: Problem) => {
  const { t } = useWords()
  return (
    <div className="fault" role="alert">
      <strong>{t('failed')}</strong>
      <p>{message}</p>
      {details.length > 0 && (
        <ul>
          {details.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {(docUrl ?? requestId) && (
        <p className="fault-foot">
          {docUrl && (
            <a href={new URL(docUrl).pathname + new URL(docUrl).hash} target="_blank" rel="noreferrer">
              {t('whatToDo')}
            </a>
          )}
          {requestId && <code>{t('requestId', { id: requestId })}</code>}
        </p>
      )}
    </div>
  )
}

export const Skeleton = ({ rows }: { rows: number }) => {
  const { t } = useWords()
  return (
    <div className="skeletons" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="skeleton" />
      ))}
    </div>
  )
}

/** A secret that is shown once. */
export const Once = ({ label, secret }: { label: string; secret: string }) => {
  const { t } = useWords()
  const [isCopied, setCopied] = useState(false)
  // The form that had the focus is gone; whoever has no mouse goes on from here.
  const place = useCallback((one: HTMLElement | null) => one?.focus(), [])
  return (
    <div className="once" role="status" tabIndex={-1} ref={place}>
      <p>{label}</p>
      <code>{secret}</code>
      <Button onPress={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}>
        {isCopied ? t('copied') : t('copy')}
      </Button>
    </div>
  )
}

/** The search of a page, which `/` leads to. */
export const SearchField = ({
  value,
  onChange,
  hint,
}: {
  value: string
  onChange: (text: string) => void
  hint?: string
}) => {
  const { t } = useWords()
  return (
    <Field label={t('search')}>
      <input
        data-search
        type="search"
        maxLength={200}
        placeholder={hint}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
