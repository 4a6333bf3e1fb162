const TOO_LONG = 'The operation was aborted due to timeout'

/**
 * Runs something with a signal that is aborted when it takes too long. A signal of AbortSignal.timeout would outlive
 * thousands of attempts, and be aborted long after they are over.
 */
export const withinTime = async <T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(new DOMException(TOO_LONG, 'TimeoutError')), timeoutMs)
  try {
    return await run(end.signal)
  } finally {
    clearTimeout(timer)
  }
}
