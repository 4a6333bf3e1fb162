/** A disk that can be filled, where this user may mount one. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Takes all the room that is left. */
  fill(): void
  makeRoom(): void
  remove(): void
}

const PIECE = Buffer.alloc(65_536)

/** False where there is no room. */
const appended = (file: string): boolean => {
  try {
    appendFileSync(file, PIECE)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return false
  }
}

/** Undefined where it may not be mounted. */
export const mountSmallDisk = (megabytes: number): SmallDisk | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      while (appended(ballast));
    },
    makeRoom: () => rmSync(ballast),
    remove() {
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
