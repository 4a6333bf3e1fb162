/** Housekeeping as a process of its own, which a test may kill: one round on the database of DATABASE_URL. */
import { openPlatform } from '../../src/app/compose.ts'
import { tidy } from '../../src/app/housekeeping.ts'
import { readEnv } from '../../src/kernel/env.ts'

const platform = await openPlatform(readEnv(process.env))
await tidy(platform)
await platform.close()
