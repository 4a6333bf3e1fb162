import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The two faces every page is set in: DejaVu Sans covers Latin, Greek and Cyrillic. */
export type Fonts = { readonly regular: Uint8Array; readonly bold: Uint8Array }

let fonts: Fonts | undefined

/** Reads the font files once. The only thing in the formats that reads a file. */
export const loadFonts = (): Fonts => {
  const locate = createRequire(import.meta.url).resolve
  fonts ??= {
    regular: new Uint8Array(readFileSync(locate('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))),
    bold: new Uint8Array(readFileSync(locate('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))),
  }
  return fonts
}
