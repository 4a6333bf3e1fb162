/** What stands around every page: where to go, for which company, in which language and light. */
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { CompaniesDocument, ViewerDocument, type ViewerQuery } from '#operations'
import { session } from '../session/session.ts'
import { BrandMark, brand } from '../ui/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { Badge, Button, Empty, Field } from '../ui/parts.tsx'
import { type Theme, applyTheme, currentTheme, themes } from '../ui/theme.ts'
import { chooseLanguage, languages, useWords } from '../words/words.ts'
import { Help } from './help.tsx'
import { Palette } from './palette.tsx'
import { groups, pages, pagesFor } from './pages.ts'
import { useShortcuts } from './shortcuts.ts'

const themeWords = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const

const Settings = () => {
  const { t, language } = useWords()
  const [theme, setTheme] = useState(currentTheme)
  const choose = (chosen: Theme): void => {
    applyTheme(chosen)
    setTheme(chosen)
  }
  return (
    <details className="settings">
      <summary>{t('settings')}</summary>
      <div>
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
        <Button look="quiet" onPress={() => session.signOut()}>
          <Icon name="out" /> {t('signOut')}
        </Button>
      </div>
    </details>
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

const Way = ({ scopes }: { scopes: ViewerQuery['viewer']['scopes'] }) => {
  const { t } = useWords()
  const { company } = useSearch({ strict: false })
  const shown = pagesFor(scopes)
  const { pathname } = useLocation()
  // On a narrow screen the menu is a line that is longer than the screen.
  useEffect(() => {
    document.querySelector('nav [aria-current="page"]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
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

const Side = ({ viewer, onJump }: { viewer: ViewerQuery['viewer'] | undefined; onJump: () => void }) => {
  const { t } = useWords()
  return (
    <header className="side">
      <div className="brand">
        <BrandMark />
        <span dir="auto">{viewer?.organizations[0]?.name ?? brand.name}</span>
        {viewer?.isTestMode && <Badge tone="warn">{t('sandbox')}</Badge>}
      </div>
      <CompanySwitcher />
      <Button look="jump" onPress={onJump}>
        <span>{t('searchOrJump')}</span> <kbd>⌘K</kbd>
      </Button>
      <Way scopes={viewer?.scopes ?? []} />
      <Settings />
    </header>
  )
}

/** Whoever may not see a page is told so, and no question of it is asked. */
const useIsForbidden = (viewer: ViewerQuery['viewer'] | undefined): boolean => {
  const { pathname } = useLocation()
  if (!viewer || !pages.some(({ to }) => pathname === to)) return false
  return !pagesFor(viewer.scopes).some(({ to }) => pathname === to)
}

/** Codes of a key that is not one any more. */
const ended: ReadonlySet<string> = new Set(['INVALID_TOKEN', 'EXPIRED_TOKEN', 'REVOKED_KEY'])

export const Shell = () => {
  const { t } = useWords()
  const [{ data, error }] = useQuery({ query: ViewerDocument })
  const [open, setOpen] = useState<'palette' | 'help'>()
  useShortcuts(setOpen)
  const isForbidden = useIsForbidden(data?.viewer)
  const isRevoked = error?.graphQLErrors.some(({ extensions }) => ended.has(String(extensions['code']))) ?? false
  if (isRevoked) return <Revoked />
  return (
    <>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      {error?.networkError && (
        <div className="offline" role="alert">
          {t('offline')}
        </div>
      )}
      <div className="shell">
        <Side viewer={data?.viewer} onJump={() => setOpen('palette')} />
        <main id="content" tabIndex={-1}>
          {isForbidden ? <Empty isPage title={t('forbidden')} /> : <Outlet />}
        </main>
      </div>
      {open === 'palette' && <Palette scopes={data?.viewer.scopes ?? []} onClose={() => setOpen(undefined)} />}
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
          <Button look="main" onPress={() => session.signOut()}>
            {t('signIn')}
          </Button>
        </Empty>
      </div>
    </main>
  )
}
