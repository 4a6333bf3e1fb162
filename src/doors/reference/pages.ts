/** What the pages of the documentation have in common. */
const STYLE = [
  'body{font:16px/1.6 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c2430}',
  'h2{margin-top:2.2rem;font-size:1.05rem}',
  'h3{margin:1.4rem 0 0;font-size:1rem}',
  'h3+p{margin:.2rem 0}',
  'code{background:#eef1f5;padding:.1em .35em;border-radius:4px}',
  'pre{background:#eef1f5;padding:.8em;border-radius:4px;overflow:auto}',
  'pre code{padding:0}',
  'dt{font-weight:600;margin-top:.4rem}',
  'dd{margin:0}',
  'table{border-collapse:collapse}',
  'td,th{text-align:left;vertical-align:top;padding:.15em .9em .15em 0}',
  ':target{background:#fff6d6}',
  'a{color:#0b5cad}',
].join('')

/** Text of ours as HTML; what stands between backticks is code. */
export const asHtml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')

const META = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'

export const pageOf = (title: string, body: string): string =>
  [
    '<!doctype html><html lang="en">',
    `<head>${META}<title>${title} — Invoice Exchange</title><style>${STYLE}</style></head>`,
    `<body><h1>${title}</h1>${body}</body></html>`,
  ].join('')
