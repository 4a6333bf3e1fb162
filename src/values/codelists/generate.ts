/**
 * Writes the code lists of this folder from the published tables:
 *
 *   node src/values/codelists/generate.ts <folder with the .tsv files>
 *
 * The tables say for each code whether EN 16931 (release 1.3.16) and Peppol BIS Billing (2026.5) allow it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Row = { code: string; name: string; en16931: boolean; peppol: boolean }
/** Exported name, table, edition, and whether the product shows the names. */
type ListRequest = { name: string; table: string; edition: 'en16931' | 'peppol' | 'all'; named?: boolean }

const files: Record<string, readonly ListRequest[]> = {
  'countries.ts': [
    { name: 'countries', table: 'ISO3166', edition: 'en16931', named: true },
    { name: 'peppolCountries', table: 'ISO3166', edition: 'peppol' },
  ],
  'currencies.ts': [
    { name: 'currencies', table: 'ISO4217', edition: 'en16931', named: true },
    { name: 'peppolCurrencies', table: 'ISO4217', edition: 'peppol' },
  ],
  'units.ts': [{ name: 'units', table: 'UNECE-Rec20-21', edition: 'en16931', named: true }],
  'electronic-addresses.ts': [
    { name: 'electronicAddressSchemes', table: 'EAS', edition: 'en16931', named: true },
    { name: 'peppolElectronicAddressSchemes', table: 'EAS', edition: 'peppol' },
  ],
  'identifier-schemes.ts': [{ name: 'identifierSchemes', table: 'ICD', edition: 'en16931', named: true }],
  'document-types.ts': [
    { name: 'documentTypes', table: 'UNCL1001-all', edition: 'all', named: true },
    { name: 'invoiceTypes', table: 'UNCL1001-InvoiceTypeCode-EN16931', edition: 'all' },
    { name: 'creditNoteTypes', table: 'UNCL1001-CreditNoteTypeCode-EN16931', edition: 'all' },
  ],
  'vat.ts': [
    { name: 'vatCategories', table: 'UNCL5305', edition: 'en16931', named: true },
    { name: 'exemptionReasons', table: 'VATEX', edition: 'en16931', named: true },
    { name: 'taxPointDates', table: 'UNCL2005', edition: 'en16931', named: true },
  ],
  'payment-means.ts': [{ name: 'paymentMeans', table: 'UNCL4461', edition: 'en16931', named: true }],
  'allowances-charges.ts': [
    { name: 'allowanceReasons', table: 'UNCL5189', edition: 'en16931', named: true },
    { name: 'chargeReasons', table: 'UNCL7161', edition: 'en16931', named: true },
  ],
  'references.ts': [
    { name: 'objectIdentifierSchemes', table: 'UNCL1153', edition: 'en16931' },
    { name: 'noteSubjects', table: 'UNCL4451-note-subject', edition: 'en16931' },
    { name: 'itemClassificationSchemes', table: 'UNCL7143', edition: 'en16931', named: true },
    { name: 'attachmentTypes', table: 'MIME', edition: 'en16931' },
  ],
}

/**
 * EDIFACT agencies that release 1.3.16 of EN 16931 allows as electronic addresses, and the published table leaves out.
 */
const additions: Record<string, readonly Row[]> = {
  EAS: [
    ['AN', 'O.F.T.P. (ODETTE File Transfer Protocol)'],
    ['AQ', 'X.400 address for mail text'],
    ['AS', 'AS2 exchange'],
    ['AU', 'File Transfer Protocol'],
    ['EM', 'Electronic mail'],
  ].map(([code = '', name = '']) => ({ code, name, en16931: true, peppol: false })),
}

const read = (folder: string, table: string): Row[] => [...readTable(folder, table), ...(additions[table] ?? [])]

const readTable = (folder: string, table: string): Row[] =>
  readFileSync(join(folder, `${table}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [code = '', name = '', en16931 = '', peppol = ''] = line.split('\t')
      return { code, name: name.trim(), en16931: en16931 === 'Y', peppol: peppol === 'Y' }
    })

const wrap = (codes: readonly string[]): string => {
  const lines: string[] = []
  let line = ''
  for (const code of codes) {
    if (line.length + code.length > 120) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? code : ` ${code}`
  }
  return [...lines, line].join('\n')
}

const render = (folder: string, { name, table, edition, named }: ListRequest): string => {
  const rows = read(folder, table).filter((row) => edition === 'all' || row[edition])
  const heading =
    '/** ' +
    `${table}${edition === 'all' ? '' : edition === 'peppol' ? ', as Peppol BIS Billing allows' : ', as EN 16931 allows'}. ` +
    '*/'
  if (!named)
    return `${heading}\nexport const ${name}: CodeList = codeList(\`\n${wrap(rows.map((row) => row.code))}\n\`)\n`
  const lines = rows.map((row) => `${row.code} ${row.name}`.replaceAll('\\', '\\\\').replaceAll('`', "'"))
  return `${heading}\nexport const ${name}: CodeList = namedCodeList(\`\n${lines.join('\n')}\n\`)\n`
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: node generate.ts <folder with the .tsv files>')
for (const [file, lists] of Object.entries(files)) {
  const makers = [
    lists.some((list) => !list.named) ? 'codeList' : '',
    lists.some((list) => list.named) ? 'namedCodeList' : '',
  ].filter((maker) => maker !== '')
  const head =
    `// Written by generate.ts. Do not edit.\nimport { type CodeList, ${makers.join(', ')} } from ` +
    `'./code-list.ts'\n`
  writeFileSync(join(import.meta.dirname, file), [head, ...lists.map((list) => render(folder, list))].join('\n'))
}
