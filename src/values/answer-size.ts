/** How large a value is as JSON, without writing it: an answer may have the same object in thousands of places. */

/** Of names, dates and numbers, which are not looked at. */
const [SMALL, BETWEEN] = [24, 4]
/** From here on a text may have more to escape than its length tells. */
const SHORT = 64

const bytesOfText = (text: string): number =>
  text.length <= SHORT ? Buffer.byteLength(text) + 2 : Buffer.byteLength(JSON.stringify(text))

/** Bytes of the value as JSON, give or take little; of one that has more than `most`, some number above it. */
export const bytesAsJson = (value: unknown, most: number): number => {
  if (typeof value === 'string') return bytesOfText(value)
  if (typeof value !== 'object' || value === null) return SMALL / 3
  if (ArrayBuffer.isView(value)) return (value.byteLength * 4) / 3
  if (value instanceof Date || 'toFixed' in value) return SMALL
  let total = 2
  if (Array.isArray(value))
    for (const one of value) {
      if (total > most) break
      total += 1 + bytesAsJson(one, most - total)
    }
  else
    for (const name in value) {
      if (total > most) break
      total += name.length + BETWEEN + bytesAsJson((value as Readonly<Record<string, unknown>>)[name], most - total)
    }
  return total
}
