/** Values near one that is there, as people and programs mistype them. */
import type { randomFrom } from './mutants.ts'

type Random = ReturnType<typeof randomFrom>
const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T

/** Parts that are written into a text, and belong to no value. */
const UNSEEN = ['<!-- x -->', '<!---->', '<?p x?>'] as const
const BLANKS = ['', ' ', '\n', '&#9;', '<![CDATA[ ]]>'] as const

/** A text as XML, with comments and instructions inside it, and what is beside them. */
export const withUnseen = (text: string, random: Random, blanks: readonly string[] = BLANKS): string => {
  const at = random(text.length + 1)
  const unseen = Array.from({ length: 1 + random(3) }, () => pick(blanks, random) + pick(UNSEEN, random))
  const before = random(4) === 0 ? `<![CDATA[${text.slice(0, at)}]]>` : text.slice(0, at)
  return before + unseen.join('') + pick(blanks, random) + text.slice(at)
}

const SPACES = [' ', '  ', '&#9;', '&#10;', '&#13;', '&#160;', '&#8203;'] as const

/** An attribute as XML, which is often the same value, and otherwise near it. */
export const nearAttribute = (value: string, random: Random): string =>
  pick(
    [
      () => value,
      () => value + pick(SPACES, random),
      () => pick(SPACES, random) + value,
      () => value.slice(0, 1) + pick(SPACES, random) + value.slice(1),
      () => value.replace(/^./, (first) => `&#${first.charCodeAt(0)};`),
      () => value.toLowerCase(),
      () => value.slice(1),
      () => `0${value}`,
      () => '',
    ],
    random,
  )()

const two = (number: number): string => String(number).padStart(2, '0')

/** A date as XML Schema writes it: with or without a zone, of any year, and now and then one that there is not. */
export const anyDate = (random: Random): string => {
  const year = pick(['2026', '2026', '2026', '12026', '-0001', '0000', '0999', '02026'], random)
  const day = `${year}-${two(1 + random(2))}-${two(pick([1, 2, 28, 29, 30], random))}`
  return day + pick(['', '', 'Z', '+14:00', '-14:00', '+01:00', '-00:30', '+14:01', '+1:00'], random)
}
