/** What whoever is signed in may do, where no row of an answer says it. */
import { useQuery } from 'urql'
import { type Scope, ViewerDocument } from '#operations'

export const grants = (held: readonly Scope[], scope: Scope): boolean => held.includes('ALL') || held.includes(scope)

/** Nothing, until the server has said who asks. */
export const useMay = (): ((scope: Scope) => boolean) => {
  const [{ data }] = useQuery({ query: ViewerDocument })
  return (scope) => grants(data?.viewer.scopes ?? [], scope)
}
