/** A version of the product from before, out of git, as a server that can be started. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readMigrations } from '../../../src/kernel/database/migrations.ts'

const root = join(import.meta.dirname, '../../..')
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** What git answers, line by line; nothing where it does not know of what it was asked. */
const linesOf = (...args: readonly string[]): string[] => {
  try {
    return git(...args).split('\n')
  } catch {
    return []
  }
}

/** A database of that version is one that ours can go on with: its migrations are the first of ours, and some are missing. */
const isBefore = (commit: string): boolean => {
  const theirs = linesOf('ls-tree', '-d', '--name-only', `${commit}:prisma/migrations`)
  const ours = readMigrations()
  return theirs.length > 0 && theirs.length < ours.length && theirs.every((name, nth) => name === ours[nth]?.name)
}

/**
 * The commit that PREVIOUS names, or else the newest before a change of the migrations that is such a version. Migrations
 * that were made side by side come in another order than their names: what lies between them never was a version.
 */
export const findPrevious = (named = process.env['PREVIOUS']): string | undefined => {
  if (named) {
    if (isBefore(named)) return git('rev-parse', `${named}^{commit}`)
    throw new Error(`The migrations of ${named} (PREVIOUS) are not the first of ours, with some missing.`)
  }
  // Of merges, what they were merged into.
  const parents = linesOf('log', '--format=%P', '--', 'prisma/migrations').map((line) => line.split(' ')[0] ?? '')
  return parents.find((commit) => commit !== '' && isBefore(commit))
}

export interface Checkout {
  folder: string
  remove(): void
}

/** With the packages of today, and built as it says itself. */
export const builtCheckout = async (commit: string): Promise<Checkout> => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-previous-'))
  const remove = (): void => {
    git('worktree', 'remove', '--force', folder)
    git('worktree', 'prune')
  }
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: folder })
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}
