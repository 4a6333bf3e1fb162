/** The filter of a list is its address: what stands there is read as strictly as any input, and unknown parts are dropped. */
import type { DocumentFilter, DocumentType, LifecycleStatus } from '#operations'
import type { Direction } from './shown.ts'
import { lifecycleNames, typeNames } from '../words/codes.ts'

export interface Search {
  q?: string
  status?: LifecycleStatus
  type?: DocumentType
  from?: string
  to?: string
  least?: string
  most?: string
  unread?: true
  attention?: true
  archived?: true
  company?: string
  tag?: string
  /** Filters of single pages. */
  period?: string
  answer?: string
  kind?: string
  country?: string
  partner?: string
  /** Columns that are not shown, with commas between them. */
  hide?: string
  /** The document that is open beside the list. */
  open?: string
  /** The document that a new one is written after, as it is or as its credit note. */
  copy?: string
  correct?: string
}

const text = (value: unknown): string | undefined => {
  const given = typeof value === 'number' ? String(value) : value
  return typeof given === 'string' && given !== '' ? given.slice(0, 200) : undefined
}
const matching = (value: unknown, pattern: RegExp): string | undefined => {
  const given = text(value)
  return given !== undefined && pattern.test(given) ? given : undefined
}
const oneOf = <Name extends string>(value: unknown, names: Readonly<Record<Name, unknown>>): Name | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as Name) : undefined
const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined)

const WORD = /^[A-Z]{3,20}$/
const COLUMNS = /^[a-z]{2,12}(?:,[a-z]{2,12}){0,8}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const AMOUNT = /^\d{1,15}(?:\.\d{1,4})?$/

export const readSearch = (given: Readonly<Record<string, unknown>>): Search => {
  const found = {
    q: text(given['q']),
    status: oneOf(given['status'], lifecycleNames),
    type: oneOf(given['type'], typeNames),
    from: matching(given['from'], DAY),
    to: matching(given['to'], DAY),
    least: matching(given['least'], AMOUNT),
    most: matching(given['most'], AMOUNT),
    unread: flag(given['unread']),
    attention: flag(given['attention']),
    archived: flag(given['archived']),
    company: text(given['company']),
    tag: text(given['tag']),
    period: matching(given['period'], WORD),
    answer: matching(given['answer'], /^[45]\d\d$/),
    kind: matching(given['kind'], WORD),
    country: matching(given['country'], /^[A-Z]{2}$/),
    partner: text(given['partner']),
    hide: matching(given['hide'], COLUMNS),
    open: text(given['open']),
    copy: text(given['copy']),
    correct: text(given['correct']),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** What somebody must do something about: what was not delivered, is disputed, or is late. */
const needsAttention = (today: string): DocumentFilter => ({
  or: [
    { deliveryStatus: { in: ['FAILED', 'REJECTED'] } },
    { lifecycleStatus: { in: ['DISPUTED', 'REJECTED'] } },
    { dueDate: { lt: today }, lifecycleStatus: { in: ['RECEIVED', 'UNDER_REVIEW', 'APPROVED', 'PARTIALLY_PAID'] } },
  ],
})

export const filterOf = (
  direction: Direction,
  { q, status, type, from, to, least, most, unread, attention, archived, company, partner, tag }: Search,
  today: string,
): DocumentFilter => ({
  direction: { eq: direction },
  archived: { eq: archived ?? false },
  ...(q && { q }),
  ...(status && { lifecycleStatus: { eq: status } }),
  ...(type && { type: { eq: type } }),
  ...((from || to) && { issueDate: { ...(from && { gte: from }), ...(to && { lte: to }) } }),
  ...((least || most) && { grossAmount: { ...(least && { gte: least }), ...(most && { lte: most }) } }),
  ...(unread && { read: { eq: false } }),
  ...(company && { companyId: { eq: company } }),
  ...(partner && { partnerId: { eq: partner } }),
  ...(tag && { tag: { eq: tag } }),
  ...(attention && { and: [needsAttention(today)] }),
})

export const isFiltered = ({ open: _open, company: _company, hide: _hide, ...others }: Search): boolean =>
  Object.keys(others).length > 0
