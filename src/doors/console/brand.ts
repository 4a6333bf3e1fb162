/** The console at the domain of a tenant: its name, its logo, and its colour where the page is light. */
import type { PageBrand } from '../../companies/brand.ts'
import { Html, html } from '../oauth/html.ts'

const stylesOf = ({ colors: { primary } }: PageBrand): Html => {
  const tokens = `{--brand:${primary};--link:${primary};--on-brand:#fff}`
  return new Html(
    `@media (prefers-color-scheme:light){:root:not([data-theme='dark'])${tokens}}` +
      `:root[data-theme='light']${tokens}`,
  )
}

/** What the page takes for its own words stands in a `meta`, because nothing of it may run. */
export const branded = (page: string, nonce: string, brand: PageBrand): string => {
  const { name, logo } = brand
  const head = html`<title>${name}</title><meta name="brand" content="${JSON.stringify({ name, logo })}"><style
    nonce="${nonce}">${stylesOf(brand)}</style>`
  return page.replace(/<title>[^<]*<\/title>/, () => head.text)
}
