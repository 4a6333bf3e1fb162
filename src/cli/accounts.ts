/** The accounts of the command line: a file that nobody else can read, in the user's own folder. */
import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../kernel/clock.ts'
import { configFolder } from './environment.ts'

export interface Account {
  url: string
  apiKey: string
  /** Renews the key, where it was given by `login`. */
  refreshToken?: string
  /** When the key ends. */
  expiresAt?: string
  organizationId?: string
  /** Of `listen`: the same each time. */
  signingSecret?: string
}

type Accounts = Record<string, Account>

export const DEFAULT_ACCOUNT = 'default'
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

export const accountsFile = (): string => join(configFolder(), 'credentials.json')

/** A file of ours in that folder; undefined where there is none. */
export const readOwn = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written beside it and renamed, so that a file is never half written. */
export const writeOwn = (file: string, value: object): void => {
  mkdirSync(configFolder(), { recursive: true, mode: PRIVATE_FOLDER })
  const beside = `${file}.${process.pid}.tmp`
  writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: PRIVATE_FILE })
  renameSync(beside, file)
}

const readAccounts = (): Accounts => readOwn<Accounts>(accountsFile()) ?? {}

export const storedAccount = (name: string): Account | undefined => {
  const accounts = readAccounts()
  return Object.hasOwn(accounts, name) ? accounts[name] : undefined
}

export const storeAccount = (name: string, account: Account): void =>
  writeOwn(accountsFile(), { ...readAccounts(), [name]: account })

export const forgetAccount = (name: string): boolean => {
  const { [name]: known, ...others } = readAccounts()
  if (!known) return false
  writeOwn(accountsFile(), others)
  return true
}

export const newSigningSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`

const STALE_MS = 30_000
const AGAIN_MS = 50

/** One process at a time: a refresh token that is used by two of them ends the access. */
export const alone = async <T>(work: () => Promise<T>): Promise<T> => {
  mkdirSync(configFolder(), { recursive: true, mode: PRIVATE_FOLDER })
  const lock = join(configFolder(), 'renewing.lock')
  for (;;)
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      // A process that was killed leaves its lock behind.
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
      if (since !== undefined && systemClock.now().getTime() - since > STALE_MS) rmdirSync(lock)
      else await sleep(AGAIN_MS)
    }
  try {
    return await work()
  } finally {
    rmdirSync(lock)
  }
}
