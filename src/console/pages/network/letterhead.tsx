/** The logo and colour of a company's documents, beside what one looks like with them. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { ChangeCompanyDocument, CompanySettingsDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { addressOf } from '../../data/save.ts'
import { Form, type Given, givenIn } from '../../ui/form.tsx'
import { Button, Dialog, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { type SettledCompany, settingsOf } from './settings.ts'

interface Look {
  color?: string
  logo?: string
}

const PLAIN = '#1f4e79'
const lookOf = (company: SettledCompany): Look => (settingsOf(company)['letterhead'] ?? {}) as Look

/** The head of an invoice as the readable view sets it. */
const Paper = ({ name, color, logo }: { name: string; color: string; logo: string | undefined }) => {
  const { t } = useWords()
  const place = useRef<HTMLDivElement>(null)
  // By the style of the object, not of the markup: the policy allows no style in it.
  useEffect(() => place.current?.style.setProperty('--letterhead', color), [color])
  return (
    <div ref={place} className="letterhead" role="img" aria-label={t('brandPreview')}>
      {logo && <img src={logo} alt="" />}
      <strong dir="auto">{name}</strong>
      <p className="letterhead-title">{t('sampleInvoice')}</p>
      <div className="letterhead-row">
        <span>{t('description')}</span>
        <span>{t('net')}</span>
      </div>
      <span className="letterhead-line" />
      <span className="letterhead-line" />
    </div>
  )
}

const useLetterhead = (company: SettledCompany, onClose: () => void) => {
  const { run, isBusy, problem } = useAct(ChangeCompanyDocument)
  const [look, setLook] = useState<Look>(() => lookOf(company))
  const save = async ({ color = PLAIN }: Given): Promise<void> => {
    const letterhead = { color, ...(look.logo && { logo: look.logo }) }
    const settings = { ...settingsOf(company), letterhead }
    if (await run({ input: { companyId: company.id, ifUpdatedAt: company.updatedAt, settings } })) onClose()
  }
  const onInput = (event: FormEvent<HTMLDivElement>): void => {
    const { form, files } = event.target as HTMLInputElement
    const [file] = files ?? []
    if (file) void addressOf(file).then((logo) => setLook((before) => ({ ...before, logo })))
    else if (form) setLook((before) => ({ ...before, ...givenIn(form) }))
  }
  const forgetLogo = (): void => setLook(({ logo: _logo, ...others }) => others)
  return { look, save, onInput, forgetLogo, isBusy, problem }
}

const Editor = ({ company, onClose }: { company: SettledCompany; onClose: () => void }) => {
  const { t } = useWords()
  const { look, save, onInput, forgetLogo, isBusy, problem } = useLetterhead(company, onClose)
  return (
    <div className="stack" onInput={onInput}>
      <Paper name={company.name} color={look.color ?? PLAIN} logo={look.logo} />
      <Form
        {...{ isBusy, problem }}
        action={t('save')}
        asks={[
          { name: 'color', label: t('primaryColor'), kind: 'color', value: look.color ?? PLAIN },
          {
            name: 'file',
            label: t('logoFile'),
            kind: 'file',
            optional: true,
            accept: 'image/png,image/jpeg',
            hint: t('logoHint'),
          },
        ]}
        onSubmit={(given) => void save(given)}
      >
        {look.logo && (
          <div>
            <Button onPress={forgetLogo}>{t('withoutLogo')}</Button>
          </div>
        )}
      </Form>
    </div>
  )
}

export const Letterhead = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useWords()
  const [{ data }] = useQuery({
    query: CompanySettingsDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  return (
    <Dialog title={t('letterhead')} onClose={onClose} wide>
      {data?.company ? (
        <Editor key={data.company.updatedAt} company={data.company} onClose={onClose} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Dialog>
  )
}
