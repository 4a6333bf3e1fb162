/** The files of a document. They are asked for with the key in the header, and shown from memory. */
import { useEffect, useState } from 'react'
import { fetchFile } from '../../data/client.ts'
import { save } from '../../data/save.ts'
import { Button, Fault } from '../../ui/parts.tsx'
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

export const Files = ({ document: { id, number, viewerCan } }: { document: Shown }) => {
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
