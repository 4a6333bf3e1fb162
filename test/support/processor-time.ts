/** Processor time as the operating system counts it. */
import { existsSync, readFileSync } from 'node:fs'

const OWN_STATUS = '/proc/self/stat'
const TICKS_PER_SECOND = 100
const hasStatus = existsSync(OWN_STATUS)

/** Linux counts the time of a process that has ended with its parent; elsewhere it is not known. */
export const secondsOfChildren = (): number => {
  if (!hasStatus) return 0
  const status = readFileSync(OWN_STATUS, 'utf8')
  // After the name of the program, which may contain blanks.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
}

export const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + secondsOfChildren()
}
