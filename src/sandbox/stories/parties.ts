/** The two French companies between which stories are played: made with the first one, and used by all. */
import { randomInt } from 'node:crypto'
import { registerCompany } from '../../companies/register-company.ts'
import type { Company } from '../../generated/prisma/client.ts'
import { execute } from '../../operation/execute.ts'
import type { Preparation } from '../../operation/operation.ts'
import type { Party } from '../../lifecycle/tables/states.ts'
import { hasWrongDigits } from '../../values/check-digits.ts'
import { waitFor } from './waiting.ts'

export type Parties = Readonly<Record<Party, Company>>

const words: Readonly<Record<Party, { externalId: string; name: string }>> = {
  supplier: { externalId: 'sandbox-story-supplier', name: 'Story Supplier' },
  buyer: { externalId: 'sandbox-story-buyer', name: 'Story Buyer' },
}

const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit))

/** A French VAT number with valid check digits. It begins with 8, so it has none of the endings of the simulators. */
const drawnVat = async (): Promise<string> => {
  const drawn = `8${String(randomInt(10 ** 7)).padStart(7, '0')}`
  for (const digit of DIGITS) {
    const siren = drawn + digit
    if (!(await hasWrongDigits('FR', siren)))
      return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
  }
  return drawnVat()
}

const freeVat = async (call: Preparation): Promise<string> => {
  const vatNumber = await drawnVat()
  const taken = await call.db.participant.count({ where: { peppolId: `0225:${vatNumber.slice(4)}` } })
  return taken === 0 ? vatNumber : freeVat(call)
}

const find = ({ db, actor: { organizationId } }: Preparation, role: Party): Promise<Company | null> =>
  db.company.findFirst({ where: { organizationId, externalId: words[role].externalId, status: 'active' } })

const register = async (call: Preparation, role: Party): Promise<void> => {
  if (!(await find(call, role)))
    await execute(registerCompany, call, { vatNumber: await freeVat(call), ...words[role] })
}

/** Both, once they can receive; undefined where that takes too long. */
export const storyParties = async (call: Preparation, deadline: number): Promise<Parties | undefined> => {
  await register(call, 'supplier')
  await register(call, 'buyer')
  return waitFor(call.platform.clock, deadline, async () => {
    const [supplier, buyer] = [await find(call, 'supplier'), await find(call, 'buyer')]
    const canReceive = supplier?.smpStatus === 'registered' && buyer?.smpStatus === 'registered'
    return canReceive ? { supplier, buyer } : undefined
  })
}
