/**
 * Lints the OpenAPI document as the service would print it: `npm run test:long -- openapi`. The linter comes on demand.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openapi } from '../../../src/doors/reference/openapi/document.ts'
import { routes } from '../../../rest-compat/routes/index.ts'

const here = import.meta.dirname
spawnSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--package-lock=false', '--prefix', here], {
  stdio: 'inherit',
})
const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
const file = join(folder, 'openapi.json')
writeFileSync(file, JSON.stringify(openapi(routes, 'https://api.invoice-exchange.example'), null, 2))
const { status } = spawnSync(
  process.execPath,
  [join(here, 'node_modules/@redocly/cli/bin/cli.js'), 'lint', '--config', join(here, 'redocly.yaml'), file],
  { stdio: 'inherit', env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
)
rmSync(folder, { recursive: true })
process.exitCode = status ?? 1
