import { Empty } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

export const NotFound = () => {
  const { t } = useWords()
  return <Empty isPage title={t('notFound')} />
}
