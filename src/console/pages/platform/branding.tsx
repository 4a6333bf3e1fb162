/** What customers of a platform see, beside what it looks like while it is chosen. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { BrandDocument, type BrandQuery, ChangeBrandDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { addressOf } from '../../data/save.ts'
import { type Ask, Form, type Given, givenIn } from '../../ui/form.tsx'
import { Card, Head } from '../../ui/head.tsx'
import { Button, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

type Brand = BrandQuery['platformSettings']['branding']

interface Chosen {
  given: Given
  /** Null where it was taken away. */
  logo: string | null
}

const Preview = ({ given, logo, brand }: Chosen & { brand: Brand }) => {
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
          {logo && <img src={logo} alt="" />}
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
    {
      name: 'file',
      label: t('logoFile'),
      kind: 'file',
      optional: true,
      accept: 'image/png,image/svg+xml',
      hint: t('brandLogoHint'),
    },
    {
      name: 'letterhead',
      label: t('brandLetterhead'),
      kind: 'check',
      value: String(brand.letterhead ?? true),
    },
  ]
}

const useEditor = (brand: Brand) => {
  const { run, isBusy, problem } = useAct(ChangeBrandDocument)
  const [given, setGiven] = useState<Given>({})
  const [logo, setLogo] = useState<string | null>(brand.logo ?? null)
  const [isSaved, setSaved] = useState(false)
  const save = async ({ primary = '', background, text, letterhead, ...others }: Given): Promise<void> => {
    const colors = { primary, ...(background && { background }), ...(text && { text }) }
    const { name = null, supportEmail = null, senderName = null } = others
    const branding = { name, supportEmail, senderName, colors, logo, letterhead: letterhead === 'on' }
    setSaved((await run({ input: { branding } })) !== undefined)
  }
  const onInput = (event: FormEvent<HTMLDivElement>): void => {
    const { form, files } = event.target as HTMLInputElement
    const [file] = files ?? []
    if (file) void addressOf(file).then(setLogo)
    else if (form) setGiven(givenIn(form))
    setSaved(false)
  }
  return { given, logo, forgetLogo: () => setLogo(null), save, onInput, isSaved, isBusy, problem }
}

const Editor = ({ brand }: { brand: Brand }) => {
  const { t } = useWords()
  const { given, logo, forgetLogo, save, onInput, isSaved, isBusy, problem } = useEditor(brand)
  return (
    <div className="document">
      <div className="card" onInput={onInput}>
        <Form {...{ isBusy, problem }} asks={useAsks(brand)} action={t('save')} onSubmit={(all) => void save(all)}>
          {logo !== null && (
            <div>
              <Button onPress={forgetLogo}>{t('withoutLogo')}</Button>
            </div>
          )}
          {isSaved && (
            <p className="note" role="status">
              {t('saved')}
            </p>
          )}
        </Form>
      </div>
      <Preview given={given} logo={logo} brand={brand} />
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
