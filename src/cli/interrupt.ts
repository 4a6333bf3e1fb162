/** Ctrl-C ends what runs until it is ended: what is being done is finished, and nothing half done remains. */
export const untilInterrupted = (): AbortSignal => {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort())
  return ending.signal
}
