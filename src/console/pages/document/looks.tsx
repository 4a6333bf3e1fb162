/** What a document looks like: as a page, at once, and as PDF. */
import { useEffect, useState } from 'react'
import { fetchFile } from '../../data/client.ts'
import type { Shown } from '../../data/shown.ts'
import { Button, Fault, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

type Form = 'html' | 'pdf'

/** The policy of the console holds in the frame too, and lets a style be there by its nonce alone. */
const withNonce = async (page: Blob): Promise<Blob> => {
  const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? ''
  const text = await page.text()
  return new Blob([text.replace('<style>', `<style nonce="${nonce}">`)], { type: 'text/html; charset=utf-8' })
}

interface Seen {
  form: Form
  address: string
}

const useForm = (id: string, form: Form | undefined) => {
  const { t, language } = useWords()
  const [seen, setSeen] = useState<Seen>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!form) return undefined
    let address: string | undefined
    let isOver = false
    setProblem(undefined)
    const load = async (): Promise<void> => {
      const file = await fetchFile(`/v1/documents/${id}/${form}?language=${language}`)
      const shown = form === 'html' ? await withNonce(file) : file
      if (isOver) return
      address = URL.createObjectURL(shown)
      setSeen({ form, address })
    }
    load().catch((error: Error) => isOver || setProblem(t('requestId', { id: error.message })))
    return () => {
      isOver = true
      setSeen(undefined)
      if (address) URL.revokeObjectURL(address)
    }
  }, [id, form, language])
  return { seen, problem }
}

export const Looks = ({ document: { id, number, viewerCan } }: { document: Shown }) => {
  const { t } = useWords()
  const [form, setForm] = useState<Form | undefined>(viewerCan.downloadHtml ? 'html' : undefined)
  const { seen, problem } = useForm(id, form)
  return (
    <>
      {seen?.form === 'html' && (
        <iframe className="paper" title={t('pageOf', { number })} src={seen.address} sandbox="" />
      )}
      {seen?.form === 'pdf' && <iframe className="paper" title={t('pdfOf', { number })} src={seen.address} />}
      {form && !seen && !problem && <Skeleton rows={6} />}
      {problem && <Fault message={problem} />}
      <div className="row">
        {viewerCan.downloadPdf && form !== 'pdf' && <Button onPress={() => setForm('pdf')}>{t('showPdf')}</Button>}
        {viewerCan.downloadHtml && form !== 'html' && <Button onPress={() => setForm('html')}>{t('showPage')}</Button>}
      </div>
    </>
  )
}
