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
  ['UBL', 'ubl', 'xml', 'downloadUbl'],
  ['CII', 'cii', 'xml', 'downloadCii'],
  ['Factur-X', 'facturx', 'pdf', 'downloadFacturx'],
  ['FatturaPA', 'fatturapa', 'xml', 'downloadFacturx'],
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

/** Where the exchange system of Italy has a part in it. */
const isItalian = ({ parties }: Shown): boolean => parties.some(({ address }) => address?.country === 'IT')

export const Files = ({ document, onXml }: FilesProps) => {
  const { t } = useWords()
  const { id, number, viewerCan } = document
  const [problem, setProblem] = useState<string>()
  const take = async (path: string, ending: string): Promise<void> => {
    setProblem(undefined)
    try {
      save(await fetchFile(`/v1/documents/${id}/${path}`), `${number}.${ending}`)
    } catch (error) {
      setProblem(t('requestId', { id: error instanceof Error ? error.message : '' }))
    }
  }
  const offered = files.filter(([, path, , may]) => viewerCan[may] && (path !== 'fatturapa' || isItalian(document)))
  return (
    <>
      {problem && <Fault message={problem} />}
      <div className="row">
        {viewerCan.downloadXml && <Button onPress={onXml}>{t('showXml')}</Button>}
        {offered.map(([name, path, ending]) => (
          <Button key={path} onPress={() => void take(path, ending)}>
            {name === 'original' || name === 'evidence' ? t(name) : name}
          </Button>
        ))}
      </div>
    </>
  )
}
