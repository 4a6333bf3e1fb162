import { useEffect, useState } from 'react'

const TYPING_MS = 250

/** What is typed is asked for when the typing rests; what is given may change it too. */
export const useTyped = (given: string, onRest: (text: string) => void) => {
  const [typed, setTyped] = useState(given)
  useEffect(() => setTyped(given), [given])
  useEffect(() => {
    if (typed === given) return undefined
    const timer = window.setTimeout(() => onRest(typed), TYPING_MS)
    return () => window.clearTimeout(timer)
  }, [typed, given])
  return [typed, setTyped] as const
}
