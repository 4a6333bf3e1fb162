import { examineDocument } from '../documents/record/examine-document.ts'
import { renderDocument } from '../documents/record/render-document.ts'
import { readContent, readStructure, writeContent } from '../documents/views/read-structure.ts'
import { readReported } from '../compliance/e-reporting/read-reported.ts'
import { writeSdiInvoice } from '../compliance/reporters/write-sdi-invoice.ts'
import { renderMail } from '../exchange/deliver/mail-of.ts'
import { examineSend, examineSends } from '../exchange/send/judge/examine-send.ts'
import { convertInvoice } from '../flows/convert-invoice.ts'
import { readStatuses } from '../exchange/lifecycle/read-statuses.ts'
import { examineStatus } from '../flows/examine-status.ts'
import { examineFlow } from '../flows/examine-flow.ts'
import { readCxmlCart, readCxmlHead, readOci } from '../procurement/read-cart.ts'
import type { HeavyJob } from '../kernel/threads/job.ts'
import { readVatShares } from '../lifecycle/read/read-vat-shares.ts'
import { readStatement } from '../payments/read-statement.ts'

/** What may take longer than others can wait: pure functions, the same in place and in a thread. */
export const heavyJobs = [
  examineDocument,
  examineFlow,
  convertInvoice,
  examineSend,
  examineSends,
  examineStatus,
  readReported,
  readContent,
  readCxmlCart,
  readCxmlHead,
  readOci,
  readStatement,
  readStatuses,
  readStructure,
  readVatShares,
  renderDocument,
  renderMail,
  writeContent,
  writeSdiInvoice,
] as readonly HeavyJob[]
