/** The files of a document. They are asked for with the key in the header, and shown from memory. */
import { useEffect, useState } from 'react'
import { fetchFile } from '../data/client.ts'
import { Button, Fault } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'
import type { Shown } from './document.tsx'

const files = [
  ['PDF', 'pdf', 'pdf'],
  ['XML', 'xml', 'xml'],
] as const

const save = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

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
        {files.map(([name, path, ending]) => (
          <Button key={path} onPress={() => void take(path, (blob) => save(blob, `${number}.${ending}`))}>
            {t('download', { name })}
          </Button>
        ))}
      </div>
    </>
  )
}
