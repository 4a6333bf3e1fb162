/** Documents that belong together. */
import { objectOf } from '../graphql/object.ts'
import { pages } from '../graphql/query.ts'
import { Document } from './schema.ts'
import { listOrderInvoices } from './views/list-order-invoices.ts'
import { listRelated } from './views/list-related.ts'
import { relatedView } from './views/view.ts'

pages('relatedDocuments', listRelated, objectOf(relatedView), { row: 'RelatedDocument', rows: 'related documents' })
pages('purchaseOrderInvoices', listOrderInvoices, Document, {
  row: 'OrderInvoice',
  rows: 'invoices for a purchase order',
})
