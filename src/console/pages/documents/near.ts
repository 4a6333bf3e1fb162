/** Which rows of a long list are near what is seen: only they are rendered, between two gaps of the height of the rest. */
import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** So many rows beyond what is seen are there, for the keyboard and for a slow eye. */
const BEYOND = 6
/** Rows come and go by so many, so that not every pixel renders anew. */
const STEP = 5
/** Before anything was measured. */
const FIRST = { from: 0, to: 50 }
const FIRST_HEIGHT = 42

interface Near {
  from: number
  to: number
}

/** What is seen, and whether it touches what was rendered before: a leap renders no more than is seen. */
const nearOf = (top: number, height: number, before: Near): Near => {
  const first = Math.max(0, Math.floor(-top / height))
  const last = Math.ceil((innerHeight - top) / height)
  if (first > before.to || last < before.from) return { from: first, to: last }
  const down = (row: number): number => Math.max(0, Math.floor(row / STEP) * STEP)
  return { from: down(first - BEYOND), to: down(last + BEYOND) + STEP }
}

/** `table` holds nothing above the rows but what `head` is high; `body` holds the rows that are near. */
export const useNear = (table: HTMLTableElement | null, body: HTMLTableSectionElement | null, count: number) => {
  const [near, setNear] = useState<Near>(FIRST)
  const [height, setHeight] = useState(FIRST_HEIGHT)
  const { from, to } = { from: Math.min(near.from, Math.max(0, count - STEP)), to: Math.min(near.to, count) }
  useLayoutEffect(() => {
    const measured = body?.rows[0]?.getBoundingClientRect().height
    if (measured && Math.abs(measured - height) > 0.01) setHeight(measured)
  })
  useEffect(() => {
    if (!table) return undefined
    const look = (): void => {
      const top = table.getBoundingClientRect().top + (table.tHead?.offsetHeight ?? 0)
      setNear((before) => {
        const next = nearOf(top, height, before)
        return before.from === next.from && before.to === next.to ? before : next
      })
    }
    // In the frame that scrolls, so that no frame shows a gap.
    const onScroll = (): void => flushSync(look)
    look()
    addEventListener('scroll', onScroll, { passive: true })
    // After a leap, what is beside it.
    addEventListener('scrollend', look)
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('scrollend', look)
      removeEventListener('resize', look)
    }
  }, [table, height, count])
  return { from, to, above: from * height, below: Math.max(0, count - to) * height }
}
