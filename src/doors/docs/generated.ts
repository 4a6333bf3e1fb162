/** What the generate step has written: the texts as HTML, and the names of the style and the scripts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../docs/map.ts'
import { AppError } from '../../kernel/errors/app-error.ts'

const SITE = join(import.meta.dirname, '../../generated/docs')
export const ASSETS = join(SITE, 'assets')

interface Text {
  html: string
  lead: string
  sections: readonly { id: string; title: string; words: string }[]
}
type Texts = Readonly<Record<Language, Readonly<Record<string, Text>>>> & {
  changelog: Text
  shell: string
  python: string
}
type Assets = Readonly<Record<'style' | 'script' | 'theme', string>>

const once = <T>(name: string): (() => T) => {
  let kept: T | undefined
  return () => {
    if (kept) return kept
    if (!existsSync(join(SITE, name)))
      throw new AppError('RESOURCE_NOT_FOUND', {
        message: 'The documentation is not built. Run `node prisma/generate.ts` on the server.',
      })
    return (kept = JSON.parse(readFileSync(join(SITE, name), 'utf8')) as T)
  }
}

export const texts = once<Texts>('texts.json')
export const assets = once<Assets>('assets.json')
