import { env } from 'node:process'

/** How many documents the generating tests make: few in the suite, as many as asked for in a long run. */
export const runs = Number(env.GENERATED_BODIES ?? 100)
