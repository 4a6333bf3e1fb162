/** Script of the pages of the documentation. */
import { all, make, words } from './dom.ts'
import { startKey } from './key.ts'
import { startSearch } from './search.ts'
import { startTrying } from './try.ts'

const SHOWN_MS = 1_500

const copy = async (one: HTMLButtonElement, label: string): Promise<void> => {
  await navigator.clipboard.writeText(one.closest('figure')?.querySelector('code')?.textContent ?? '')
  one.textContent = words.copied
  setTimeout(() => (one.textContent = label), SHOWN_MS)
}

const startCopying = (): void => {
  for (const one of all<HTMLButtonElement>('.copy')) {
    const label = words.copy
    one.textContent = label
    one.lang = document.documentElement.lang
    one.hidden = false
    one.addEventListener('click', () => void copy(one, label))
  }
}

const LANGUAGE = 'docs.language'

/** The tabs of one place, and how the one with a name is chosen, where there is one. */
const tabsIn = (box: HTMLElement, place: number, onPress: (label: string, tab: HTMLElement) => void) => {
  const list = make('div', { role: 'tablist' })
  const pairs = [...box.querySelectorAll<HTMLElement>(':scope > figure')].map((figure, index) => {
    const label = figure.querySelector('figcaption span')?.textContent ?? ''
    const panel = make('div', { role: 'tabpanel', id: `tab-${place}-${index}`, 'aria-label': label })
    const unfolded = figure.nextElementSibling?.matches('details') ? [figure.nextElementSibling] : []
    figure.replaceWith(panel)
    panel.append(figure, ...unfolded)
    const tab = make('button', { type: 'button', role: 'tab', 'aria-controls': panel.id }, label)
    tab.addEventListener('click', () => onPress(label, tab))
    return { label, panel, tab }
  })
  const tabs = pairs.map(({ tab }) => tab)
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const at = tabs.findIndex((one) => one === document.activeElement)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    next?.focus()
    next?.click()
  })
  list.append(...tabs)
  box.prepend(list)
  return (wanted: string | null): void => {
    const chosen =
      pairs.find(({ label }) => label === wanted) ?? (list.querySelector('[aria-selected=true]') ? null : pairs[0])
    if (!chosen) return
    for (const { panel, tab } of pairs) {
      tab.setAttribute('aria-selected', String(tab === chosen.tab))
      tab.tabIndex = tab === chosen.tab ? 0 : -1
      panel.hidden = tab !== chosen.tab
    }
  }
}

/** Blocks of one program in several languages: the reader's is shown, in every place of every page. */
const startTabs = (): void => {
  const places = all('.tabs').map((box, place) =>
    tabsIn(box, place, (label, tab) => {
      localStorage.setItem(LANGUAGE, label)
      const before = tab.getBoundingClientRect().top
      for (const choose of places) choose(label)
      // The blocks above may be longer or shorter now: the pressed tab stays at its place on the screen.
      scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
    }),
  )
  for (const choose of places) choose(localStorage.getItem(LANGUAGE))
}

const startTheme = (): void => {
  for (const one of all<HTMLButtonElement>('.tool.theme')) {
    one.hidden = false
    one.addEventListener('click', () => {
      const { dataset } = document.documentElement
      const isDark = dataset['theme'] ? dataset['theme'] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
      dataset['theme'] = isDark ? 'light' : 'dark'
      localStorage.setItem('theme', dataset['theme'])
    })
  }
}

const startMenu = (): void => {
  for (const one of all<HTMLButtonElement>('.menu-open')) {
    one.hidden = false
    one.addEventListener('click', () => {
      const isOpen = document.body.classList.toggle('menu-shown')
      one.setAttribute('aria-expanded', String(isOpen))
    })
  }
  document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' })
}

/** Opens the folded parts around the element that the address names. */
const openTarget = (): void => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let one = target?.closest('details'); one; one = one.parentElement?.closest('details')) one.open = true
}

startMenu()
startTheme()
startTabs()
startCopying()
startKey()
startSearch()
startTrying()
openTarget()
