/** The national rules of Peppol BIS Billing, in the order in which the official files ask them. */
import { germany } from './de.ts'
import { denmark } from './dk.ts'
import { greece } from './gr.ts'
import { iceland } from './is.ts'
import { italy } from './it.ts'
import { netherlands } from './nl.ts'
import { norway } from './no.ts'
import { sweden } from './se.ts'
import type { RuleSet } from '../rule.ts'

const inUblOrder = [norway, denmark, italy, sweden, greece, iceland, netherlands, germany]
const inCiiOrder = [norway, denmark, italy, sweden, netherlands]

export const nationalUbl: readonly RuleSet[] = inUblOrder.map(({ ubl }) => ubl)
export const nationalCii: readonly RuleSet[] = inCiiOrder.map(({ cii }) => cii)
