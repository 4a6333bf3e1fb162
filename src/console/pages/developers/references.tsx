/** Where whoever writes a program reads on: guides, references, and a place to try questions. */
import { Head } from '../../ui/head.tsx'
import { type Word, useWords } from '../../words/words.ts'

/** In the language of the page, where there is one of each. */
const references = [
  ['/docs/{language}start', 'guides', 'guidesText'],
  ['/graphql', 'graphiql', 'graphiqlText'],
  ['/docs/{language}graphql', 'graphqlReference', 'graphqlReferenceText'],
  ['/docs/{language}api', 'rest', 'restText'],
  ['/docs/{language}events', 'events', 'eventsReferenceText'],
  ['/docs/{language}errors', 'errors', 'errorsText'],
  ['/docs/{language}codes', 'codes', 'codesText'],
  ['/docs/{language}changelog', 'changelog', 'changelogText'],
] as const satisfies readonly (readonly [string, Word, Word])[]

export const References = () => {
  const { t, language } = useWords()
  const here = language === 'fr' ? 'fr/' : ''
  return (
    <>
      <Head title={t('references')} beside={t('referencesText')} />
      <ul className="cards references">
        {references.map(([path, name, text]) => (
          <li key={path} className="card">
            <a data-row-link href={path.replace('{language}', here)} target="_blank" rel="noreferrer">
              {t(name)}
            </a>
            <span className="soft">{t(text)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
