import { env } from 'node:process'

/** How many documents the generating tests make: others in each run, few in the suite, more where they are asked for. */
export const runs = Number(env.GENERATED_BODIES ?? (env.EXHAUSTIVE === '1' ? 100 : 20))
