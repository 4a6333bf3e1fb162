/** Whose name the pages bear. */
export interface Brand {
  name: string
}

export const brandFor = (_host: string | undefined): Brand => ({ name: 'Invoice Exchange' })
