/** Imported into a server: the first SIGUSR2 begins a profile of its main thread, the second one writes it down. */
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { isMainThread } from 'node:worker_threads'

const EVERY_US = 500

const file = process.env['PROFILE_FILE']
if (isMainThread && file !== undefined) {
  const session = new Session()
  let isRunning = false
  const turn = async (): Promise<void> => {
    isRunning = !isRunning
    if (isRunning) {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.setSamplingInterval', { interval: EVERY_US })
      await session.post('Profiler.start')
      return
    }
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(`${file}.part`, JSON.stringify(profile))
    renameSync(`${file}.part`, file)
  }
  process.on('SIGUSR2', () => void turn())
}
