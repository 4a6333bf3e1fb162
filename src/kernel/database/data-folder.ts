import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SettingsError } from '../env.ts'

export class DataFolderInUse extends Error {}

/** When a process started, in kernel ticks: with it, a pid that the system has reused names another process. */
const startOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = (pid: number, started: string): boolean => {
  if (pid === process.pid && started !== startOf(pid)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return started === '' || startOf(pid) === started
}

/**
 * Locks the folder of the embedded database for this process: two processes on the same files would each see their own
 * data. Returns the function that unlocks it. The lock of a process that died is taken over.
 */
export const lockDataFolder = (folder: string): (() => void) => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new SettingsError(
      `The data folder ${resolve(folder)} cannot be used (${(error as NodeJS.ErrnoException).code}). ` +
        'Set DATA_DIR to a folder that this process may write.',
    )
  }
  const file = join(folder, 'lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, `${process.pid} ${startOf(process.pid)}`)
      closeSync(handle)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', started = ''] = readFileSync(file, 'utf8').split(' ')
    if (pid !== '' && isAlive(Number(pid), started))
      throw new DataFolderInUse(
        `The data folder ${resolve(folder)} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`,
      )
    rmSync(file, { force: true })
  }
  throw new DataFolderInUse(`The data folder ${resolve(folder)} is being opened by another process.`)
}
