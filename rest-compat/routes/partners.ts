/** Section 4.6. */
import { createPartner } from '../../src/partners/create-partner.ts'
import { deletePartner } from '../../src/partners/delete-partner.ts'
import { findPartnerByAccount } from '../../src/partners/find-partner-by-account.ts'
import { getPartner } from '../../src/partners/get-partner.ts'
import { listPartnerInvoices } from '../../src/partners/list-partner-invoices.ts'
import { listPartners } from '../../src/partners/list-partners.ts'
import { mergePartners } from '../../src/partners/merge-partners.ts'
import { updatePartner } from '../../src/partners/update-partner.ts'
import { partnerView } from '../../src/partners/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { summaryView } from '../../src/documents/record/view.ts'
import {
  type Route,
  asBoolean,
  asList,
  body,
  bodyAndPath,
  path,
  query,
  queryAndPath,
  route,
} from '../../src/http/route.ts'

const section = 'Partners'

export const partners: readonly Route[] = [
  route(createPartner, {
    method: 'POST',
    path: '/v1/partners',
    field: 'Mutation.createPartner',
    status: 201,
    input: body,
    ...one(partnerView),
    section,
  }),
  route(listPartners, {
    method: 'GET',
    path: '/v1/partners',
    field: 'Query.partners',
    status: 200,
    input: query({ tags: asList, hasActivity: asBoolean }),
    ...pageOf(partnerView),
    section,
  }),
  route(findPartnerByAccount, {
    method: 'GET',
    path: '/v1/partners/by-account-number',
    field: 'Query.partnerByAccountNumber',
    status: 200,
    input: query(),
    ...one(partnerView),
    section,
  }),
  route(getPartner, {
    method: 'GET',
    path: '/v1/partners/:partnerId',
    field: 'Query.partner',
    status: 200,
    input: path,
    ...one(partnerView),
    section,
  }),
  route(updatePartner, {
    method: 'PATCH',
    path: '/v1/partners/:partnerId',
    field: 'Mutation.updatePartner',
    status: 200,
    input: bodyAndPath,
    ...one(partnerView),
    section,
  }),
  route(deletePartner, {
    method: 'DELETE',
    path: '/v1/partners/:partnerId',
    field: 'Mutation.deletePartner',
    status: 204,
    input: path,
    section,
  }),
  route(listPartnerInvoices, {
    method: 'GET',
    path: '/v1/partners/:partnerId/invoices',
    field: 'Query.partnerInvoices',
    status: 200,
    input: queryAndPath(),
    ...pageOf(summaryView),
    section,
  }),
  route(mergePartners, {
    method: 'POST',
    path: '/v1/partners/:partnerId/merge',
    field: 'Mutation.mergePartners',
    status: 200,
    input: bodyAndPath,
    ...one(partnerView),
    section,
  }),
]
