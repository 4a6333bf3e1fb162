/** What the pages of the documentation do beside being read. */
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

/** Blocks of one program in several languages: the reader's is shown, on every page. */
const startTabs = (): void => {
  for (const [place, box] of all('.tabs').entries()) {
    const figures = [...box.querySelectorAll<HTMLElement>('figure')]
    const list = make('div', { role: 'tablist' })
    const panels = figures.map((figure, index) => {
      const label = figure.querySelector('figcaption span')?.textContent ?? ''
      const panel = make('div', { role: 'tabpanel', id: `tab-${place}-${index}`, 'aria-label': label })
      figure.replaceWith(panel)
      panel.append(figure)
      return panel
    })
    const tabs = panels.map(({ id, ariaLabel }, index) => {
      const label = ariaLabel ?? ''
      const tab = make('button', { type: 'button', role: 'tab', 'aria-controls': id }, label)
      tab.addEventListener('click', () => {
        localStorage.setItem(LANGUAGE, label)
        choose(index)
      })
      return tab
    })
    const choose = (chosen: number): void => {
      for (const [index, tab] of tabs.entries()) {
        tab.setAttribute('aria-selected', String(index === chosen))
        tab.tabIndex = index === chosen ? 0 : -1
        const panel = panels[index]
        if (panel) panel.hidden = index !== chosen
      }
    }
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
    choose(
      Math.max(
        0,
        tabs.findIndex((one) => one.textContent === localStorage.getItem(LANGUAGE)),
      ),
    )
  }
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

/** What the address names is in a part that may be closed. */
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
