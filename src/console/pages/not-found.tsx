import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

export const NotFound = () => {
  const { t } = useWords()
  return (
    <Empty isPage title={t('notFound')} text={t('notFoundText')}>
      <Link className="button" to="/inbox">
        {t('toInbox')}
      </Link>
    </Empty>
  )
}
