import type { FastifyRequest } from 'fastify'
import { HTML, StaticPage } from '../../http/page.ts'
import { invariant } from '../../kernel/invariant.ts'

// In lines that a narrow window shows whole.
const FIRST_OPERATION = `# Your companies: press the triangle.
# Your key is in the headers below,
# the meaning of fields on the left.
query Companies {
  companies(first: 10) {
    nodes {
      id
      name
      vatNumber
      peppolId
    }
  }
}
`

/**
 * A reader of the documentation who has a key for this tab finds it among the headers. In a sandbox everybody else is asked
 * for one first, which is in this page alone.
 */
const OPEN = `<script>
const openExplorer = (root, options) => {
  localStorage['graphiql:visiblePlugin'] ??= 'Documentation Explorer'
  const open = (key) => {
    if (key) options.headers = JSON.stringify({ Authorization: 'Bearer ' + key }, null, 2)
    YogaGraphiQL.renderYogaGraphiQL(root, options)
  }
  const kept = sessionStorage.getItem('docs.key')
  const dialog = document.querySelector('dialog.key')
  if (kept || !dialog) return open(kept)
  const fault = dialog.querySelector('[role=alert]')
  const made = async () => {
    const answer = await fetch('/v1/sandbox/bootstrap', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ keyType: 'platform', label: 'graphiql' }),
    })
    const { apiKey, error } = await answer.json()
    if (!apiKey) throw new Error(error?.message ?? answer.statusText)
    return apiKey
  }
  dialog.querySelector('.main').addEventListener('click', async () => {
    try {
      dialog.close(await made())
    } catch ({ message }) {
      fault.textContent = message
    }
  })
  dialog.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    dialog.close(dialog.querySelector('input').value.trim())
  })
  dialog.addEventListener('close', () => {
    open(dialog.returnValue)
    dialog.remove()
  })
  dialog.showModal()
}
</script>
`

const ASK = `<dialog class="key" aria-labelledby="key-title">
<form>
<h2 id="key-title">Begin with a key</h2>
<p>It stays in this page: nothing keeps it.</p>
<button type="button" class="main">Make a sandbox and its key</button>
<label>or paste one that you have <input autocomplete="off" spellcheck="false" placeholder="svc_…"></label>
<button type="submit">Open the explorer</button>
<p role="alert"></p>
</form>
</dialog>
<style>
dialog.key { margin: auto; padding: 28px 32px; border: 0; border-radius: 12px; max-width: 400px; color: #1d2433;
  background: #fff; font: 16px/1.5 system-ui, sans-serif; box-shadow: 0 12px 48px #0005 }
dialog.key::backdrop { background: #1d243399 }
dialog.key h2 { margin: 0; font-size: 20px }
dialog.key p { margin: 4px 0 20px }
dialog.key p[role=alert] { margin: 12px 0 0; color: #b00020 }
dialog.key p[role=alert]:empty { display: none }
dialog.key label { display: block; margin: 20px 0 12px }
dialog.key input { display: block; box-sizing: border-box; width: 100%; margin-top: 6px; padding: 8px 10px; font: inherit;
  border: 1px solid #6b7280; border-radius: 6px }
dialog.key button { width: 100%; padding: 9px 14px; font: inherit; border: 1px solid #6b7280; border-radius: 6px;
  color: #1d2433; background: #fff; cursor: pointer }
dialog.key button.main { color: #fff; background: #2447c5; border-color: #2447c5 }
dialog.key :is(button, input):focus-visible { outline: 3px solid #7c9bff; outline-offset: 2px }
</style>
`

const opened = (page: string, isSandbox: boolean): string => {
  const [before, after] = page.split('YogaGraphiQL.renderYogaGraphiQL(\n')
  invariant(before !== undefined && after !== undefined, 'GraphiQL is opened in another way than it was.')
  return `${before}openExplorer(\n${after}`.replace('<script>', () => `${isSandbox ? ASK : ''}${OPEN}<script>`)
}

/** The module of GraphiQL is by far the largest, so it is loaded when somebody opens the page. */
export const graphiql = (isSandbox: boolean): StaticPage =>
  new StaticPage(HTML, async () => {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
    const options = {
      title: 'Invoice Exchange',
      defaultQuery: FIRST_OPERATION,
      // GraphiQL sends headers, and so the key, with event streams but not with websockets.
      subscriptionsProtocol: 'SSE' as const,
      // They have keys, which are for this tab alone.
      shouldPersistHeaders: false,
    }
    return opened(renderGraphiQL(options), isSandbox)
  })

/** A browser that opens the address, also with a question in it; programs that ask do not accept pages first. */
export const wantsPage = ({ method, headers: { accept = '' }, query }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (accept.startsWith('text/html') ||
    (accept.includes('text/html') && (query as Record<string, unknown>)['query'] === undefined))
