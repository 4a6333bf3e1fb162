/** Whose console it is: that of a tenant at its own domain, else the product's. */
interface Brand {
  name: string
  logo: string | null
}

const told = document.querySelector('meta[name="brand"]')?.getAttribute('content')

export const brand: Brand = told ? (JSON.parse(told) as Brand) : { name: 'Invoice Exchange', logo: null }

export const BrandMark = () => <img src={brand.logo ?? '/console/favicon.svg'} alt="" />
