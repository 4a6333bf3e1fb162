/** Runs `round` every so often, one at a time, until the answered function is called; that waits for the one under way. */
export const repeatedly = (everyMs: number, round: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  const timer = setInterval(() => void (running ??= round().finally(() => (running = undefined))), everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
