/** What a message says, on its way between threads: decimals go as texts. */
import { Decimal } from '../../values/money.ts'
import type { SaidStatus } from './read-message.ts'

type PortableAmount = { kind: SaidStatus['amounts'][number]['kind']; amount: string; percent?: string }
export type PortableStatus = Omit<SaidStatus, 'amounts'> & { amounts: PortableAmount[] }

export const portableStatus = ({ amounts, ...said }: SaidStatus): PortableStatus => ({
  ...said,
  amounts: amounts.map(({ kind, amount, percent }) => ({
    kind,
    amount: amount.toFixed(),
    ...(percent && { percent: percent.toFixed() }),
  })),
})

export const arrivedStatus = ({ amounts, ...said }: PortableStatus): SaidStatus => ({
  ...said,
  amounts: amounts.map(({ kind, amount, percent }) => ({
    kind,
    amount: new Decimal(amount),
    ...(percent !== undefined && { percent: new Decimal(percent) }),
  })),
})
