import { catalog, type ErrorCode } from '../src/errors/catalog.ts'

const STYLE = 'body{font:16px/1.6 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c2430}h2{margin-top:2.2rem;font-size:1.05rem}code{background:#eef1f5;padding:.1em .35em;border-radius:4px}dt{font-weight:600;margin-top:.4rem}dd{margin:0}:target{background:#fff6d6}a{color:#0b5cad}'

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/`([^`]+)`/g, '<code>$1</code>')

const section = (code: ErrorCode): string => {
  const { status, type, operationCode, message, cause, fix } = catalog[code]
  return `<section id="${code}"><h2><a href="#${code}"><code>${code}</code></a> — ${status}</h2><p>${escaped(message)}</p><dl><dt>Cause</dt><dd>${escaped(cause)}</dd><dt>What to do</dt><dd>${escaped(fix)}</dd><dt>Type</dt><dd><code>${type}</code>; companies, lifecycle and OAuth answer <code>${operationCode}</code></dd></dl></section>`
}

/** One page for all codes: every `docUrl` is an anchor on it. */
export const errorPage = (): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Errors — Invoice Exchange</title><style>${STYLE}</style></head><body><h1>Errors</h1><p>Every refusal carries one of these codes, its details and the id of the request.</p>${(Object.keys(catalog) as ErrorCode[]).map(section).join('')}</body></html>`
