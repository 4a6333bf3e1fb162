/** What the server thinks of a draft, asked when the typing rests. */
import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { CheckDocument, type CheckQuery } from '#operations'
import { type Problem, problemOf } from '../../data/refused.ts'
import { type Draft, bodyOf } from './draft.ts'

export type Verdict = NonNullable<CheckQuery['validateDocument']>

const REST_MS = 400

export const useCheck = (draft: Draft, file: File | undefined) => {
  const client = useClient()
  const [verdict, setVerdict] = useState<Verdict>()
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  // Without a recipient the server has nothing to say but that.
  const isAskable = draft.from !== '' && (file !== undefined || (draft.to !== '' && draft.lines.length > 0))
  useEffect(() => {
    if (!isAskable) {
      setVerdict(undefined)
      setProblem(undefined)
      setBusy(false)
      return undefined
    }
    setBusy(true)
    let isOver = false
    const timer = window.setTimeout(async () => {
      const content = file ? { file } : { document: bodyOf(draft) }
      const { type, from, to } = draft
      const variables = { type, from, content, ...(to !== '' && { to }), ...(file && { fileName: file.name }) }
      const { data, error } = await client
        .query(CheckDocument, variables as never, { requestPolicy: 'network-only' })
        .toPromise()
      if (isOver) return
      setBusy(false)
      setVerdict(data?.validateDocument ?? undefined)
      setProblem(problemOf(error, undefined))
    }, REST_MS)
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [client, draft, file])
  return { verdict, problem, isBusy, needsRecipient: file === undefined && draft.to === '' }
}

/** The findings of a place, as `lines[0].vatRate` names it. */
export const findingsAt = (verdict: Verdict | undefined, place: string) =>
  [...(verdict?.validation.errors ?? []), ...(verdict?.validation.warnings ?? [])].filter(({ path }) =>
    path?.endsWith(place),
  )
