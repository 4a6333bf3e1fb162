/** The clock of one process, which may jump: by the Debian package `faketime`, where the machine has it. */
import { globSync, writeFileSync } from 'node:fs'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

export const clocksJump = library !== undefined

/** What a process is started with so that its clock is off by the seconds that `file` says; it looks each second. */
export const settingsOfClock = (file: string): Record<string, string> => {
  if (!library) return {}
  setClock(file, 0)
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // What only measures how long something takes is no clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

export const setClock = (file: string, seconds: number): void =>
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
