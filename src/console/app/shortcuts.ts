/** Keys that work everywhere but in a field. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row-link]')]

/** Moves the focus through the rows of the list. */
const step = (by: 1 | -1): void => {
  const all = rows()
  const here = all.findIndex((one) => one === document.activeElement)
  all[Math.max(0, Math.min(all.length - 1, here + by))]?.focus()
  // The next key may come before the frame in which a long list renders what is near now.
  dispatchEvent(new Event('scroll'))
}

const GO_MS = 1_000

/** The key that shortcuts are struck with, as the keyboard of whoever reads has it. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

export const useShortcuts = (open: (what: 'palette' | 'help') => void): void => {
  const navigate = useNavigate()
  useEffect(() => {
    let goUntil = 0
    const plain: Readonly<Record<string, () => void>> = {
      '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
      '?': () => open('help'),
      j: () => step(1),
      k: () => step(-1),
      g: () => (goUntil = performance.now() + GO_MS),
    }
    const going: Readonly<Record<string, () => void>> = {
      i: () => void navigate({ to: '/inbox' }),
      d: () => void navigate({ to: '/inbox' }),
      o: () => void navigate({ to: '/outbox' }),
      l: () => void navigate({ to: '/live' }),
    }
    const onKey = (event: KeyboardEvent): void => {
      const isPalette = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
      if (!isPalette && (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target))) return
      const isGoing = performance.now() < goUntil
      const act = isPalette ? () => open('palette') : ((isGoing ? going[event.key] : undefined) ?? plain[event.key])
      if (!act) return
      event.preventDefault()
      if (event.key !== 'g') goUntil = 0
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate, open])
}
