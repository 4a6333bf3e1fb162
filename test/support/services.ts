/** The test suite on PostgreSQL and Redis: `npm run test:services`. Arguments go to vitest. */
import { butAlike, onServices } from './run.ts'

const given = process.argv.slice(2)
process.exitCode = await onServices(given.length > 0 ? given : butAlike)
