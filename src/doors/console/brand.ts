/** The console at the domain of a tenant: its name, its logo, and its colour where the page is light. */
import type { PageBrand } from '../../companies/brand.ts'
import { Html, html } from '../oauth/html.ts'

/** Its colour can be read on white; as a link on the ground of what is chosen, a darker one can. */
const stylesOf = ({ colors: { primary } }: PageBrand): Html => {
  const link = `color-mix(in srgb,${primary} 85%,#000)`
  const chosen = `color-mix(in srgb,${primary} 12%,#fff)`
  const tokens = `{--brand:${primary};--link:${link};--chosen:${chosen};--on-brand:#fff}`
  return new Html(
    `@media (prefers-color-scheme:light){:root:not([data-theme='dark'],[data-theme='contrast'])${tokens}}` +
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
