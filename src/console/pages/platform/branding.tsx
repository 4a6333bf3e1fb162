/** What customers of a platform see, beside what it looks like while it is chosen. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { BrandDocument, type BrandQuery, ChangeBrandDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { type Ask, Form, type Given, givenIn } from '../../ui/form.tsx'
import { Card, Head } from '../../ui/head.tsx'
import { Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

type Brand = BrandQuery['platformSettings']['branding']

const Preview = ({ given, brand }: { given: Given; brand: Brand }) => {
  const { t } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const { primary = brand.colors.primary, background = brand.colors.background, text = brand.colors.text } = given
  // By the style of the object, not of the markup: the policy allows no style in it.
  useEffect(() => {
    const { style } = place.current ?? {}
    style?.setProperty('--preview-primary', primary)
    style?.setProperty('--preview-background', background)
    style?.setProperty('--preview-text', text)
  }, [primary, background, text])
  return (
    <Card title={t('brandPreview')}>
      <div ref={place} className="brand-preview">
        <div className="brand-head">
          {brand.logo && <img src={brand.logo} alt="" />}
          <strong dir="auto">{given['name'] ?? brand.name ?? 'Invoice Exchange'}</strong>
        </div>
        <p>{t('composeText')}</p>
        <span className="brand-button">{t('send')}</span>
        <p>{given['supportEmail'] ?? brand.supportEmail}</p>
      </div>
    </Card>
  )
}

const useAsks = (brand: Brand): readonly Ask[] => {
  const { t } = useWords()
  return [
    { name: 'name', label: t('brandName'), optional: true, value: brand.name ?? '' },
    { name: 'supportEmail', label: t('supportEmail'), kind: 'email', optional: true, value: brand.supportEmail ?? '' },
    { name: 'senderName', label: t('senderName'), optional: true, value: brand.senderName ?? '' },
    { name: 'primary', label: t('primaryColor'), kind: 'color', value: brand.colors.primary },
    { name: 'background', label: t('backgroundColor'), kind: 'color', value: brand.colors.background },
    { name: 'text', label: t('textColor'), kind: 'color', value: brand.colors.text },
  ]
}

const Editor = ({ brand }: { brand: Brand }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ChangeBrandDocument)
  const [given, setGiven] = useState<Given>({})
  const [isSaved, setSaved] = useState(false)
  const save = async ({ primary = '', background, text, ...others }: Given): Promise<void> => {
    const colors = { primary, ...(background && { background }), ...(text && { text }) }
    setSaved((await run({ input: { branding: { ...others, colors } } })) !== undefined)
  }
  const onInput = (event: FormEvent<HTMLDivElement>): void => {
    const { form } = event.target as HTMLInputElement
    if (form) setGiven(givenIn(form))
    setSaved(false)
  }
  return (
    <div className="document">
      <div className="card" onInput={onInput}>
        <Form {...{ isBusy, problem }} asks={useAsks(brand)} action={t('save')} onSubmit={(all) => void save(all)}>
          {isSaved && (
            <p className="note" role="status">
              {t('saved')}
            </p>
          )}
        </Form>
      </div>
      <Preview given={given} brand={brand} />
    </div>
  )
}

export const Branding = () => {
  const { t } = useWords()
  const [{ data }] = useQuery({ query: BrandDocument })
  return (
    <>
      <Head title={t('branding')} beside={t('brandingText')} />
      {data ? <Editor brand={data.platformSettings.branding} /> : <Skeleton rows={6} />}
    </>
  )
}
