import { catalog, type ErrorCode } from '../../kernel/errors/catalog.ts'
import { asHtml, pageOf } from './pages.ts'

const section = (code: ErrorCode): string => {
  const { status, type, operationCode, message, cause, fix } = catalog[code]
  return [
    `<section id="${code}"><h2><a href="#${code}"><code>${code}</code></a> — ${status}</h2>`,
    `<p>${asHtml(message)}</p><dl><dt>Cause</dt><dd>${asHtml(cause)}</dd><dt>What to do</dt><dd>${asHtml(fix)}</dd>`,
    `<dt>Type</dt><dd><code>${type}</code></dd>`,
    `<dt>Lower-case code</dt><dd><code>${operationCode}</code></dd></dl></section>`,
  ].join('')
}

/** One page for all codes: every `docUrl` is an anchor on it. */
export const errorPage = () =>
  pageOf(
    'Errors',
    [
      '<p>Every refusal carries one of these codes, its details and the id of the request. ',
      'The REST paths of companies and lifecycle answer the lower-case code. Why a delivery or a report failed says ',
      '<a href="/docs/codes">another page</a>.</p>',
      ...(Object.keys(catalog) as ErrorCode[]).map(section),
    ].join(''),
  )
