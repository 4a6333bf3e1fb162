/** What the search of the documentation looks through: places with their title, and a few words of each. */
import { type Language, parts } from '../../docs/map.ts'
import { eventCatalog, eventTypes } from '../../engine/feed/catalog.ts'
import { type ErrorCode, catalog } from '../../kernel/errors/catalog.ts'
import { placesIn, slugOf } from './api-pages.ts'
import type { Sources } from './contents.ts'
import { hrefOf } from './frame.ts'
import { texts } from './generated.ts'
import { typesOf } from './schema-pages.ts'

/** The place below the language, its title, where it is, and words. */
type Entry = readonly [href: string, title: string, part: string, words: string]

/** More would make the index large, and what is meant stands at the beginning. */
const WORDS_KEPT = 400

const fromTexts = (language: Language): Entry[] =>
  parts.flatMap(({ pages }) =>
    pages.flatMap(({ slug, title, made }): Entry[] => {
      const href = hrefOf(language, slug)
      if (made) return [[href, title[language], '', '']]
      const { lead = '', sections = [] } = texts()[language][slug] ?? {}
      return [
        [href, title[language], '', lead],
        ...sections.map((one): Entry => [
          `${href}#${one.id}`,
          one.title,
          title[language],
          one.words.slice(0, WORDS_KEPT),
        ]),
      ]
    }),
  )

const firstSentence = (text: string | null | undefined): string => (text ?? '').split(/[.;](?:\s|$)/, 1)[0] ?? ''

export const searchIndex = ({ document, schema }: Sources, language: Language): Entry[] => {
  const at = (slug: string): string => hrefOf(language, slug)
  return [
    ...fromTexts(language),
    ...placesIn(document).map(({ method, path, operation: { operationId, summary, tags } }): Entry => [
      `${at(`api/${slugOf(tags[0] ?? '')}`)}#${operationId}`,
      `${method.toUpperCase()} ${path}`,
      'REST',
      (summary ?? '').replaceAll('`', ''),
    ]),
    ...eventTypes.map((type): Entry => [
      `${at('events')}#${type}`,
      type,
      'Events',
      firstSentence(eventCatalog[type].description),
    ]),
    ...(Object.keys(catalog) as ErrorCode[]).map((code): Entry => [
      `${at('errors')}#${code}`,
      code,
      'Errors',
      catalog[code].message,
    ]),
    ...typesOf(schema)
      .filter(({ name }) => !/(?:Connection|Edge|Payload)$/.test(name))
      .map(({ name, description }): Entry => [at(`graphql/${name}`), name, 'GraphQL', firstSentence(description)]),
  ]
}
