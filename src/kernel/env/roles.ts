/** What a process does: all of it, or the parts that its settings name. */
import { z } from 'zod'

/** What stands behind each name. */
export const roles = {
  server: 'answers callers',
  worker: 'does due work and housekeeping',
  relay: 'numbers events',
} as const
export type Role = keyof typeof roles

const names = Object.keys(roles) as [Role, ...Role[]]
const list = [...names, 'all'].join(', ')

/** `all`, or roles with commas between them. */
export const roleSetting = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(z.enum([...names, 'all'], `expected ${list}, or some of them with commas between them`)))

interface RoleSettings {
  ROLE: readonly (Role | 'all')[]
  WORKERS?: 'inline' | 'off' | undefined
}

export const hasRole = ({ ROLE, WORKERS }: RoleSettings, role: Role): boolean =>
  ROLE.includes(role) || (ROLE.includes('all') && !(role === 'worker' && WORKERS === 'off'))

export const rolesOf = (settings: RoleSettings): Role[] => names.filter((role) => hasRole(settings, role))
