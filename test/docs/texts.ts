/** The texts of the documentation as a reader would use them: their blocks of code, in order. */
import { textOf } from '../../prisma/build-docs.ts'
import { type Block, LOAD_SHELL, blocksIn, isBorrowed } from '../../src/docs/blocks.ts'
import { pages } from '../../src/docs/map.ts'

export const writtenPages = pages.filter(({ made }) => !made).map(({ slug }) => slug)

export const blocksOf = (slug: string): Block[] => blocksIn(textOf('en', slug))

/** A block of a page, by its language: that of the name, where there is one. */
export const blockOf = (slug: string, language: string): string => {
  const found = blocksOf(slug).find((one) => one.language === language)
  if (!found) throw new Error(`${slug} has no block of ${language}.`)
  return found.code
}

/** What a reader types into one shell, and what it prints. */
export const storyOf = (slug: string): { typed: string; printed: string } => {
  const of = (language: string): string =>
    blocksOf(slug)
      .filter((one) => one.language === language)
      .map((block) => (isBorrowed(block) ? LOAD_SHELL : block.code))
      .join('')
  return { typed: of('sh'), printed: of('text') }
}
