/** The documents around this one, as a small graph: it on one side, an arrow to or from each of the others. */
import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { RelatedDocument, type RelatedQuery } from '#operations'
import type { Shown } from '../../data/shown.ts'
import { Skeleton } from '../../ui/parts.tsx'
import { LifecycleBadge } from '../../ui/status.tsx'
import { useWords } from '../../words/words.ts'

type Relation = NonNullable<RelatedQuery['relatedDocuments']>['nodes'][number]['relation']

/** Which way the arrow points; the others stand beside this document. */
const pointsHere: ReadonlySet<Relation> = new Set<Relation>(['CORRECTED_BY', 'CITES_IT_AS_ORDER'])
const pointsAway: ReadonlySet<Relation> = new Set<Relation>(['CORRECTS', 'ORDER'])

/** As high as an entry of the list beside it (`.graph li`). */
const STEP = 56
const WIDTH = 72

/** The lines between; the list says the same in words. */
const Edges = ({ relations }: { relations: readonly Relation[] }) => {
  const height = relations.length * STEP
  const middle = height / 2
  return (
    <svg aria-hidden="true" width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`}>
      {relations.map((relation, index) => {
        const at = index * STEP + STEP / 2
        const end = WIDTH - 2
        return (
          <g key={index}>
            <path d={`M2 ${middle} C ${WIDTH / 2} ${middle}, ${WIDTH / 2} ${at}, ${end} ${at}`} />
            {pointsAway.has(relation) && <path d={`M${end - 7} ${at - 5} L${end} ${at} L${end - 7} ${at + 5}`} />}
            {pointsHere.has(relation) && <path d={`M9 ${middle - 5} L2 ${middle} L9 ${middle + 5}`} />}
          </g>
        )
      })}
    </svg>
  )
}

export const Related = ({ document: { id, number } }: { document: Shown }) => {
  const { t, spell } = useWords()
  const [{ data, fetching }] = useQuery({ query: RelatedDocument, variables: { id } })
  const related = data?.relatedDocuments?.nodes ?? []
  if (related.length === 0) return fetching ? <Skeleton rows={2} /> : <p className="soft">{t('noRelated')}</p>
  return (
    <div className="graph">
      <span className="node here">{number}</span>
      <Edges relations={related.map(({ relation }) => relation)} />
      <ul aria-label={t('related')}>
        {related.map(({ relation, document }) => (
          <li key={document.id}>
            <span className="soft">{spell(relation)}</span>
            <span className="row">
              <Link className="node" to="/documents/$id" params={{ id: document.id }}>
                {document.number}
              </Link>
              <LifecycleBadge status={document.lifecycleStatus} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
