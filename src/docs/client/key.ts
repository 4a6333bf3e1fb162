/** The reader's own key: made here or pasted, kept for this tab, and filled into the samples. */
import { all, button, make, openDialog, words } from './dom.ts'

const KEPT = 'docs.key'
const PLACE = 'svc_test_…'

export const key = (): string | null => sessionStorage.getItem(KEPT)

const textsIn = (element: Element): Text[] => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

/** In the samples stands the key in place of the mark, and the other way round when it is forgotten. */
const fill = (before: string, after: string): void => {
  for (const block of all('pre code'))
    for (const text of textsIn(block)) if (text.data.includes(before)) text.data = text.data.replaceAll(before, after)
}

const keep = (value: string | null): void => {
  const before = key() ?? PLACE
  if (value === null) sessionStorage.removeItem(KEPT)
  else sessionStorage.setItem(KEPT, value)
  fill(before, value ?? PLACE)
  for (const one of all('.key-open')) one.classList.toggle('has-key', value !== null)
}

const makeSandbox = async (): Promise<string> => {
  const answer = await fetch('/v1/sandbox/bootstrap', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ keyType: 'platform', label: 'docs' }),
  })
  const body = (await answer.json()) as { apiKey?: string; error?: { message: string } }
  if (body.apiKey === undefined) throw new Error(body.error?.message ?? String(answer.status))
  return body.apiKey
}

export const askForKey = (): void => {
  const state = make('p', { role: 'status' }, key() === null ? '' : `${String(key()).slice(0, 18)}…`)
  const field = make('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' })
  const use = (value: string): void => {
    keep(value)
    dialog.close()
  }
  const start = button(
    words.make,
    () =>
      void makeSandbox().then(use, (error: unknown) => {
        state.textContent = `${words.failed} ${error instanceof Error ? error.message : ''}`
      }),
    'button main',
  )
  const form = make(
    'form',
    {},
    make('label', { class: 'label' }, words.paste, field),
    make('button', { type: 'submit', class: 'button' }, words.use),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (field.value.trim() !== '') use(field.value.trim())
  })
  const forget = button(words.forget, () => {
    keep(null)
    dialog.close()
  })
  const dialog = openDialog(
    words.key,
    make('p', {}, words.keyAbout),
    ...(document.body.dataset['sandbox'] === 'yes' ? [start] : []),
    form,
    ...(key() === null ? [] : [forget]),
    state,
  )
}

export const startKey = (): void => {
  for (const one of all<HTMLButtonElement>('.key-open')) {
    one.hidden = false
    one.addEventListener('click', askForKey)
  }
  const kept = key()
  if (kept !== null) keep(kept)
  if (kept !== null) fill(PLACE, kept)
}
