/** Whose console it is: that of a tenant at its own domain, else the product's. */
interface Brand {
  name: string
  logo: string | null
}

const told = document.querySelector('meta[name="brand"]')?.getAttribute('content')

export const brand: Brand = told
  ? (JSON.parse(told) as Brand)
  : { name: 'Invoice Exchange', logo: '/console/favicon.svg' }

/** A tenant without a logo has none of ours. */
export const BrandMark = () => brand.logo !== null && <img src={brand.logo} alt="" />
