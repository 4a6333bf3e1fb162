/** The whole test suite on PostgreSQL and Redis: `npm run test:services`. Arguments go to vitest. */
import { onServices } from './run.ts'

process.exitCode = await onServices(process.argv.slice(2))
