import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { CompaniesDocument, type CompaniesQuery, ViewerDocument } from '#operations'

type OwnCompany = CompaniesQuery['companies']['nodes'][number]

/**
 * The companies of the organization, and the one that a page begins with: the one that is chosen, else the one last used in
 * this browser, else the oldest. A company that is made meanwhile changes nothing.
 */
export const useOwnCompany = () => {
  const { company: chosen } = useSearch({ strict: false })
  const [{ data: who }] = useQuery({ query: ViewerDocument })
  const [{ data }] = useQuery({ query: CompaniesDocument })
  const companies: OwnCompany[] = data?.companies.nodes ?? []
  const place = who ? `company ${who.viewer.organizationId}` : undefined
  const withId = (id: string | null | undefined) => companies.find((one) => one.id === id)
  const company =
    place === undefined ? undefined : (withId(chosen) ?? withId(localStorage.getItem(place)) ?? companies.at(-1))
  const use = ({ id }: OwnCompany): void => {
    if (place) localStorage.setItem(place, id)
  }
  useEffect(() => {
    if (company) use(company)
  }, [company?.id])
  return { companies, company, use }
}
