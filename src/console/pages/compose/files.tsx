/** Files that come along, and the file that is the document itself. */
import { type DragEvent, useState } from 'react'
import { base64Of } from '../../data/bytes.ts'
import { Button, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import type { Attachment } from './draft.ts'

/** Larger ones do not fit into a document. */
const MOST_BYTES = 5_000_000

interface DropProps {
  label: string
  onFile: (file: File) => void
  accept?: string
}

export const Drop = ({ label, onFile, accept }: DropProps) => {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <label
      className="drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {label}
      <input type="file" accept={accept} onChange={({ target }) => target.files?.[0] && onFile(target.files[0])} />
    </label>
  )
}

interface AttachmentsProps {
  attachments: readonly Attachment[]
  onChange: (attachments: readonly Attachment[]) => void
}

export const Attachments = ({ attachments, onChange }: AttachmentsProps) => {
  const { t, number } = useWords()
  const [refused, setRefused] = useState<string>()
  const add = async (file: File): Promise<void> => {
    setRefused(file.size > MOST_BYTES ? file.name : undefined)
    if (file.size > MOST_BYTES) return
    const one = { reference: file.name, filename: file.name, mimeType: file.type || 'application/octet-stream' }
    onChange([...attachments, { ...one, content: base64Of(new Uint8Array(await file.arrayBuffer())) }])
  }
  return (
    <>
      <ul className="notes">
        {attachments.map(({ filename }, index) => (
          <li key={index} className="row">
            {filename}
            <Button look="quiet" onPress={() => onChange(attachments.filter((_, place) => place !== index))}>
              {t('fileAway')}
            </Button>
          </li>
        ))}
      </ul>
      <Drop
        label={t('dropAttachment')}
        onFile={(file) => void add(file)}
        accept="application/pdf,image/png,image/jpeg,text/csv"
      />
      {refused !== undefined && (
        <Fault message={t('attachmentTooLarge', { name: refused, megabytes: number(MOST_BYTES / 1_000_000) })} />
      )}
    </>
  )
}
