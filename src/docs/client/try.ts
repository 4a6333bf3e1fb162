/** A form for each operation of REST, which sends it with the reader's key and shows what is answered. */
import { all, make, words } from './dom.ts'
import { askForKey, key } from './key.ts'

interface Told {
  method: string
  path: string
  isPublic: boolean
  parameters: readonly { name: string; in: string; required?: boolean; example?: unknown }[]
  body?: string
}

const field = (name: string, value: string, isLong: boolean): HTMLLabelElement => {
  const input = isLong
    ? make('textarea', { name, rows: String(Math.min(value.split('\n').length + 1, 20)), spellcheck: 'false' })
    : make('input', { type: 'text', name, autocomplete: 'off' })
  input.value = value
  return make('label', { class: 'label' }, name === 'body' && isLong ? words.body : name, input)
}

const addressOf = ({ path, parameters }: Told, given: FormData): string => {
  const query = new URLSearchParams()
  let address = path
  for (const { name, in: place } of parameters) {
    const value = String(given.get(name) ?? '').trim()
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(name, value)
  }
  return query.size > 0 ? `${address}?${query}` : address
}

const shown = async (answer: Response): Promise<string> => {
  const type = answer.headers.get('content-type') ?? ''
  if (!/json|text|xml|csv/.test(type)) return `${type} (${(await answer.blob()).size} B)`
  const text = await answer.text()
  return type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text
}

const send = async (told: Told, given: FormData): Promise<string> => {
  const isLive = told.path === '/v1/events/stream'
  const answer = await fetch(addressOf(told, given), {
    method: told.method.toUpperCase(),
    headers: {
      ...(!told.isPublic && { Authorization: `Bearer ${key()}` }),
      ...(told.body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(told.body !== undefined && { body: String(given.get('body')) }),
    ...(isLive && { signal: AbortSignal.timeout(3_000) }),
  })
  return `${answer.status} ${answer.statusText}\n${await shown(answer)}`
}

const formOf = (told: Told): HTMLFormElement => {
  const output = make('output', { class: 'answer', tabindex: '0' })
  output.hidden = true
  const form = make(
    'form',
    {},
    ...told.parameters.map(({ name, example }) => field(name, example === undefined ? '' : String(example), false)),
    ...(told.body === undefined ? [] : [field('body', told.body, true)]),
    make('button', { type: 'submit', class: 'button main' }, words.send),
    output,
  )
  const show = async (): Promise<void> => {
    const text = await send(told, new FormData(form)).catch(String)
    output.hidden = false
    output.textContent = text
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!told.isPublic && key() === null) return askForKey()
    return void show()
  })
  return form
}

/** The form is made when it is opened: a page has many. */
export const startTrying = (): void => {
  for (const place of all('.try')) {
    const told = JSON.parse(place.dataset['try'] ?? '{}') as Told
    const details = make('details', {}, make('summary', {}, words.tryIt))
    details.addEventListener('toggle', () => {
      if (details.open && !details.querySelector('form')) details.append(formOf(told))
    })
    place.append(details)
  }
}
