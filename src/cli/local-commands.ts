/** Commands that need nothing but their files. */
import type { Command } from './command.ts'

export const localCommands: readonly Command[] = [
  {
    name: 'validate',
    words: 'FILE…',
    group: 'Files on this machine',
    about: 'Checks documents (UBL, CII, Factur-X, JSON send body, SBDH envelope) against the official rules.',
    options: {
      profile: {
        value: 'NAME',
        about: 'Exactly this rule set; may be given again. Otherwise the document names them.',
        many: true,
      },
      profiles: { value: 'A,B', about: 'The same, separated by commas.' },
      france: {
        value: 'EDITION',
        about: 'Edition of the French annexes: 1.3 (default) or 1.4.',
        values: ['1.3', '1.4'],
      },
      list: { value: 'FILE', about: 'Reads the paths from a file, one on each line; "-" is standard input.' },
    },
    examples: [
      ['validate invoice.xml', ''],
      ['validate *.xml --json', 'an object a file'],
      ['validate --list - --profiles en16931-ubl,peppol-ubl', 'paths from a pipe'],
    ],
    run: async (input) => (await import('./validate.ts')).validateCommand(input),
  },
  {
    name: 'convert',
    words: 'FILE',
    group: 'Files on this machine',
    about: 'Converts a document to another format, and writes it to standard output or to --out.',
    options: {
      to: {
        value: 'FORMAT',
        about: 'ubl, cii, fatturapa, facturx, json, pdf or html. Required.',
        values: ['ubl', 'cii', 'fatturapa', 'facturx', 'json', 'pdf', 'html'],
      },
      out: { value: 'FILE', about: 'Where to write it.' },
      language: {
        value: 'CODE',
        about: 'Language of pdf, facturx and html: en (default), fr, nl, de or it.',
        values: ['en', 'fr', 'nl', 'de', 'it'],
      },
      color: { value: '#RRGGBB', about: 'Colour of pdf, facturx and html.' },
      logo: { value: 'FILE', about: 'Logo (PNG or JPEG) of pdf, facturx and html.' },
    },
    examples: [
      ['convert invoice.json --to ubl > invoice.xml', ''],
      ['convert invoice.xml --to pdf --language fr --out facture.pdf', ''],
    ],
    run: async (input) => (await import('./convert.ts')).convertCommand(input),
  },
]
