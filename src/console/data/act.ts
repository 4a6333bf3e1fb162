/** A mutation as a page needs it: whether it runs, what was refused, and the answer where it was not. */
import { useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql'
import type { RefusedFragment } from '#operations'
import { type Problem, problemOf } from './refused.ts'

type Answered<Data> = NonNullable<Data[keyof Data]>

export const useAct = <Data extends object, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
) => {
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  /** The answer of the one field of the mutation; undefined where it was refused. */
  const run = async (variables: Variables): Promise<Answered<Data> | undefined> => {
    setBusy(true)
    const { data, error } = await client.mutation(document, variables).toPromise()
    setBusy(false)
    const answer = data && (Object.values(data)[0] as (Answered<Data> & { refusal?: RefusedFragment | null }) | null)
    const fault = problemOf(error, answer?.refusal)
    setProblem(fault)
    return fault ? undefined : (answer ?? undefined)
  }
  return { run, isBusy, problem, forget: () => setProblem(undefined) }
}
