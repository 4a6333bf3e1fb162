/** A page that failed by itself: the others work on. */
import { Button, Empty } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

export const Broken = () => {
  const { t } = useWords()
  return (
    <Empty isPage title={t('broken')} text={t('brokenText')}>
      <Button look="main" onPress={() => location.reload()}>
        {t('tryAgain')}
      </Button>
    </Empty>
  )
}
