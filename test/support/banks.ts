/** How the ten banks, and their customers, write what a transfer is for. */
import type { Movement } from './bank-files.ts'
import type { Dice } from './dice.ts'

export type Manner = (number: string, dice: Dice) => Partial<Movement>
const cut = (text: string, width: number): string[] => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
export const banks: Readonly<Record<string, { edition: '02' | '08'; latin?: true; manners: readonly Manner[] }>> = {
  sparkasse: {
    edition: '02',
    manners: [
      (number) => ({ texts: ['EREF+NOTPROVIDED', 'KREF+2026112012345', `SVWZ+${number}`] }),
      (number, { below }) => ({ text: `SVWZ+RE-Nr. ${number}/Kd ${below(90) + 10}` }),
    ],
  },
  volksbank: {
    edition: '08',
    manners: [
      (number) => ({ texts: cut(`Rechnung Nr. ${number} vielen Dank`, 27) }),
      (number) => ({ text: `Rechnung ${number} vom 03.11.2026` }),
    ],
  },
  bnp: {
    edition: '02',
    latin: true,
    manners: [
      (number) => ({ text: `Facture n°${number}` }),
      (number) => ({ text: `REGLEMENT FACT ${number} DU 03/11/26` }),
    ],
  },
  kbc: {
    edition: '08',
    manners: [
      (number) => ({ text: number }),
      (number, { below }) => ({ text: `factuur ${number} klant ${below(9_000)}` }),
    ],
  },
  ing: {
    edition: '02',
    manners: [(number) => ({ endToEndId: number }), (number) => ({ text: `Betaling: ${number}` })],
  },
  rabobank: {
    edition: '02',
    manners: [(number) => ({ documents: [{ number }] }), (number) => ({ text: `Invoice:${number}` })],
  },
  unicredit: {
    edition: '08',
    manners: [(number) => ({ text: `SALDO FATTURA N. ${number}` }), (number) => ({ text: `PAGAMENTO FT. ${number};` })],
  },
  santander: {
    edition: '08',
    latin: true,
    manners: [(number) => ({ text: `Pago factura nº ${number}` }), (number) => ({ text: `/INV/${number}` })],
  },
  nordea: {
    edition: '08',
    manners: [
      (number) => ({ texts: ['Payment', `invoice ${number}`, 'Thank you'] }),
      (number) => ({ texts: [`inv. ${number.slice(0, -2)}`, number.slice(-2)] }),
    ],
  },
  ubs: {
    edition: '08',
    manners: [
      (number) => ({ text: `Zahlungszweck: ${number.toLowerCase()}` }),
      (number) => ({ documents: [{ number }], endToEndId: 'NOTPROVIDED' }),
    ],
  },
}
