/** The claim `_plans`: what the identity provider says of organizations, the plan and who they are. */
import { z } from 'zod'
import { Plan } from '../generated/prisma/enums.ts'
import { country, vatNumber } from '../kernel/input.ts'
import { isObject } from '../values/is-object.ts'

/** What the operator, or the identity provider in the operator's place, says of an organization. */
export const organizationFields = {
  plan: z.enum(Plan),
  name: z.string().trim().min(1).max(200),
  country,
  vatNumber,
  contactEmail: z.email().max(254),
}

export type PlanClaim = Partial<{ [F in keyof typeof organizationFields]: z.output<(typeof organizationFields)[F]> }>

/** `White-label` and `white_label` are the same. */
const planWord = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase().replaceAll('-', '_') : value

/** What has the right form. A provider that writes something else is no reason to refuse its users. */
const claimIn = (value: unknown): PlanClaim => {
  const said = typeof value === 'object' && value !== null ? value : { plan: value }
  return Object.fromEntries(
    Object.entries({ ...said, plan: planWord('plan' in said ? said.plan : undefined) }).flatMap(([name, one]) => {
      const field = Object.hasOwn(organizationFields, name) ? organizationFields[name as keyof PlanClaim] : undefined
      const read = field?.safeParse(one)
      return read?.success ? [[name, read.data]] : []
    }),
  )
}

/** `{"org-1": "platform"}`, or with more: `{"org-1": {"plan": "platform", "name": "Atelier"}}`. */
export const plansIn = (claim: unknown): ReadonlyMap<string, PlanClaim> =>
  new Map(isObject(claim) ? Object.entries(claim).map(([id, value]) => [id, claimIn(value)]) : [])
