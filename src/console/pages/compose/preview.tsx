/** What would be sent, before it is: the PDF that people see, and the XML that travels. */
import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { type PreviewForm, PreviewDocument } from '#operations'
import { bytesOf } from '../../data/bytes.ts'
import { type Problem, problemOf } from '../../data/refused.ts'
import { Button, Dialog, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { Xml } from '../../ui/xml.tsx'

/** What is sent, as `SendDocumentInput` has it. */
export interface Sending {
  type: string
  from: string
  to?: string
  content: object
  fileName?: string
}

const forms = { PDF: 'previewPdf', XML: 'previewXml' } as const

const Paper = ({ bytes, title }: { bytes: Uint8Array<ArrayBuffer>; title: string }) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address ? <iframe className="paper" title={title} src={address} /> : null
}

export const Preview = ({ sending }: { sending: Sending }) => {
  const { t, language } = useWords()
  const client = useClient()
  const [shown, setShown] = useState<{ form: PreviewForm; bytes: Uint8Array<ArrayBuffer> }>()
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const show = async (rendition: PreviewForm): Promise<void> => {
    setBusy(true)
    const variables = { ...sending, rendition, language: language === 'fr' ? 'FR' : 'EN' }
    const { data, error } = await client
      .query(PreviewDocument, variables as never, { requestPolicy: 'network-only' })
      .toPromise()
    setBusy(false)
    setProblem(problemOf(error, undefined))
    if (data?.previewDocument) setShown({ form: rendition, bytes: bytesOf(data.previewDocument.base64) })
  }
  return (
    <>
      <div className="row">
        {(['PDF', 'XML'] as const).map((form) => (
          <Button key={form} isDisabled={isBusy || sending.from === ''} onPress={() => void show(form)}>
            {t(forms[form])}
          </Button>
        ))}
      </div>
      {problem && <Fault {...problem} />}
      {shown && (
        <Dialog wide title={t(forms[shown.form === 'XML' ? 'XML' : 'PDF'])} onClose={() => setShown(undefined)}>
          {shown.form === 'XML' ? (
            <Xml text={new TextDecoder().decode(shown.bytes)} />
          ) : (
            <Paper bytes={shown.bytes} title={t('previewPdf')} />
          )}
        </Dialog>
      )}
    </>
  )
}
