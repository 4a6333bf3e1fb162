/** Codes that are answers of others: why a delivery ended, and what the authorities say of a report. */
import { asHtml, pageOf } from './pages.ts'

type Codes = Readonly<Record<string, readonly [meaning: string, fix: string]>>

const AGAIN = 'Correct the document and send it with another number, or with the same one: it is free again.'

/** `errorCode` of a document, and of its events. */
const deliveryCodes: Codes = {
  AP_REJECTED: [
    'The access point or the platform of the recipient rejects the document. The reason is in `errorMessage`.',
    AGAIN,
  ],
  SBDH_ERROR: [
    'The access point of the recipient cannot read the envelope.',
    'Send it again. If it comes back, tell the operator.',
  ],
  INADMISSIBLE: ['The platform of the recipient cannot take the file (French status 501).', AGAIN],
  MAIL_REFUSED: [
    'The mail server of the recipient refuses the e-mail.',
    'Correct the e-mail address of the partner and send again.',
  ],
  TRANSPORT_FAILURE: [
    'The access point of the recipient could not be reached in six attempts.',
    'Send it again: `POST /v1/documents/{documentId}/resend`.',
  ],
  OWNERSHIP_PENDING: [
    'The sender does not own its participant id any more.',
    'Prove the ownership, then send it again.',
  ],
}

const portalCodes: Codes = {
  '00025': [
    'The portal knows an invoice with this number already, or does not accept the number.',
    'Correct the number and send the invoice anew.',
  ],
  '00058': [
    'The executing service of a public buyer is missing or unknown.',
    'Give the service code of the buyer and send the invoice anew.',
  ],
}

const interchangeCodes: Codes = {
  '00001': ['The name of the file is wrong.', 'Tell the operator: the product makes the name.'],
  '00002': ['A file with this name was sent before.', 'Nothing: the file is sent again under another name.'],
  '00200': [
    'The file does not keep the format of FatturaPA.',
    'See the message: it names the field. Correct it and send the invoice anew.',
  ],
  '00305': [
    'The VAT number of the buyer does not exist.',
    'Correct the VAT number of the buyer and send the invoice anew.',
  ],
  '00306': [
    'The tax code (codice fiscale) of the buyer does not exist.',
    'Correct the tax number of the buyer and send the invoice anew.',
  ],
  '00311': [
    'The recipient code (CodiceDestinatario) is not valid.',
    'Correct the recipient code of the buyer and send the invoice anew.',
  ],
  '00312': ['The recipient code (CodiceDestinatario) is not active.', 'Ask the buyer for its recipient code.'],
  '00404': ['The same invoice was sent before.', 'Nothing, if it was; otherwise send it with another number.'],
  EI01: ['The file is empty.', 'Tell the operator.'],
  SE: ['The buyer’s answer came too late, or does not belong to the invoice.', 'Nothing: the answer is not told.'],
  SDI_UNKNOWN_INVOICE: [
    'The interchange system knows no invoice that the answer is about.',
    'Check the number and the seller.',
  ],
}

const section = (title: string, text: string, codes: Codes): string =>
  [
    `<h2>${title}</h2><p>${asHtml(text)}</p>`,
    ...Object.entries(codes).map(
      ([code, [meaning, fix]]) =>
        `<section id="${code}"><h3><a href="#${code}"><code>${code}</code></a></h3><p>${asHtml(meaning)}</p>` +
        `<dl><dt>What to do</dt><dd>${asHtml(fix)}</dd></dl></section>`,
    ),
  ].join('')

export const codePage = () =>
  pageOf(
    'Codes of deliveries and authorities',
    section(
      'Deliveries',
      '`errorCode` of a document, and of `document.failed` and `document.retrying`.',
      deliveryCodes,
    ) +
      section(
        'French portal (PPF)',
        '`error.code` of a report to the portal. Others are passed on with its own words.',
        portalCodes,
      ) +
      section(
        'Italian interchange system (SDI)',
        '`error.code` of a report to SDI. Others are passed on with its own words.',
        interchangeCodes,
      ),
  )
