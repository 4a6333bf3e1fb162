/** The files of a document. They are asked for with the key in the header, and shown from memory. */
import { useEffect, useState } from 'react'
import { fetchFile } from '../../data/client.ts'
import { save } from '../../data/save.ts'
import { Button, Dialog, Fault, Skeleton } from '../../ui/parts.tsx'
import { Xml } from '../../ui/xml.tsx'
import { useWords } from '../../words/words.ts'
import type { Shown } from '../../data/shown.ts'

const files = [
  ['PDF', 'pdf', 'pdf', 'downloadPdf'],
  ['XML', 'xml', 'xml', 'downloadXml'],
  ['Factur-X', 'facturx', 'pdf', 'downloadFacturx'],
  ['HTML', 'html', 'html', 'downloadHtml'],
  ['original', 'original', 'bin', 'downloadOriginal'],
  ['evidence', 'evidence', 'zip', 'downloadEvidence'],
] as const

/** The XML of the document, with the places of its findings marked. */
export const XmlOf = ({ id, place, onClose }: { id: string; place: string | undefined; onClose: () => void }) => {
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { t } = useWords()
  useEffect(() => {
    let isOver = false
    fetchFile(`/v1/documents/${id}/xml`)
      .then((blob) => blob.text())
      .then((read) => isOver || setText(read))
      .catch((error: Error) => isOver || setProblem(t('requestId', { id: error.message })))
    return () => {
      isOver = true
    }
  }, [id])
  return (
    <Dialog wide title="XML" onClose={onClose}>
      {problem && <Fault message={problem} />}
      {text === undefined && !problem && <Skeleton rows={8} />}
      {text !== undefined && <Xml text={text} places={place === undefined ? [] : [place]} />}
    </Dialog>
  )
}

interface FilesProps {
  document: Shown
  onXml: () => void
}

export const Files = ({ document: { id, number, viewerCan }, onXml }: FilesProps) => {
  const { t } = useWords()
  const [address, setAddress] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const take = async (path: string, use: (blob: Blob) => void): Promise<void> => {
    setProblem(undefined)
    try {
      use(await fetchFile(`/v1/documents/${id}/${path}`))
    } catch (error) {
      setProblem(t('requestId', { id: error instanceof Error ? error.message : '' }))
    }
  }
  return (
    <>
      {address && <iframe className="paper" title={t('pdfOf', { number })} src={address} />}
      {problem && <Fault message={problem} />}
      <div className="row">
        {viewerCan.downloadPdf && !address && (
          <Button look="main" onPress={() => void take('pdf', (blob) => setAddress(URL.createObjectURL(blob)))}>
            {t('showPdf')}
          </Button>
        )}
        {viewerCan.downloadXml && <Button onPress={onXml}>{t('showXml')}</Button>}
        {files
          .filter(([, , , may]) => viewerCan[may])
          .map(([name, path, ending]) => (
            <Button key={path} onPress={() => void take(path, (blob) => save(blob, `${number}.${ending}`))}>
              {name === 'original' || name === 'evidence' ? t(name) : name}
            </Button>
          ))}
      </div>
    </>
  )
}
