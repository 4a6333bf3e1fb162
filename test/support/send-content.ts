import type { Body } from './app.ts'

const carriers: Readonly<Record<string, readonly [carrier: string, field: string]>> = {
  json: ['document', 'document'],
  'ubl-xml': ['ubl', 'xml'],
  'cii-xml': ['cii', 'xml'],
  auto: ['file', 'file'],
  raw: ['raw', 'file'],
}

/** The body of a send, or of a batch of them, as GraphQL has it. */
export const inContent = ({ format = 'json', document, xml, file, ...others }: Body): Body => {
  const [carrier = '', field = ''] = carriers[format] ?? []
  return { ...others, content: { [carrier]: ({ document, xml, file } as Body)[field] } }
}
