/** Refuses what is wrong with a submitted file as a file, before anybody asks what it says. Pure. */
import type { ExaminedFlow } from './examine-flow.ts'
import { FlowFault, fault } from './flow-fault.ts'
import type { FlowRow } from './flow.ts'
import type { AckDetail } from './record/acknowledgement.ts'

/** What a file is, for each syntax. */
const kinds: Readonly<Record<string, string>> = {
  UBL: 'ubl',
  CII: 'cii',
  'Factur-X': 'facturx',
  CDAR: 'cdar',
  FRR: 'frr',
}

const inside = {
  empty: ['EmptyAttachement', 'The file in the document is empty.'],
  type: ['AttachmentTypeError', 'A document may hold PDF, images, CSV, text, XML and spreadsheets.'],
  virus: ['VirusFound', 'The file in the document holds a virus.'],
} as const

export const refuseAsFile = (
  { name, syntax, processingRule, ruleGiven }: FlowRow,
  { kind, otherwise, holdsVirus, form, treatments, inside: faults }: ExaminedFlow,
): void => {
  if (holdsVirus) throw fault('VirusFound', name, 'The file holds a virus.')
  if (kind !== kinds[syntax])
    throw fault(
      'FlowTypeError',
      name,
      `The file is not ${syntax}, as its signaling says. ${otherwise ?? `It looks like "${kind}".`}`,
    )
  const wrong: AckDetail[] = [
    ...form.map(({ xpath, message, line }) => ({
      level: 'Error' as const,
      item: xpath === '' ? `${name}:${line ?? 1}` : xpath,
      reasonCode: 'InvalidSchema' as const,
      reasonMessage: message,
    })),
    ...faults.map(({ fileName, fault: what }) => ({
      level: 'Error' as const,
      item: fileName,
      reasonCode: inside[what][0],
      reasonMessage: inside[what][1],
    })),
  ]
  if (wrong.length > 0) throw new FlowFault(wrong)
  if (
    ruleGiven &&
    treatments.length > 0 &&
    !treatments.some((one) => one.toUpperCase() === processingRule.toUpperCase())
  )
    throw fault(
      'FlowTypeError',
      'BT-22',
      `The note BAR says ${treatments.join(', ')}, and the processing rule that was given is ${processingRule}.`,
    )
}
