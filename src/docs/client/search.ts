/** The search: an index that is loaded with the first question, and looked through word by word. */
import { all, make, openDialog, words } from './dom.ts'

type Entry = readonly [href: string, title: string, part: string, words: string]

const SHOWN = 30

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** How well a word fits: at the beginning of a title best, somewhere in the text least. */
const weightOf = (word: string, [, title, part, text]: readonly string[]): number => {
  const place = title?.indexOf(word) ?? -1
  if (place === 0) return 20
  if (place > 0) return /\w/.test(title?.[place - 1] ?? '') ? 6 : 12
  if (part?.includes(word)) return 3
  return text?.includes(word) ? 2 : 0
}

export const find = (index: readonly Entry[], question: string): Entry[] => {
  const asked = plain(question).split(/\s+/).filter(Boolean)
  if (asked.length === 0) return []
  return index
    .map((entry) => {
      const weights = asked.map((word) => weightOf(word, entry.map(plain)))
      return { entry, weight: weights.includes(0) ? 0 : weights.reduce((sum, one) => sum + one, 0) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.entry[1].length - other.entry[1].length)
    .slice(0, SHOWN)
    .map(({ entry }) => entry)
}

let loaded: Promise<readonly Entry[]> | undefined
const load = (): Promise<readonly Entry[]> =>
  (loaded ??= fetch(`/docs/search-${document.documentElement.lang}.json`).then((answer) => answer.json()))

const row = ([href, title, part, text]: Entry): HTMLLIElement =>
  make(
    'li',
    {},
    make('a', { href }, make('b', {}, title), make('small', {}, part), make('span', {}, text.slice(0, 120))),
  )

const openSearch = (): void => {
  const list = make('ul', { class: 'found', 'aria-label': words.search })
  const state = make('p', { role: 'status' })
  const field = make('input', { type: 'search', 'aria-label': words.searchFor, placeholder: words.searchFor })
  const look = async (): Promise<void> => {
    const found = find(await load(), field.value)
    list.replaceChildren(...found.map(row))
    state.textContent = found.length === 0 && field.value.trim() !== '' ? words.nothing : ''
  }
  field.addEventListener('input', () => void look())
  const dialog = openDialog(words.search, field, state, list)
  dialog.classList.add('search')
  const move = (step: number): void => {
    const links = [...list.querySelectorAll('a')]
    const next = links.findIndex((one) => one === document.activeElement) + step
    ;(links[next] ?? (step > 0 ? links.at(-1) : field) ?? field).focus()
  }
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter' && document.activeElement === field) list.querySelector('a')?.click()
  })
  list.addEventListener('click', () => dialog.close())
  field.focus()
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export const startSearch = (): void => {
  for (const one of all<HTMLButtonElement>('.search-open')) {
    one.hidden = false
    one.addEventListener('click', openSearch)
  }
  document.addEventListener('keydown', (event) => {
    const isAsked = event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey))
    if (!isAsked || isTyping(event) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    openSearch()
  })
}
