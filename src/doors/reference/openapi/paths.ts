import type { Route } from '../../../http/route.ts'

/** The path as the document writes it: `/v1/companies/{companyId}`. */
export const pathOf = ({ path }: Pick<Route, 'path'>): string => path.replace(/:([A-Za-z]+)/g, '{$1}')
