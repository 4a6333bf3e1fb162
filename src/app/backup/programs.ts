/** PostgreSQL's own programs, which write and read the database; the password is not among their arguments. */
import { spawn } from 'node:child_process'
import { environmentWith } from '../../kernel/env.ts'
import { BackupRefused } from './manifest.ts'

/** The last of what a program says. */
const SAID = 2_000

export const runProgram = (program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> => {
  const address = new URL(url)
  const PGPASSWORD = decodeURIComponent(address.password)
  address.password = ''
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, `--dbname=${address.href}`], {
      env: environmentWith(PGPASSWORD === '' ? {} : { PGPASSWORD }),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-SAID)))
    child.once('error', () =>
      reject(new BackupRefused(`${program} is not on this machine. Install the client programs of PostgreSQL.`)),
    )
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new BackupRefused(`${program} ended with ${code}: ${said.trim()}`)),
    )
  })
}
