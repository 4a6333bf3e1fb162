/** Section 4.8: payments. */
import { exportPayments } from '../../src/payments/export-payments.ts'
import { getAgeing } from '../../src/payments/get-ageing.ts'
import { getPaymentExport } from '../../src/payments/get-payment-export.ts'
import { getPaymentInfo } from '../../src/payments/get-payment-info.ts'
import { importBankFile } from '../../src/payments/import-bank-file.ts'
import { listPayments } from '../../src/payments/list-payments.ts'
import { ORDER_FILE_TYPE } from '../../src/payments/order-file.ts'
import { recordPayment } from '../../src/payments/record-payment.ts'
import { reversePayment } from '../../src/payments/reverse-payment.ts'
import { bankImportView } from '../../src/payments/bank-view.ts'
import { ageingView, paymentInfoView, paymentResultView, paymentView } from '../../src/payments/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'
import { asFile, asText, bodyOrFile } from '../../src/http/uploads.ts'

const section = 'Payments'
const result = one(paymentResultView)

export const payments: readonly Route[] = [
  route(getPaymentInfo, {
    method: 'GET',
    path: '/v1/payments/documents/:documentId',
    field: 'Query.paymentInfo',
    status: 200,
    input: path,
    ...one(paymentInfoView),
    section,
  }),
  route(recordPayment, {
    method: 'POST',
    path: '/v1/payments/documents/:documentId/pay',
    field: 'Mutation.recordPayment',
    status: 201,
    input: bodyAndPath,
    shape: result.shape,
    present: ({ payment, info }) => result.present({ ...info, ...payment }),
    section,
  }),
  route(reversePayment, {
    method: 'POST',
    path: '/v1/payments/:paymentId/reverse',
    field: 'Mutation.reversePayment',
    status: 200,
    input: bodyAndPath,
    shape: result.shape,
    present: ({ payment, info }) => result.present({ ...info, ...payment }),
    section,
  }),
  route(listPayments, {
    method: 'GET',
    path: '/v1/payments',
    field: 'Query.payments',
    status: 200,
    input: query(),
    ...pageOf(paymentView),
    section,
  }),
  route(getAgeing, {
    method: 'GET',
    path: '/v1/payments/ageing',
    field: 'Query.ageing',
    status: 200,
    input: query(),
    ...one(ageingView),
    section,
  }),
  route(exportPayments, {
    method: 'POST',
    path: '/v1/payments/export/iso20022',
    field: 'Mutation.exportPayments',
    status: 200,
    input: body,
    answersFile: [ORDER_FILE_TYPE],
    section,
  }),
  route(getPaymentExport, {
    method: 'GET',
    path: '/v1/payments/exports/:exportId',
    field: 'Query.paymentExport',
    status: 200,
    input: path,
    answersFile: [ORDER_FILE_TYPE],
    section,
  }),
  route(importBankFile, {
    method: 'POST',
    path: '/v1/payments/import',
    field: 'Mutation.importBankFile',
    status: 200,
    input: bodyOrFile({ file: asFile, mode: asText, companyId: asText }, {}),
    takesFile: true,
    ...one(bankImportView),
    section,
  }),
]
