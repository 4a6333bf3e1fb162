/** The documents around this one, as a small graph: it in the middle, an arrow for each relation. */
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { RelatedDocument } from '#operations'
import type { Shown } from '../../data/shown.ts'
import { Skeleton } from '../../ui/parts.tsx'
import { LifecycleBadge } from '../../ui/status.tsx'
import { useWords } from '../../words/words.ts'

export const Related = ({ document: { id, number } }: { document: Shown }) => {
  const { t, spell } = useWords()
  const [{ data, fetching }] = useQuery({ query: RelatedDocument, variables: { id } })
  const related = data?.relatedDocuments?.nodes ?? []
  if (related.length === 0) return fetching ? <Skeleton rows={2} /> : <p className="soft">{t('noRelated')}</p>
  return (
    <div className="graph">
      <span className="node here">{number}</span>
      <ul>
        {related.map(({ relation, document }) => (
          <li key={document.id}>
            <span className="soft">{spell(relation)} →</span>
            <Link className="node" to="/documents/$id" params={{ id: document.id }}>
              {document.number}
            </Link>
            <LifecycleBadge status={document.lifecycleStatus} />
          </li>
        ))}
      </ul>
    </div>
  )
}
