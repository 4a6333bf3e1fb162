/** Blocks of code in the texts, each written once: other pages name them, and French texts leave them to the English ones. */

export interface Block {
  /** `sh`, `text`, `ts` and so on. */
  language: string
  /** What it is called, for pages that show it too. */
  name: string
  code: string
}

/** A block of another page that this one begins with. */
export const isBorrowed = ({ name }: Pick<Block, 'name'>): boolean => name.includes('/')

/** A reader types these lines instead of a block of another page. */
export const LOAD_SHELL = `api=http://127.0.0.1:4000
key=svc_test_…
source <(curl -s $api/docs/shell.sh)
`

const FENCE = /^```([\w-]+)(?: ([^\n]+))?\n([^]*?)^```$/gm

export const blocksIn = (markdown: string): Block[] =>
  [...markdown.matchAll(FENCE)].map(([, language = '', name = '', code = '']) => ({ language, name, code }))

const fence = ({ language, name, code }: Block): string => `\`\`\`${[language, name].join(' ').trim()}\n${code}\`\`\``

/** An English text with the blocks of others that it only names: `start/shell` without code. */
export const withNamedBlocks = (markdown: string, textOf: (slug: string) => string): string =>
  markdown.replace(FENCE, (all, language: string, name: string | undefined, code: string) => {
    if (code !== '' || name === undefined) return all
    const cut = name.lastIndexOf('/')
    const wanted = name.slice(cut + 1)
    const found = blocksIn(textOf(name.slice(0, cut))).find((one) => one.language === language && one.name === wanted)
    if (!found) throw new Error(`No text has the block ${language} ${name}.`)
    return fence({ ...found, name })
  })

/** A text of another language whose blocks are empty: in the same order stand those of the English one. */
export const withBlocksOf = (english: string, markdown: string): string => {
  const blocks = blocksIn(english)
  const [mine, theirs] = [blocksIn(markdown), blocks].map((list) => list.map(({ language }) => language).join(' '))
  if (mine !== theirs) throw new Error(`The blocks are ${mine}, and in English ${theirs}.`)
  return markdown.replace(FENCE, () => fence(blocks.shift() as Block))
}
