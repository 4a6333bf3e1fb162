/** How well one colour can be read on another, as the Web Content Accessibility Guidelines (1.4.3) count it. */

/** What text needs. */
export const READABLE_CONTRAST = 4.5

const LINEAR_BELOW = 0.040_45

/** `#rrggbb` */
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= LINEAR_BELOW ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrastOf = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
