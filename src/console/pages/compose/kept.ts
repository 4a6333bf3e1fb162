/**
 * Drafts in the browser: the one that is written, and those that were put aside. Each organization has its own, so nobody who
 * signs in after another reads theirs. Files are not kept: they may be large.
 */
import { useState } from 'react'
import { type Draft, newDraft } from './draft.ts'

const placesOf = (organizationId: string) => ({ kept: `draft ${organizationId}`, aside: `drafts ${organizationId}` })
const MOST = 20

const read = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
const write = (name: string, value: unknown): void => localStorage.setItem(name, JSON.stringify(value))
const whole = (parts: unknown): Draft => ({ ...newDraft(), ...(parts as Partial<Draft> | null) })
const small = (draft: Draft): Draft => ({ ...draft, attachments: [] })

export const keptDraft = (organizationId: string): Draft => whole(read(placesOf(organizationId).kept))
export const keepDraft = (organizationId: string, draft: Draft): void =>
  write(placesOf(organizationId).kept, small(draft))
export const forgetDraft = (organizationId: string): void => localStorage.removeItem(placesOf(organizationId).kept)

/** What it is found by; a draft that says nothing yet is not worth keeping. */
export const nameOf = ({ number, to, lines }: Draft): string => number || to || (lines[0]?.description ?? '')

export const useAside = (organizationId: string) => {
  const { aside } = placesOf(organizationId)
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const kept = read(aside)
    return Array.isArray(kept) ? kept.map(whole) : []
  })
  const change = (next: readonly Draft[]): void => {
    write(aside, next)
    setDrafts(next)
  }
  const put = (draft: Draft): void => {
    if (nameOf(draft) === '') return
    change([...drafts.filter((one) => nameOf(one) !== nameOf(draft)), small(draft)].slice(-MOST))
  }
  return { drafts, put, take: (draft: Draft): void => change(drafts.filter((one) => one !== draft)) }
}
