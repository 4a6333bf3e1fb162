/** What the palette offers for what was typed. */
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { DocumentsDocument, PartnerListDocument } from '#operations'
import { session } from '../session/session.ts'
import type { IconName } from '../ui/icon.tsx'
import { applyTheme, themes } from '../ui/theme.ts'
import { typeNames } from '../words/codes.ts'
import { chooseLanguage, languages, useWords } from '../words/words.ts'
import { type Page, composed } from './pages.ts'
import { themeWords } from './theme-words.ts'

export interface Choice {
  id: string
  text: string
  icon: IconName
  /** What it is, where its text does not say so. */
  kind?: string
  go: () => void
}

const MOST_FOUND = 6

/** The buttons of the page that is behind the palette, each once: what it can do is done from here as well. */
const buttonsOfPage = (): readonly HTMLButtonElement[] => {
  const all = [...document.querySelectorAll<HTMLButtonElement>('main button:not(:disabled)')]
  const seen = all.filter((one) => one.checkVisibility() && nameOf(one) !== '')
  return [...new Map(seen.map((one) => [nameOf(one), one])).values()]
}
const nameOf = (one: HTMLElement): string => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()

const useFound = (shown: readonly Page[], typed: string): Choice[] => {
  const asked = useDeferredValue(typed)
  const { t, money } = useWords()
  const navigate = useNavigate()
  const may = (to: string): boolean => shown.some((page) => page.to === to)
  const isShort = asked.length < 2
  const [{ data: documents }] = useQuery({
    query: DocumentsDocument,
    variables: { filter: { q: asked }, first: MOST_FOUND },
    pause: isShort || !may('/inbox'),
  })
  const [{ data: partners }] = useQuery({
    query: PartnerListDocument,
    variables: { search: asked, first: MOST_FOUND },
    pause: isShort || !may('/partners'),
  })
  if (isShort) return []
  return [
    ...(partners?.partners.nodes ?? []).map(({ id, name }) => ({
      id,
      text: name,
      icon: 'people' as const,
      kind: t('partner'),
      go: () => void navigate({ to: '/inbox', search: { partner: id } }),
    })),
    ...(documents?.documents.nodes ?? []).map(
      ({ id, number, senderName, receiverName, direction, grossAmount, currency }) => ({
        id,
        text: [number, direction === 'INCOMING' ? senderName : receiverName, money(grossAmount, currency)].join(' · '),
        icon: direction === 'INCOMING' ? ('inbox' as const) : ('outbox' as const),
        go: () => void navigate({ to: '/documents/$id', params: { id } }),
      }),
    ),
  ]
}

/** What may be done wherever somebody is. */
const useActions = (shown: readonly Page[], onHelp: () => void): Choice[] => {
  const { t, name } = useWords()
  const navigate = useNavigate()
  const maySend = shown.some(({ to }) => to === '/compose')
  return [
    ...(maySend ? composed : []).map((type) => ({
      id: `new ${type}`,
      text: t('newDocument', { name: name(typeNames[type]) }),
      icon: 'compose' as const,
      go: () => void navigate({ to: '/compose', search: { type } }),
    })),
    ...themes.map((theme) => ({
      id: theme,
      text: `${t('theme')}: ${t(themeWords[theme])}`,
      icon: 'parts' as const,
      go: () => applyTheme(theme),
    })),
    ...Object.entries(languages).map(([code, language]) => ({
      id: code,
      text: `${t('language')}: ${language}`,
      icon: 'list' as const,
      go: () => chooseLanguage(code),
    })),
    { id: 'help', text: t('shortcuts'), icon: 'list', go: onHelp },
    { id: 'out', text: t('signOut'), icon: 'out', go: () => session.signOut() },
  ]
}

interface Asking {
  /** Those that whoever asks may open. */
  shown: readonly Page[]
  typed: string
  onHelp: () => void
}

/** Pages and actions follow each key at once, so that Enter opens what was typed; the others come when they are found. */
export const useChoices = ({ shown, typed, onHelp }: Asking): Choice[] => {
  const { t } = useWords()
  const navigate = useNavigate()
  const [buttons] = useState(buttonsOfPage)
  const found = useFound(shown, typed)
  const actions = useActions(shown, onHelp)
  const isMeant = ({ text }: Choice): boolean => text.toLowerCase().includes(typed.toLowerCase())
  const toPages = shown.map(({ to, name, icon }) => ({
    id: to,
    text: t(name),
    icon,
    go: () => void navigate({ to }),
  }))
  const here = buttons.map((one, index) => ({
    id: `here-${index}`,
    text: nameOf(one),
    icon: 'live' as const,
    kind: t('onThisPage'),
    go: () => one.click(),
  }))
  const offered = [...toPages, ...actions, ...(typed === '' ? [] : here)]
  return [...offered.filter(isMeant), ...found]
}
