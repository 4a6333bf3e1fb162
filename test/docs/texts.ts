/** The texts of the documentation as a reader would use them: their blocks of code, in order. */
import { textOf } from '../../prisma/build-docs.ts'
import { type Block, LOAD_SHELL, blocksIn, isBorrowed } from '../../src/docs/blocks.ts'
import { pages } from '../../src/docs/map.ts'

export const writtenPages = pages.filter(({ made }) => !made).map(({ slug }) => slug)

export const blocksOf = (slug: string): Block[] => blocksIn(textOf('en', slug))

/** A whole program of a page. */
export const programOf = (slug: string, language: string, name: string): string => {
  const found = blocksOf(slug).find((one) => one.language === language && one.name === name)
  if (!found) throw new Error(`${slug} has no program ${name} of ${language}.`)
  return found.code
}

/** The languages in which a guide is told. */
export const tongues = ['sh', 'ts', 'python'] as const
export type Tongue = (typeof tongues)[number]

/** A shell goes on from page to page; the others begin each page anew, and their programs have names. */
const isTold = ({ language, name }: Block, tongue: Tongue): boolean =>
  language === tongue && (tongue === 'sh' || name === '' || isBorrowed({ name }))

export const toldBlocks = (slug: string, tongue: Tongue): Block[] =>
  blocksOf(slug).filter((one) => isTold(one, tongue) && (one.name === '' || isBorrowed(one)))

/** Input of a reader in one language, and its output, which is the same in all. */
export const storyOf = (slug: string, tongue: Tongue): { typed: string; printed: string } => {
  const blocks = blocksOf(slug)
  const typed = blocks
    .filter((one) => isTold(one, tongue))
    .map((block) => (isBorrowed(block) && tongue === 'sh' ? LOAD_SHELL : block.code))
  const printed = blocks.filter(({ language }) => language === 'text').map(({ code }) => code)
  return { typed: typed.join('\n'), printed: printed.join('') }
}
