/**
 * The test suite on PostgreSQL and Redis: `npm run test:services`. Arguments go to vitest. Where none names a file, what
 * no database takes part in is left to `npm test`, and so are pages: they ask what other tests ask here.
 */
import { onServices } from './run.ts'

const ALIKE = ['architecture', 'console', 'deploy', 'docs', 'formats', 'rules', 'values']

const given = process.argv.slice(2)
const args = given.length > 0 ? given : ALIKE.flatMap((folder) => ['--exclude', `test/${folder}/**`])
process.exitCode = await onServices(args)
