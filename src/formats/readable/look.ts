import type { Language } from './labels.ts'
import type { Picture } from './picture.ts'

/** How a readable view is to look, as page or as PDF. */
export type Look = {
  readonly language?: Language | undefined
  /** Of titles and table heads, `#rrggbb`. */
  readonly color?: string | undefined
  /** Set at the top. */
  readonly logo?: Picture | undefined
  /** A safe drawing (SVG), which pages show instead of the logo. A PDF has none. */
  readonly drawing?: string | undefined
}

export const COLOR = /^#[0-9a-fA-F]{6}$/
const PLAIN = '#1f4e79'

export const colorOf = ({ color }: Look): string => (color !== undefined && COLOR.test(color) ? color : PLAIN)
