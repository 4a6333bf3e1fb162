/** What stands around every page: where to go, for which company, in which language and light. */
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { CompaniesDocument, ViewerDocument, type ViewerQuery } from '#operations'
import { useConnection } from '../data/connection.ts'
import { problemOf } from '../data/refused.ts'
import { signOut } from '../session/consent.ts'
import { BrandMark, brand } from '../ui/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { Badge, Button, Empty, Fault, Field, Menu } from '../ui/parts.tsx'
import { type Theme, applyTheme, currentTheme, themes } from '../ui/theme.ts'
import { chooseLanguage, languages, useWords } from '../words/words.ts'
import { Calls } from './calls.tsx'
import { Help } from './help.tsx'
import { Palette } from './palette.tsx'
import { groups, pages, pagesOf } from './pages.ts'
import { commandKey, useShortcuts } from './shortcuts.ts'
import { themeWords } from './theme-words.ts'

type Viewer = ViewerQuery['viewer']

const Settings = () => {
  const { t, language } = useWords()
  const [theme, setTheme] = useState(currentTheme)
  const choose = (chosen: Theme): void => {
    applyTheme(chosen)
    setTheme(chosen)
  }
  return (
    <Menu title={t('settings')} look="settings">
      <Field label={t('language')}>
        <select value={language} onChange={({ target }) => chooseLanguage(target.value)}>
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('theme')}>
        <select value={theme} onChange={({ target }) => choose(target.value as Theme)}>
          {themes.map((one) => (
            <option key={one} value={one}>
              {t(themeWords[one])}
            </option>
          ))}
        </select>
      </Field>
      <Button look="quiet" onPress={signOut}>
        <Icon name="out" /> {t('signOut')}
      </Button>
    </Menu>
  )
}

const CompanySwitcher = () => {
  const { t } = useWords()
  const { company = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [{ data }] = useQuery({ query: CompaniesDocument })
  const companies = data?.companies?.nodes ?? []
  if (companies.length === 0) return null
  return (
    <Field label={t('company')}>
      <select
        value={company}
        onChange={({ target }) =>
          void navigate({
            to: '.',
            search: ({ company: _before, open: _open, ...others }) => ({
              ...others,
              ...(target.value && { company: target.value }),
            }),
          })
        }
      >
        <option value="">{t('allCompanies')}</option>
        {companies.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  )
}

const Way = ({ viewer }: { viewer: Viewer | undefined }) => {
  const { t } = useWords()
  const { company } = useSearch({ strict: false })
  const shown = viewer ? pagesOf(viewer) : []
  const { pathname } = useLocation()
  // On a narrow screen the menu is a line that is longer than the screen.
  useEffect(() => {
    document.querySelector('nav [aria-current="page"]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname, shown.length])
  return (
    <nav aria-label={t('console')}>
      {groups.map((group) => [
        shown.some((page) => page.group === group) && <h2 key={group}>{t(group)}</h2>,
        ...shown
          .filter((page) => page.group === group)
          .map(({ to, name, icon }) => (
            <Link key={to} to={to} search={company ? { company } : {}} activeOptions={{ includeSearch: false }}>
              <Icon name={icon} /> {t(name)}
            </Link>
          )),
      ])}
    </nav>
  )
}

interface SideProps {
  viewer: Viewer | undefined
  onOpen: (what: 'palette' | 'calls') => void
}

const Side = ({ viewer, onOpen }: SideProps) => {
  const { t } = useWords()
  return (
    <header className="side">
      <div className="brand">
        <BrandMark />
        <span dir="auto">{viewer?.organizations[0]?.name ?? brand.name}</span>
        {viewer?.isTestMode && <Badge tone="warn">{t('sandbox')}</Badge>}
      </div>
      <CompanySwitcher />
      <Button look="jump" onPress={() => onOpen('palette')}>
        <span>{t('searchOrJump')}</span> <kbd>{commandKey} K</kbd>
      </Button>
      <Way viewer={viewer} />
      <div className="foot">
        <Settings />
        <Button look="quiet" onPress={() => onOpen('calls')}>
          <Icon name="code" /> {t('asCode')}
        </Button>
      </div>
    </header>
  )
}

/** Whoever may not see a page is told so, and no question of it is asked. */
const isForbidden = (viewer: Viewer | undefined, pathname: string): boolean =>
  viewer !== undefined && pages.some(({ to }) => pathname === to) && !pagesOf(viewer).some(({ to }) => pathname === to)

/** Codes of a key that is not one any more. */
const ended: ReadonlySet<string> = new Set(['INVALID_TOKEN', 'EXPIRED_TOKEN', 'REVOKED_KEY'])

/** Who is there, asked again when the server is back. */
const useViewer = () => {
  const { isOnline, returns } = useConnection()
  const [{ data, error }, again] = useQuery({ query: ViewerDocument })
  useEffect(() => {
    if (returns > 0) again({ requestPolicy: 'network-only' })
  }, [returns])
  const isRevoked = error?.graphQLErrors.some(({ extensions }) => ended.has(String(extensions['code']))) ?? false
  return { viewer: data?.viewer, isOnline, isRevoked, problem: isOnline ? problemOf(error, undefined) : undefined }
}

const Forbidden = () => {
  const { t } = useWords()
  return <Empty isPage title={t('forbidden')} text={t('forbiddenText')} />
}

export const Shell = () => {
  const { t } = useWords()
  const { pathname } = useLocation()
  const { viewer, isOnline, isRevoked, problem } = useViewer()
  const [open, setOpen] = useState<'palette' | 'help' | 'calls'>()
  useShortcuts(setOpen)
  if (isRevoked) return <Revoked />
  return (
    <>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <div role="status">{!isOnline && <p className="offline">{t('offline')}</p>}</div>
      <div className="shell">
        <Side viewer={viewer} onOpen={setOpen} />
        <main id="content" tabIndex={-1}>
          {problem && <Fault {...problem} />}
          {isForbidden(viewer, pathname) ? <Forbidden /> : <Outlet />}
        </main>
      </div>
      {open === 'palette' && (
        <Palette
          shown={viewer ? pagesOf(viewer) : []}
          onClose={() => setOpen(undefined)}
          onHelp={() => setOpen('help')}
        />
      )}
      {open === 'calls' && <Calls onClose={() => setOpen(undefined)} />}
      {open === 'help' && <Help onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The key ended while somebody worked with it. */
const Revoked = () => {
  const { t } = useWords()
  return (
    <main className="sign-in">
      <div className="card">
        <Empty isPage title={t('keyRefused')}>
          <Button look="main" onPress={signOut}>
            {t('signIn')}
          </Button>
        </Empty>
      </div>
    </main>
  )
}
