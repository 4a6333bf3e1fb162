/** Written by `npm run print` from `operations` and the schema. */
import type { Typed } from './graphql.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A postal address; only the country is required. */
export type AddressInput = {
  /** Town. */
  city?: string | null | undefined;
  /** Country code of ISO 3166-1, two capital letters. */
  country: string;
  /** Post code. */
  postalCode?: string | null | undefined;
  /** Street and number. */
  street?: string | null | undefined;
  /** Second line of the street address. */
  streetLine2?: string | null | undefined;
};

/** Values in REST: `delivered`, `accepted`, `rejected`, `failed`. */
export type AttemptOutcome =
  /** The other side accepted the document. The final confirmation is still to come. */
  | 'ACCEPTED'
  /** The other side accepted the document, and the delivery is final. */
  | 'DELIVERED'
  /** The document could not be handed over. */
  | 'FAILED'
  /** The other side refused the document. */
  | 'REJECTED';

/** Condition on the field `archived`. */
export type BooleanFilter = {
  /** The value is equal to this. */
  eq?: boolean | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: boolean | null | undefined;
};

/** The kinds of documents that the company sends and receives. */
export type CapabilitiesInput = {
  /** Kinds of documents that the company receives. All kinds when absent. */
  receive?: Array<DocumentType> | null | undefined;
  /** Kinds of documents that the company sends. All kinds when absent. */
  send?: Array<DocumentType> | null | undefined;
};

/** Condition on the field `currency`. */
export type ChoiceFilter = {
  /** The value is equal to this. */
  eq?: string | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is one of these. */
  in?: Array<string> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: string | null | undefined;
};

/** The amount that was collected at one VAT rate. */
export type CollectedByRateInput = {
  /** Amount that was collected at this rate, with VAT. */
  amount: string;
  /** VAT rate in percent. */
  rate: string;
};

/** What the company says of itself to authorities, by country code. */
export type CompanyComplianceInput = {
  /** What a French company says of itself. */
  FR?: FrenchComplianceInput | null | undefined;
  /** What an Italian company says of itself. */
  IT?: ItalianComplianceInput | null | undefined;
};

/** Values in REST: `active`, `inactive`, `suspended`. */
export type CompanyStatus =
  /** The company exchanges documents. */
  | 'ACTIVE'
  /** The company was removed. Its history stays. */
  | 'INACTIVE'
  /** The company exchanges no documents for now. */
  | 'SUSPENDED';

/** A wrong value in the document, and the correct value. */
export type CorrectionInput = {
  /** Value in the document. */
  current?: string | null | undefined;
  /** Correct value. */
  expected: string;
  /** Place of the value, such as `lines[0].vatRate` or an XPath. */
  path?: string | null | undefined;
  /** Business term of EN 16931. */
  term: string;
};

/** Condition on the field `issueDate`. */
export type DateFilter = {
  /** The value is equal to this. */
  eq?: string | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is greater than this, or later. */
  gt?: string | null | undefined;
  /** The value is at least this, or not earlier. */
  gte?: string | null | undefined;
  /** The value is one of these. */
  in?: Array<string> | null | undefined;
  /** The value is less than this, or earlier. */
  lt?: string | null | undefined;
  /** The value is at most this, or not later. */
  lte?: string | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: string | null | undefined;
};

/** Condition on the field `createdAt`. */
export type DateTimeFilter = {
  /** The value is equal to this. */
  eq?: string | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is greater than this, or later. */
  gt?: string | null | undefined;
  /** The value is at least this, or not earlier. */
  gte?: string | null | undefined;
  /** The value is one of these. */
  in?: Array<string> | null | undefined;
  /** The value is less than this, or earlier. */
  lt?: string | null | undefined;
  /** The value is at most this, or not later. */
  lte?: string | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: string | null | undefined;
};

/** Condition on the field `grossAmount`. */
export type DecimalFilter = {
  /** The value is equal to this. */
  eq?: string | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is greater than this, or later. */
  gt?: string | null | undefined;
  /** The value is at least this, or not earlier. */
  gte?: string | null | undefined;
  /** The value is one of these. */
  in?: Array<string> | null | undefined;
  /** The value is less than this, or earlier. */
  lt?: string | null | undefined;
  /** The value is at most this, or not later. */
  lte?: string | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: string | null | undefined;
};

/** Values in REST: `pending`, `delivered`, `failed`, `rejected`. */
export type DeliveryStatus =
  /** The document has arrived. */
  | 'DELIVERED'
  /** The document could not be delivered. */
  | 'FAILED'
  /** The document is being delivered. */
  | 'PENDING'
  /** The document was refused during delivery. */
  | 'REJECTED';

/** Condition on the field `deliveryStatus`. */
export type DeliveryStatusFilter = {
  /** The value is equal to this. */
  eq?: DeliveryStatus | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is one of these. */
  in?: Array<DeliveryStatus> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: DeliveryStatus | null | undefined;
};

/** Values in REST: `incoming`, `outgoing`. */
export type Direction =
  /** A company of the organization received the document. */
  | 'INCOMING'
  /** A company of the organization sent the document. */
  | 'OUTGOING';

/** Condition on the field `direction`. */
export type DirectionFilter = {
  /** The value is equal to this. */
  eq?: Direction | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is one of these. */
  in?: Array<Direction> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: Direction | null | undefined;
};

/** A postal address of a document. */
export type DocumentAddressInput = {
  /** BT-37, BT-52, BT-66, BT-77: City. */
  city?: string | null | undefined;
  /** BT-40, BT-55, BT-69, BT-80: Country code. */
  country?: string | null | undefined;
  /** BT-38, BT-53, BT-67, BT-78: Post code. */
  postalCode?: string | null | undefined;
  /** BT-35, BT-50, BT-64, BT-75: Address line 1. */
  street?: string | null | undefined;
  /** BT-36, BT-51, BT-65, BT-76: Address line 2. */
  streetLine2?: string | null | undefined;
  /** BT-162, BT-163, BT-164, BT-165: Address line 3. */
  streetLine3?: string | null | undefined;
  /** BT-39, BT-54, BT-68, BT-79: Country subdivision. */
  subdivision?: string | null | undefined;
};

/** An allowance or a charge on a document. */
export type DocumentAllowanceInput = {
  /** BT-92, BT-99: Amount. */
  amount?: string | null | undefined;
  /** BT-93, BT-100: Amount that the percentage is of. */
  base?: string | null | undefined;
  /** BT-94, BT-101: Percentage. */
  percent?: string | null | undefined;
  /** BT-97, BT-104: Reason in words. */
  reason?: string | null | undefined;
  /** BT-98, BT-105: Code of the reason (UNCL5189 or UNCL7161). */
  reasonCode?: string | null | undefined;
  /** BT-95, BT-102: VAT category code. */
  vatCategory?: VatCategory | null | undefined;
  /** BT-121: code of the reason why no VAT is charged. */
  vatExemptionCode?: string | null | undefined;
  /** BT-120: why no VAT is charged. */
  vatExemptionReason?: string | null | undefined;
  /** BT-96, BT-103: VAT rate in percent. */
  vatRate?: string | null | undefined;
};

/** A document by the names of its business terms. Totals, VAT breakdown and line amounts are computed. */
export type DocumentBodyInput = {
  /** BG-20: allowances on the document. */
  allowances?: Array<DocumentAllowanceInput> | null | undefined;
  /** BG-24: supporting documents. */
  attachments?: Array<EmbeddedFileInput> | null | undefined;
  /** BG-3: number of the preceding invoice, where there is only one. */
  billingReference?: string | null | undefined;
  /** BG-3: date of issue of the preceding invoice, where there is only one. */
  billingReferenceDate?: string | null | undefined;
  /** BT-23: Business process type. */
  businessProcess?: string | null | undefined;
  /** BT-19: Buyer accounting reference. */
  buyerAccountingReference?: string | null | undefined;
  /** BT-10: Buyer reference. */
  buyerReference?: string | null | undefined;
  /** BG-21: charges on the document. */
  charges?: Array<DocumentAllowanceInput> | null | undefined;
  /** BT-12: Contract reference. */
  contractReference?: string | null | undefined;
  /** BT-90: Bank assigned creditor identifier. */
  creditorIdentifier?: string | null | undefined;
  /** BT-5: Invoice currency code. */
  currency?: string | null | undefined;
  /** BG-13: where and when the goods or services were delivered. */
  delivery?: DocumentDeliveryInput | null | undefined;
  /** BT-16: Despatch advice reference. */
  despatchAdviceReference?: string | null | undefined;
  /** BT-9: Payment due date. */
  dueDate?: string | null | undefined;
  /** BT-18: Invoiced object identifier. */
  invoicedObject?: DocumentIdentifierInput | null | undefined;
  /** BT-2: Invoice issue date. */
  issueDate?: string | null | undefined;
  /** BG-25: lines. */
  lines?: Array<DocumentLineInput> | null | undefined;
  /** BT-89: Mandate reference identifier. */
  mandateReference?: string | null | undefined;
  /** Free data to store with the document. */
  metadata?: unknown;
  /** BG-1: a note, where there is only one. */
  note?: string | null | undefined;
  /** BG-1: notes. */
  notes?: Array<DocumentRemarkInput> | null | undefined;
  /** BT-1: Invoice number. */
  number: string;
  /** BT-13: Purchase order reference. */
  orderReference?: string | null | undefined;
  /** BG-4, BG-7, BG-10, BG-11: parties. What is not said of seller and buyer comes from sender and recipient. */
  parties?: Array<DocumentPartyInput> | null | undefined;
  /** IBAN of the account to pay to, where it is the only means of payment. */
  paymentIban?: string | null | undefined;
  /** BG-16: means of payment. */
  paymentMeans?: Array<PaymentMeansInput> | null | undefined;
  /** BT-83: Remittance information. */
  paymentReference?: string | null | undefined;
  /** BT-20: Payment terms. */
  paymentTerms?: string | null | undefined;
  /** BG-14: period that the document covers. */
  period?: DocumentPeriodInput | null | undefined;
  /** BG-3: preceding invoices. */
  precedingInvoices?: Array<PrecedingInvoiceInput> | null | undefined;
  /** BT-113: Paid amount. */
  prepaidAmount?: string | null | undefined;
  /** BT-11: Project reference. */
  projectReference?: string | null | undefined;
  /** BT-15: Receiving advice reference. */
  receivingAdviceReference?: string | null | undefined;
  /** Period of the delivery that is wanted or promised. */
  requestedDelivery?: DocumentPeriodInput | null | undefined;
  /** Answer to an order: AB received, AP accepted, CA accepted with changes, RE rejected. */
  responseCode?: OrderResponseCode | null | undefined;
  /** BT-114: Rounding amount. */
  roundingAmount?: string | null | undefined;
  /** BT-14: Sales order reference. */
  salesOrderReference?: string | null | undefined;
  /** BT-8: Value added tax point date code. */
  taxPointCode?: string | null | undefined;
  /** BT-7: Value added tax point date. */
  taxPointDate?: string | null | undefined;
  /** BT-17: Tender or lot reference. */
  tenderReference?: string | null | undefined;
  /** Last day on which the order or quotation holds. */
  validUntil?: string | null | undefined;
  /** BT-111: Invoice total VAT amount in accounting currency. */
  vatAmountInVatCurrency?: string | null | undefined;
  /** BT-6: VAT accounting currency code. */
  vatCurrency?: string | null | undefined;
  /** Rate by which the VAT amount in the accounting currency is computed. */
  vatExchangeRate?: string | null | undefined;
};

/** A contact person of a party. */
export type DocumentContactInput = {
  /** BT-43, BT-58: Contact email address. */
  email?: string | null | undefined;
  /** BT-41, BT-56: Contact point. */
  name?: string | null | undefined;
  /** BT-42, BT-57: Contact telephone number. */
  phone?: string | null | undefined;
};

/** Where and when the goods or services of a document were delivered. */
export type DocumentDeliveryInput = {
  /** BG-15: address of the delivery. */
  address?: DocumentAddressInput | null | undefined;
  /** BT-72: Actual delivery date. */
  date?: string | null | undefined;
  /** BT-71: Deliver to location identifier. */
  location?: DocumentIdentifierInput | null | undefined;
  /** BT-70: Deliver to party name. */
  name?: string | null | undefined;
};

/** Conditions on the documents. */
export type DocumentFilter = {
  /** The document satisfies all of these filters. */
  and?: Array<DocumentFilter> | null | undefined;
  /** Condition on the field `archived`. */
  archived?: BooleanFilter | null | undefined;
  /** Condition on the field `companyId`. */
  companyId?: ChoiceFilter | null | undefined;
  /** Condition on the field `createdAt`. */
  createdAt?: DateTimeFilter | null | undefined;
  /** Condition on the field `currency`. */
  currency?: ChoiceFilter | null | undefined;
  /** Condition on the field `deliveryStatus`. */
  deliveryStatus?: DeliveryStatusFilter | null | undefined;
  /** Condition on the field `direction`. */
  direction?: DirectionFilter | null | undefined;
  /** Condition on the field `dueDate`. */
  dueDate?: DateFilter | null | undefined;
  /** Condition on the field `externalId`. */
  externalId?: TextFilter | null | undefined;
  /** Condition on the field `grossAmount`. */
  grossAmount?: DecimalFilter | null | undefined;
  /** Condition on the field `issueDate`. */
  issueDate?: DateFilter | null | undefined;
  /** Condition on the field `lifecycleStatus`. */
  lifecycleStatus?: LifecycleStatusFilter | null | undefined;
  /** Condition on the field `netAmount`. */
  netAmount?: DecimalFilter | null | undefined;
  /** The document does not satisfy this filter. */
  not?: DocumentFilter | null | undefined;
  /** Condition on the field `number`. */
  number?: TextFilter | null | undefined;
  /** The document satisfies at least one of these filters. */
  or?: Array<DocumentFilter> | null | undefined;
  /** Condition on the field `orderReference`. */
  orderReference?: TextFilter | null | undefined;
  /** Condition on the field `partnerId`. */
  partnerId?: ChoiceFilter | null | undefined;
  /** Words to search for in the number, the parties, the references and the line descriptions. */
  q?: string | null | undefined;
  /** Condition on the field `read`. */
  read?: BooleanFilter | null | undefined;
  /** Condition on the field `receiverName`. */
  receiverName?: TextFilter | null | undefined;
  /** Condition on the field `receiverPeppolId`. */
  receiverPeppolId?: TextFilter | null | undefined;
  /** Condition on the field `senderName`. */
  senderName?: TextFilter | null | undefined;
  /** Condition on the field `senderPeppolId`. */
  senderPeppolId?: TextFilter | null | undefined;
  /** Condition on the field `status`. */
  status?: DocumentStatusFilter | null | undefined;
  /** Condition on the tags of the document. */
  tag?: TagFilter | null | undefined;
  /** Condition on the field `type`. */
  type?: DocumentTypeFilter | null | undefined;
};

/** An identifier with its scheme. */
export type DocumentIdentifierInput = {
  /** BT-30-1, BT-47-1, BT-61-1, BT-29-1, BT-46-1, BT-60-1, BT-71-1, BT-157-1, BT-128-1, BT-18-1: Scheme of the identifier. */
  scheme?: string | null | undefined;
  /** BT-30, BT-47, BT-61, BT-29, BT-46, BT-60, BT-71, BT-157, BT-128, BT-18: The identifier. */
  value: string;
};

/** A line of a document. */
export type DocumentLineInput = {
  /** BG-27: allowances on the line. */
  allowances?: Array<LineAllowanceInput> | null | undefined;
  /** BT-161: BG-32: properties of the item. */
  attributes?: Array<ItemAttributeInput> | null | undefined;
  /** What of a line is delivered later; 0 where it never is. */
  backorderQuantity?: string | null | undefined;
  /** BT-133: Invoice line buyer accounting reference. */
  buyerAccountingReference?: string | null | undefined;
  /** BT-156: Item buyer's identifier. */
  buyerItemCode?: string | null | undefined;
  /** BG-28: charges on the line. */
  charges?: Array<LineAllowanceInput> | null | undefined;
  /** Classes of the item. */
  classifications?: Array<ItemClassificationInput> | null | undefined;
  /** BT-153: Item name. */
  description: string;
  /** BT-148: Item gross price. */
  grossPrice?: string | null | undefined;
  /** BT-126: Invoice line identifier. */
  id?: string | null | undefined;
  /** BT-155: Item seller's identifier. */
  itemCode?: string | null | undefined;
  /** Status of a line with CA: 1 added, 3 changed, 5 accepted, 7 not accepted, 42 delivered already. */
  lineStatus?: string | null | undefined;
  /** BT-154: Item description. */
  longDescription?: string | null | undefined;
  /** BT-127: Invoice line note. */
  note?: string | null | undefined;
  /** BT-128: Invoice line object identifier. */
  object?: DocumentIdentifierInput | null | undefined;
  /** BT-132: Referenced purchase order line reference. */
  orderLineReference?: string | null | undefined;
  /** BT-159: Item country of origin. */
  originCountry?: string | null | undefined;
  /** BG-26: period that the line covers. */
  period?: DocumentPeriodInput | null | undefined;
  /** BT-147: Item price discount. */
  priceDiscount?: string | null | undefined;
  /** BT-149: Item price base quantity. */
  priceQuantity?: string | null | undefined;
  /** BT-150: Item price base quantity unit of measure. */
  priceUnit?: string | null | undefined;
  /** BT-129: Invoiced quantity. */
  quantity: string;
  /** BT-157: Item standard identifier. */
  standardItemId?: DocumentIdentifierInput | null | undefined;
  /** BT-130: Invoiced quantity unit of measure code. */
  unit?: string | null | undefined;
  /** BT-146: Item net price. */
  unitPrice?: string | null | undefined;
  /** BT-151: Invoiced item VAT category code. */
  vatCategory?: VatCategory | null | undefined;
  /** BT-121: code of the reason why no VAT is charged. */
  vatExemptionCode?: string | null | undefined;
  /** BT-120: why no VAT is charged. */
  vatExemptionReason?: string | null | undefined;
  /** BT-152: Invoiced item VAT rate. */
  vatRate?: string | null | undefined;
};

/** A party that a document names. */
export type DocumentPartyInput = {
  /** Postal address. */
  address?: DocumentAddressInput | null | undefined;
  /** Contact person. */
  contact?: DocumentContactInput | null | undefined;
  /** BT-34, BT-34-1, BT-49, BT-49-1: Participant id, such as `0208:0123456749`. */
  id?: string | null | undefined;
  /** BT-29, BT-46, BT-60: Other identifiers. */
  identifiers?: Array<DocumentIdentifierInput> | null | undefined;
  /** Whether the party sends the document: exactly one may, and it is the sender. */
  initiator?: boolean | null | undefined;
  /** BT-33: Additional legal information. */
  legalForm?: string | null | undefined;
  /** BT-30, BT-47, BT-61: Number in the company register, with its scheme. */
  legalId?: DocumentIdentifierInput | null | undefined;
  /** BT-27, BT-44, BT-59, BT-62: Name. */
  name?: string | null | undefined;
  /** Role of the party: `seller`, `buyer`, `payee` or `tax-representative`. */
  role: DocumentPartyRole;
  /** BT-32: Tax registration identifier. */
  taxNumber?: string | null | undefined;
  /** BT-28, BT-45: Trading name. */
  tradingName?: string | null | undefined;
  /** BT-31, BT-48, BT-63: VAT number. */
  vatNumber?: string | null | undefined;
};

/** Values in REST: `seller`, `buyer`, `payee`, `payer`, `tax-representative`. */
export type DocumentPartyRole =
  /** The buyer. */
  | 'BUYER'
  /** Who is paid, where that is not the seller. */
  | 'PAYEE'
  /** Who pays in the place of the buyer. */
  | 'PAYER'
  /** The seller. */
  | 'SELLER'
  /** Who represents the seller in matters of VAT. */
  | 'TAX_REPRESENTATIVE';

/** A period from day to day. */
export type DocumentPeriodInput = {
  /** BT-135, BT-74: Last day. */
  end?: string | null | undefined;
  /** BT-134, BT-73: First day. */
  start?: string | null | undefined;
};

/** A note in a document. */
export type DocumentRemarkInput = {
  /** BT-21: Invoice note subject code. */
  subject?: string | null | undefined;
  /** BT-22: Invoice note. */
  text: string;
};

/** Values in REST: `draft`, `sent`, `delivered`, `rejected`. */
export type DocumentStatus =
  /** The document has arrived. */
  | 'DELIVERED'
  /** The document is stored here and was not sent. */
  | 'DRAFT'
  /** The document was refused during delivery. */
  | 'REJECTED'
  /** The document was sent. `deliveryStatus` says how far its delivery is. */
  | 'SENT';

/** Condition on the field `status`. */
export type DocumentStatusFilter = {
  /** The value is equal to this. */
  eq?: DocumentStatus | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is one of these. */
  in?: Array<DocumentStatus> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: DocumentStatus | null | undefined;
};

/** Values in REST: `invoice`, `credit-note`, `debit-note`, `purchase-order`, `purchase-request`, `sales-order`, `quote`, `event`. */
export type DocumentType =
  /** A credit note, which takes an invoice back in full or in part. */
  | 'CREDIT_NOTE'
  /** A debit note, which adds to an invoice. */
  | 'DEBIT_NOTE'
  /** Data without a document, such as a change that a partner should know of. */
  | 'EVENT'
  /** An invoice. */
  | 'INVOICE'
  /** An order, from the buyer to the seller. */
  | 'PURCHASE_ORDER'
  /** A request for a quotation, from the buyer to the seller. */
  | 'PURCHASE_REQUEST'
  /** A quotation. */
  | 'QUOTE'
  /** A seller's response to an order. */
  | 'SALES_ORDER';

/** Condition on the field `type`. */
export type DocumentTypeFilter = {
  /** The value is equal to this. */
  eq?: DocumentType | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is one of these. */
  in?: Array<DocumentType> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: DocumentType | null | undefined;
};

/** A supporting document of a document. */
export type EmbeddedFileInput = {
  /** BT-125: Attached document. */
  content?: string | null | undefined;
  /** BT-123: Supporting document description. */
  description?: string | null | undefined;
  /** BT-125-2: Attached document filename. */
  filename?: string | null | undefined;
  /** BT-125-1: Attached document MIME code. */
  mimeType?: string | null | undefined;
  /** BT-122: Supporting document reference. */
  reference: string;
  /** BT-124: External document location. */
  uri?: string | null | undefined;
};

/** Values in REST: `INVALID_REQUEST`, `MISSING_FIELD`, `TOO_LARGE`, `INVALID_ENUM`, `INVALID_VAT_FORMAT`, `INVALID_IBAN`, `INVALID_CURRENCY`, `INVALID_DATE`, `PERSISTED_QUERY_MISMATCH`, `MISSING_AUTH`, `INVALID_TOKEN`, `EXPIRED_TOKEN`, `REVOKED_KEY`, `INSUFFICIENT_SCOPE`, `COMPANY_FORBIDDEN`, `COMPANY_SUSPENDED`, `BRANDING_CONTRAST`, `NETWORK_FORBIDDEN`, `DOMAIN_FORBIDDEN`, `ORGANIZATION_FORBIDDEN`, `SANDBOX_ONLY`, `RESOURCE_NOT_FOUND`, `COMPANY_NOT_FOUND`, `DOCUMENT_NOT_FOUND`, `PERSISTED_QUERY_NOT_FOUND`, `METHOD_NOT_ALLOWED`, `COMPANY_EXISTS`, `OWNERSHIP_PENDING`, `DOMAIN_TAKEN`, `CART_COOKIE_INVALID`, `CART_COOKIE_EXPIRED`, `CART_COOKIE_USED`, `CART_SENDER_REFUSED`, `CART_UNREADABLE`, `RETURN_ADDRESS_FORBIDDEN`, `MIGRATION_REFUSED`, `SHOP_REFUSED`, `IDEMPOTENCY_IN_PROGRESS`, `INVALID_TRANSITION`, `DUPLICATE_NUMBER`, `PRECONDITION_FAILED`, `CONFLICT`, `PAYMENT_REVERSED`, `CURSOR_EXPIRED`, `PAYLOAD_TOO_LARGE`, `RANGE_NOT_SATISFIABLE`, `UNSUPPORTED_MEDIA_TYPE`, `VAT_NOT_FOUND`, `VAT_INACTIVE`, `OWNERSHIP_NOT_PROVED`, `PROOF_UNAVAILABLE`, `RECIPIENT_NOT_FOUND`, `RECIPIENT_CANNOT_RECEIVE`, `CURRENCY_MISMATCH`, `UBL_VALIDATION_FAILED`, `UNSUPPORTED_FILE`, `NOT_AN_INVOICE`, `NOT_PAYABLE`, `UNREADABLE_FILE`, `CANNOT_RENDER`, `IDEMPOTENCY_BODY_MISMATCH`, `RATE_LIMITED`, `SUBSCRIBER_TOO_SLOW`, `QUOTA_EXCEEDED`, `INTERNAL_ERROR`, `UPSTREAM_ERROR`, `UPSTREAM_UNAVAILABLE`, `SHUTTING_DOWN`, `UPSTREAM_TIMEOUT`, `INVALID_GRANT`, `INVALID_CLIENT`, `AUTHORIZATION_PENDING`, `SLOW_DOWN`, `CONSENT_REFUSED`, `CONSENT_EXPIRED`. */
export type ErrorCode =
  /** Nobody has decided yet. Ask again after the number of seconds in the `Retry-After` header. */
  | 'AUTHORIZATION_PENDING'
  /** The colours cannot be read on each other. Choose a darker or a lighter colour. The details name the colour and its contrast. */
  | 'BRANDING_CONTRAST'
  /** The document cannot be converted to that format. Choose another format, or correct the document: each entry of `details` names a business term and its fault. */
  | 'CANNOT_RENDER'
  /** The visit to the shop has ended. Open the shop again, and fill the cart once more. */
  | 'CART_COOKIE_EXPIRED'
  /** The buyer cookie belongs to no visit to this shop. Open the shop again (`startCart`, `startPunchOut`), and have it hand back the cookie as it got it. */
  | 'CART_COOKIE_INVALID'
  /** The visit to the shop has brought another cart already. Open the shop again for another cart, or change the one that came (`operation: edit`). */
  | 'CART_COOKIE_USED'
  /** The shop is not who may bring this cart. Compare domain, identity and shared secret with `senders` of the shop. */
  | 'CART_SENDER_REFUSED'
  /** The cart cannot be read. Read the message: it names the line and the field. Have the shop correct it, or map the field or unit. */
  | 'CART_UNREADABLE'
  /** The organization already has a company with that VAT number. Use the existing company: its id is in `details[0].existingId`. */
  | 'COMPANY_EXISTS'
  /** The credentials may not act for that company. Use a key of that company, or a platform key with the header `X-Service-Company`. For what is shared, use a key that is not bound to a company. */
  | 'COMPANY_FORBIDDEN'
  /** The company was not found. List the companies (`GET /v1/companies`) to find the identifier. */
  | 'COMPANY_NOT_FOUND'
  /** The company is suspended. Ask the platform that manages the company. It resumes the company with `POST /v1/platform/companies/{companyId}/resume`. */
  | 'COMPANY_SUSPENDED'
  /** The request conflicts with the current state of the data. Read the message, fetch the object again, and repeat the request with what you find. */
  | 'CONFLICT'
  /** The request has expired. Start the flow again. */
  | 'CONSENT_EXPIRED'
  /** The access was refused. Ask the person, and start the flow again. */
  | 'CONSENT_REFUSED'
  /** The currency of the amount differs from the currency of the document. Convert the amount to the currency that `details` names, and send it in that currency. */
  | 'CURRENCY_MISMATCH'
  /** The events at that cursor are no longer kept. Continue from the oldest cursor, which is in `details`. */
  | 'CURSOR_EXPIRED'
  /** The document was not found. Search the documents (`GET /v1/documents`) to find the identifier. */
  | 'DOCUMENT_NOT_FOUND'
  /** The credentials are not accepted at this domain. Call the domain of your own organization, or the address of the service. */
  | 'DOMAIN_FORBIDDEN'
  /** Another organization has this domain. Have the other organization release the domain, or remove its TXT record: then the domain is free after some hours. */
  | 'DOMAIN_TAKEN'
  /** The seller already has a document with that number. Give the document a new number. */
  | 'DUPLICATE_NUMBER'
  /** The credentials have expired. Get a new token, or create a new key. */
  | 'EXPIRED_TOKEN'
  /** The idempotency key belongs to a different request. Use a new key for each new request, and repeat a key only with the same request. */
  | 'IDEMPOTENCY_BODY_MISMATCH'
  /** A request with this idempotency key is still being processed. Wait a moment and send the same request again. */
  | 'IDEMPOTENCY_IN_PROGRESS'
  /** The credentials lack the scope that the operation needs. Use a key with the scope named in the message. */
  | 'INSUFFICIENT_SCOPE'
  /** Something went wrong on our side. Try again. If the error remains, send us the request id. */
  | 'INTERNAL_ERROR'
  /** The client is not known. Send the id of an API key as `client_id` and its value as `client_secret`. */
  | 'INVALID_CLIENT'
  /** The currency is not known. Use a code such as `EUR`. */
  | 'INVALID_CURRENCY'
  /** The date is not valid. Correct the value named in `details`. */
  | 'INVALID_DATE'
  /** A value is not one of the allowed values. Use one of the values that `details` lists. */
  | 'INVALID_ENUM'
  /** The grant is not valid. Start the flow again. */
  | 'INVALID_GRANT'
  /** The IBAN is not valid. Copy the IBAN again from the bank's document. */
  | 'INVALID_IBAN'
  /** The request is not valid. Read `details`: each entry names the field, the rule it breaks and what is expected. */
  | 'INVALID_REQUEST'
  /** The credentials are not valid. Check that you copied the whole key. Send test keys to the sandbox and live keys to production. */
  | 'INVALID_TOKEN'
  /** The document cannot move to that state. Choose one of the states in the message: it lists the allowed next states. */
  | 'INVALID_TRANSITION'
  /** The VAT number is malformed. Write the VAT number like `FR40303265045`. */
  | 'INVALID_VAT_FORMAT'
  /** The path does not support that HTTP method. Use one of the methods in the `Allow` header of the answer. */
  | 'METHOD_NOT_ALLOWED'
  /** The SMP refused the migration of the participant. Read the message: it has the words of the SMP. Ask the other platform for a new key. */
  | 'MIGRATION_REFUSED'
  /** The request carries no credentials. Send `Authorization: Bearer <key or token>`. */
  | 'MISSING_AUTH'
  /** A required field is missing. Add the field named in `details`. */
  | 'MISSING_FIELD'
  /** The key may not be used from this address. Call from one of the networks, or create a key that allows the address. */
  | 'NETWORK_FORBIDDEN'
  /** The document cannot be paid. Record the payment for the invoice that follows from the document. */
  | 'NOT_AN_INVOICE'
  /** Some of the documents cannot be paid by bank transfer. Leave out the documents that `details` names with the reason. `force` orders a payment again that was ordered before. */
  | 'NOT_PAYABLE'
  /** The token gives no access to that organization. Remove the header, or name one of the organizations that `GET /v1/me` lists. */
  | 'ORGANIZATION_FORBIDDEN'
  /** The proof of ownership failed. Read the message. If the proof has expired, start it again. */
  | 'OWNERSHIP_NOT_PROVED'
  /** The company does not own its participant id. Read `ownership` of the company. Start a proof with `POST /v1/companies/{companyId}/ownership`, or wait. */
  | 'OWNERSHIP_PENDING'
  /** The request is too large. Split the request, or send the file as a part of a form (`multipart/form-data`) or as the whole body. */
  | 'PAYLOAD_TOO_LARGE'
  /** The payment was reversed before. Record a new payment if the money came again. */
  | 'PAYMENT_REVERSED'
  /** The hash does not match the text of the operation. Send the SHA-256 of the operation's text as lower-case hexadecimal digits. */
  | 'PERSISTED_QUERY_MISMATCH'
  /** No operation with that hash is stored. Send the text together with the hash once. GraphQL clients do this automatically. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** The object was changed since it was read. Fetch the object again, look at what changed, and repeat the request with its `updatedAt`. */
  | 'PRECONDITION_FAILED'
  /** That method is not available for the company. Choose another method: `mandate` or `operator`. */
  | 'PROOF_UNAVAILABLE'
  /** A quota of documents or of storage is used up. Read `details`: it names the quota and when it resets. Raise the quota, or wait for the next month. A quota of storage (`resource` is `storage`) does not reset: raise it, or choose a larger plan. */
  | 'QUOTA_EXCEEDED'
  /** The file has no bytes in that range. Read the size of the file in `Content-Range`, and ask for a range within it. */
  | 'RANGE_NOT_SATISFIABLE'
  /** Too many requests. Wait for the number of seconds in the `Retry-After` header, then send the request again. */
  | 'RATE_LIMITED'
  /** The recipient does not accept this kind of document. Ask the recipient which kinds it accepts, or send another kind of document. */
  | 'RECIPIENT_CANNOT_RECEIVE'
  /** The recipient is not registered on the network. Check the participant id with `POST /v1/directory/verify`, or ask the recipient. */
  | 'RECIPIENT_NOT_FOUND'
  /** Nothing was found at that path or under that identifier. Check the path and the identifier, and that the key belongs to the right organization. */
  | 'RESOURCE_NOT_FOUND'
  /** The shop does not allow this return address. Add the address to `returnUrls` of the shop, or return to one that is there. */
  | 'RETURN_ADDRESS_FORBIDDEN'
  /** The API key was revoked. Use another key, or create a new one. */
  | 'REVOKED_KEY'
  /** The operation exists in the sandbox only. Call the operation on a sandbox, with a test key. */
  | 'SANDBOX_ONLY'
  /** The shop did not open. Read the message: it has the words of the shop. Compare address, identities and shared secret with it. */
  | 'SHOP_REFUSED'
  /** The server is shutting down. Send the request again after a moment. */
  | 'SHUTTING_DOWN'
  /** The device asks too often. Wait for the number of seconds in the `Retry-After` header between two requests. */
  | 'SLOW_DOWN'
  /** The subscriber reads events more slowly than they arrive. Subscribe again with `after` set to the value in `details`. */
  | 'SUBSCRIBER_TOO_SLOW'
  /** The request holds more than is read. Split the document: `details` names what there is too much of. Select fewer fields, or ask for fewer rows. */
  | 'TOO_LARGE'
  /** The document breaks rules of its validation profile. Correct the document: each entry of `details` names a broken rule, its place and the remedy. */
  | 'UBL_VALIDATION_FAILED'
  /** The file cannot be read. Read the message: it says what is wrong and where. Correct the file and send it again. */
  | 'UNREADABLE_FILE'
  /** The file is no document that can be sent. Read `details`: `recognized` is the kind of the file, and `missing` the part that it lacks. To store a file without sending it, use the format `raw`. */
  | 'UNSUPPORTED_FILE'
  /** This path does not accept the content type of the body. Send `Content-Type: application/json`, or one of the types that the reference lists for the path. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** A service that we depend on answered with an error. Try again later. */
  | 'UPSTREAM_ERROR'
  /** A service that we depend on took too long to answer. Try again. With an idempotency key, a repetition is always safe. */
  | 'UPSTREAM_TIMEOUT'
  /** A service that we depend on is not available. Wait for the number of seconds in the `Retry-After` header, then send the request again. */
  | 'UPSTREAM_UNAVAILABLE'
  /** The VAT number is no longer active. Ask the company for its current number. */
  | 'VAT_INACTIVE'
  /** The national registry does not know the VAT number. Ask the company for its VAT number. */
  | 'VAT_NOT_FOUND';

/** Values in REST: `document.received`, `document.sent`, `document.delivered`, `document.failed`, `document.retrying`, `document.updated`, `lifecycle.updated`, `payment.reversed`, `company.created`, `company.updated`, `company.deregistered`, `company.smp_registered`, `company.address_added`, `company.address_published`, `company.address_ended`, `company.ownership_granted`, `company.ownership_pending`, `company.ownership_rejected`, `company.join_requested`, `company.join_accepted`, `company.join_rejected`, `domain.claimed`, `domain.verified`, `domain.activated`, `domain.failed`, `domain.released`, `company.suspended`, `company.resumed`, `company.offboarded`, `company.reactivated`, `company.mandate_signed`, `company.requirements_changed`, `organization.updated`, `platform.settings_updated`, `quota.storage_warning`, `quota.warning`, `cart.received`, `cart.ordered`, `cart.discarded`, `partner.created`, `partner.updated`, `partner.deleted`, `compliance.reported`, `compliance.period_reported`, `portability.changed`, `bulk.completed`, `handoff.created`, `handoff.redeemed`. */
export type EventType =
  /** A bulk operation ended: it was completed or cancelled, or it failed. */
  | 'BULK_COMPLETED'
  /** A cart was discarded. Nothing was ordered. */
  | 'CART_DISCARDED'
  /** A cart was ordered: a purchase order is on its way to the partner. */
  | 'CART_ORDERED'
  /** A cart came back from a shop and became a draft purchase request. */
  | 'CART_RECEIVED'
  /** A company was given a further electronic address. */
  | 'COMPANY_ADDRESS_ADDED'
  /** The end of a further electronic address of a company was set. */
  | 'COMPANY_ADDRESS_ENDED'
  /** A further electronic address of a company is on the network and receives. */
  | 'COMPANY_ADDRESS_PUBLISHED'
  /** The organization registered a company. */
  | 'COMPANY_CREATED'
  /** A company was removed from the network. Its documents and history stay. */
  | 'COMPANY_DEREGISTERED'
  /** An admin accepted the request of a user to join a company. */
  | 'COMPANY_JOIN_ACCEPTED'
  /** An admin rejected the request of a user to join a company. */
  | 'COMPANY_JOIN_REJECTED'
  /** A user asked to join a company. */
  | 'COMPANY_JOIN_REQUESTED'
  /** A customer confirmed its company and signed the mandate on an onboarding page. */
  | 'COMPANY_MANDATE_SIGNED'
  /** A company left the platform: it is removed from the network, and its keys and webhooks end. */
  | 'COMPANY_OFFBOARDED'
  /** A company became the owner of its participant id, or proved that it is. */
  | 'COMPANY_OWNERSHIP_GRANTED'
  /** A company does not own its participant id, or lost it. It cannot send or receive. */
  | 'COMPANY_OWNERSHIP_PENDING'
  /** The operator of this service rejected a proof of ownership. The company can start another. */
  | 'COMPANY_OWNERSHIP_REJECTED'
  /** A company that had left came back. Its keys have to be made anew. */
  | 'COMPANY_REACTIVATED'
  /** What is still to be done for a company changed. `requirements` of the company says how. */
  | 'COMPANY_REQUIREMENTS_CHANGED'
  /** A platform resumed a company that was suspended, with its keys and webhooks. */
  | 'COMPANY_RESUMED'
  /** A company was published on the network and can receive documents. */
  | 'COMPANY_SMP_REGISTERED'
  /** A platform suspended a company: it sends nothing, and its keys and webhooks rest. */
  | 'COMPANY_SUSPENDED'
  /** Fields of a company changed. */
  | 'COMPANY_UPDATED'
  /** The report of a period of e-reporting was accepted, or failed. */
  | 'COMPLIANCE_PERIOD_REPORTED'
  /** A report about a document to an authority was accepted, or failed. */
  | 'COMPLIANCE_REPORTED'
  /** The final delivery of a document was confirmed. */
  | 'DOCUMENT_DELIVERED'
  /** The delivery of a document failed for good. */
  | 'DOCUMENT_FAILED'
  /** An incoming document was stored. */
  | 'DOCUMENT_RECEIVED'
  /** An attempt to deliver a document failed, and another one follows. */
  | 'DOCUMENT_RETRYING'
  /** A document was handed to the recipient's access point. */
  | 'DOCUMENT_SENT'
  /** A document was tagged, archived, annotated, linked or marked as read, or the network told more of the messages about it. */
  | 'DOCUMENT_UPDATED'
  /** A domain is served: with the brand, and for the keys of its owner. */
  | 'DOMAIN_ACTIVATED'
  /** A domain was claimed, or is looked up again after it had failed. */
  | 'DOMAIN_CLAIMED'
  /** A domain is not served, nor looked up: its records are missing, or another has it. */
  | 'DOMAIN_FAILED'
  /** A domain was released. Others may claim it. */
  | 'DOMAIN_RELEASED'
  /** The proof of a domain was found in the DNS. It does not lead here so far. */
  | 'DOMAIN_VERIFIED'
  /** Somebody created a handoff, which gives a program access once. */
  | 'HANDOFF_CREATED'
  /** A program redeemed a handoff and has access now. */
  | 'HANDOFF_REDEEMED'
  /** The business status of a document changed. */
  | 'LIFECYCLE_UPDATED'
  /** The profile or the plan of the organization changed. */
  | 'ORGANIZATION_UPDATED'
  /** A trading partner was created, by a caller or by the first exchange with it. */
  | 'PARTNER_CREATED'
  /** A partner was deleted, or merged into another one. */
  | 'PARTNER_DELETED'
  /** Fields of a partner changed. */
  | 'PARTNER_UPDATED'
  /** A recorded payment was reversed: by a caller, or by a return in a bank statement. */
  | 'PAYMENT_REVERSED'
  /** The branding or the defaults of a platform, or the branding of one company, changed. */
  | 'PLATFORM_SETTINGS_UPDATED'
  /** A request to change platforms was made, answered, carried out or withdrawn. */
  | 'PORTABILITY_CHANGED'
  /** 80 % or 100 % of a quota of storage is used. At 100 %, further documents are not sent. */
  | 'QUOTA_STORAGE_WARNING'
  /** 80 % or 100 % of a monthly quota of documents is used. At 100 %, further documents are refused. */
  | 'QUOTA_WARNING';

/** What a French company says of itself. */
export type FrenchComplianceInput = {
  /** The entry of the company in the directory of the portal. */
  directoryLine?: string | null | undefined;
};

/** Another identifier of the company. */
export type IdentifierInput = {
  /** Kind of identifier: an ICD or EAS code, or a name such as GLN, DUNS or SIRET. */
  scheme: string;
  /** Value of the identifier. */
  value: string;
};

/** What an Italian company says of itself. */
export type ItalianComplianceInput = {
  /** The certified e-mail address that the interchange system delivers to. */
  pec?: string | null | undefined;
  /** The code that the interchange system delivers to. */
  recipientCode?: string | null | undefined;
};

/** A property of an item. */
export type ItemAttributeInput = {
  /** BT-160: Item attribute name. */
  name: string;
  /** BT-161: Item attribute value. */
  value: string;
};

/** A class of an item. */
export type ItemClassificationInput = {
  /** BT-158: Item classification identifier. */
  code: string;
  /** BT-158-1: Scheme of the item classification identifier. */
  list?: string | null | undefined;
  /** BT-158-2: Version of the item classification scheme. */
  version?: string | null | undefined;
};

/** Values in REST: `personal`, `platform`, `white_label`. */
export type KeyType =
  /** For an organization that exchanges its own documents. */
  | 'PERSONAL'
  /** For software that manages several companies. */
  | 'PLATFORM'
  /** For software that manages companies under its own name. */
  | 'WHITE_LABEL';

/** Values in REST: `draft`, `issued`, `received`, `under_review`, `approved`, `disputed`, `partially_paid`, `paid`, `rejected`. */
export type LifecycleStatus =
  /** The document was approved, in full or in part. */
  | 'APPROVED'
  /** The document is contested, or on hold. */
  | 'DISPUTED'
  /** The document is stored here and not issued yet. */
  | 'DRAFT'
  /** The document was issued. The buyer has not decided yet. */
  | 'ISSUED'
  /** The document was paid in full. */
  | 'PAID'
  /** A part of the amount was paid. */
  | 'PARTIALLY_PAID'
  /** The document was received. Nobody has decided about it yet. */
  | 'RECEIVED'
  /** The document was rejected. */
  | 'REJECTED'
  /** The document is under review. */
  | 'UNDER_REVIEW';

/** Condition on the field `lifecycleStatus`. */
export type LifecycleStatusFilter = {
  /** The value is equal to this. */
  eq?: LifecycleStatus | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is one of these. */
  in?: Array<LifecycleStatus> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: LifecycleStatus | null | undefined;
};

/** Values in REST: `under_review`, `approved`, `rejected`, `partially_paid`, `paid`, `disputed`. */
export type LifecycleTarget =
  /** The buyer accepts the document, in full or in part. */
  | 'APPROVED'
  /** The buyer contests the document, or puts it on hold. */
  | 'DISPUTED'
  /** The document was paid in full. */
  | 'PAID'
  /** A part of the amount was paid. */
  | 'PARTIALLY_PAID'
  /** The buyer refuses the document. Nothing follows. */
  | 'REJECTED'
  /** The buyer has begun to check the document. */
  | 'UNDER_REVIEW';

/** An allowance or a charge on a line. */
export type LineAllowanceInput = {
  /** BT-136, BT-141: Amount. */
  amount?: string | null | undefined;
  /** BT-137, BT-142: Amount that the percentage is of. */
  base?: string | null | undefined;
  /** BT-138, BT-143: Percentage. */
  percent?: string | null | undefined;
  /** BT-139, BT-144: Reason in words. */
  reason?: string | null | undefined;
  /** BT-140, BT-145: Code of the reason (UNCL5189 or UNCL7161). */
  reasonCode?: string | null | undefined;
};

/** Values in REST: `SML_UNREACHABLE`, `SML_TIMEOUT`, `SML_ERROR`, `NOT_IN_SML`, `SMP_UNREACHABLE`, `SMP_TIMEOUT`, `SMP_ERROR`, `NOT_IN_SMP`, `DOCUMENT_TYPE_NOT_SUPPORTED`, `SIGNATURE_INVALID`, `CERTIFICATE_UNTRUSTED`, `CERTIFICATE_EXPIRED`, `PROCESS_NOT_SUPPORTED`, `TRANSPORT_NOT_SUPPORTED`, `ENDPOINT_NOT_YET_ACTIVE`, `ENDPOINT_EXPIRED`, `ENDPOINT_CERTIFICATE_EXPIRED`. */
export type LookupReason =
  /** The certificate of the SMP, or that of its authority, is not valid at this time. */
  | 'CERTIFICATE_EXPIRED'
  /** The certificate of the SMP was not issued by a trusted authority. */
  | 'CERTIFICATE_UNTRUSTED'
  /** The participant does not receive this type of document. */
  | 'DOCUMENT_TYPE_NOT_SUPPORTED'
  /** The certificate of the endpoint is not valid at this time. */
  | 'ENDPOINT_CERTIFICATE_EXPIRED'
  /** The endpoint is no longer active. */
  | 'ENDPOINT_EXPIRED'
  /** The endpoint is not active yet. */
  | 'ENDPOINT_NOT_YET_ACTIVE'
  /** The SML has no NAPTR record for the participant: it is not registered on the network. */
  | 'NOT_IN_SML'
  /** The SML names an SMP that does not know the participant. */
  | 'NOT_IN_SMP'
  /** The participant receives this type of document, but not in this process. */
  | 'PROCESS_NOT_SUPPORTED'
  /** The answer of the SMP is not signed, or was changed after it was signed. */
  | 'SIGNATURE_INVALID'
  /** The name server answered with an error, or with a record that cannot be read. */
  | 'SML_ERROR'
  /** No name server answered in time. */
  | 'SML_TIMEOUT'
  /** No name server can be reached, or calls are suspended after repeated failures. */
  | 'SML_UNREACHABLE'
  /** The participant's SMP answered with an error, with unreadable data, or about something else. */
  | 'SMP_ERROR'
  /** The participant's SMP did not answer in time. */
  | 'SMP_TIMEOUT'
  /** The participant's SMP cannot be reached. */
  | 'SMP_UNREACHABLE'
  /** The participant has no endpoint for AS4. */
  | 'TRANSPORT_NOT_SUPPORTED';

/** Values in REST: `AB`, `AP`, `RE`, `CA`. */
export type OrderResponseCode =
  /** The order was received. */
  | 'AB'
  /** The order is accepted. */
  | 'AP'
  /** The order is accepted with changes. */
  | 'CA'
  /** The order is rejected. */
  | 'RE';

/** A means of payment of a document. */
export type PaymentMeansInput = {
  /** BT-85: Payment account name. */
  accountName?: string | null | undefined;
  /** BT-86: Payment service provider identifier. */
  bic?: string | null | undefined;
  /** BT-88: Payment card holder name. */
  cardHolder?: string | null | undefined;
  /** BT-87: Payment card primary account number. */
  cardNumber?: string | null | undefined;
  /** BT-81: Payment means type code. */
  code?: string | null | undefined;
  /** BT-91: Debited account identifier. */
  debitedIban?: string | null | undefined;
  /** BT-84: Payment account identifier. */
  iban?: string | null | undefined;
  /** BT-82: Payment means text. */
  text?: string | null | undefined;
};

/** Values in REST: `free`, `starter`, `pro`, `platform`, `white_label`. */
export type Plan =
  /** 60 requests a minute; 50 documents a month; 1000 MB of stored documents. */
  | 'FREE'
  /** 600 requests a minute; 50000 documents a month; 1000000 MB of stored documents. */
  | 'PLATFORM'
  /** 300 requests a minute; 5000 documents a month; 100000 MB of stored documents. */
  | 'PRO'
  /** 120 requests a minute; 500 documents a month; 10000 MB of stored documents. */
  | 'STARTER'
  /** 1200 requests a minute; any number of documents a month; any number of megabytes of stored documents. */
  | 'WHITE_LABEL';

/** An invoice that a document corrects or follows. */
export type PrecedingInvoiceInput = {
  /** BT-26: Preceding invoice issue date. */
  issueDate?: string | null | undefined;
  /** BT-25: Preceding invoice reference. */
  number: string;
};

/** Values in REST: `NON`, `REF`, `LEG`, `REC`, `QUA`, `DEL`, `PRI`, `QTY`, `ITM`, `PAY`, `UNR`, `FIN`, `PPD`, `OTH`, `suspended`, `NON_TRANSMISE`, `JUSTIF_ABS`, `ROUTAGE_ERR`, `AUTRE`, `COORD_BANC_ERR`, `TX_TVA_ERR`, `MONTANTTOTAL_ERR`, `CALCUL_ERR`, `NON_CONFORME`, `DOUBLON`, `DEST_INC`, `DEST_ERR`, `TRANSAC_INC`, `EMMET_INC`, `CONTRAT_TERM`, `DOUBLE_FACT`, `CMD_ERR`, `ADR_ERR`, `SIRET_ERR`, `CODE_ROUTAGE_ERR`, `REF_CT_ABSENT`, `REF_ERR`, `PU_ERR`, `REM_ERR`, `QTE_ERR`, `ART_ERR`, `MODPAI_ERR`, `QUALITE_ERR`, `LIVR_INCOMP`, `REJ_SEMAN`, `REJ_UNI`, `REJ_COH`, `REJ_ADR`, `REJ_CONT_B2G`, `REJ_REF_PJ`, `REJ_ASS_PJ`. */
export type ReasonCode =
  /** Electronic address incorrect */
  | 'ADR_ERR'
  /** Item incorrect */
  | 'ART_ERR'
  /** Other */
  | 'AUTRE'
  /** Calculation incorrect */
  | 'CALCUL_ERR'
  /** Purchase order incorrect */
  | 'CMD_ERR'
  /** Routing code incorrect */
  | 'CODE_ROUTAGE_ERR'
  /** Contract ended */
  | 'CONTRAT_TERM'
  /** Bank details incorrect */
  | 'COORD_BANC_ERR'
  /** Delivery issues */
  | 'DEL'
  /** Wrong legal entity */
  | 'DEST_ERR'
  /** Recipient unknown */
  | 'DEST_INC'
  /** Billed twice */
  | 'DOUBLE_FACT'
  /** Duplicate */
  | 'DOUBLON'
  /** Issuer unknown */
  | 'EMMET_INC'
  /** Finance information incorrect */
  | 'FIN'
  /** Items incorrect */
  | 'ITM'
  /** Supporting document missing */
  | 'JUSTIF_ABS'
  /** Legal information incorrect */
  | 'LEG'
  /** Delivery incomplete */
  | 'LIVR_INCOMP'
  /** Payment terms incorrect */
  | 'MODPAI_ERR'
  /** Total incorrect */
  | 'MONTANTTOTAL_ERR'
  /** No issue */
  | 'NON'
  /** Legal mention missing */
  | 'NON_CONFORME'
  /** Not transmitted */
  | 'NON_TRANSMISE'
  /** Other */
  | 'OTH'
  /** Payment terms incorrect */
  | 'PAY'
  /** Partially paid */
  | 'PPD'
  /** Prices incorrect */
  | 'PRI'
  /** Unit price incorrect */
  | 'PU_ERR'
  /** Quantity incorrect */
  | 'QTE_ERR'
  /** Quantity incorrect */
  | 'QTY'
  /** Item quality insufficient */
  | 'QUA'
  /** Quality insufficient */
  | 'QUALITE_ERR'
  /** Receiver unknown */
  | 'REC'
  /** References incorrect */
  | 'REF'
  /** Contractual reference missing */
  | 'REF_CT_ABSENT'
  /** Reference incorrect */
  | 'REF_ERR'
  /** Rejected: address */
  | 'REJ_ADR'
  /** Rejected: attachment belongs elsewhere */
  | 'REJ_ASS_PJ'
  /** Rejected: data contradict each other */
  | 'REJ_COH'
  /** Rejected: rules of the public sector */
  | 'REJ_CONT_B2_G'
  /** Rejected: reference of an attachment */
  | 'REJ_REF_PJ'
  /** Rejected: semantic error */
  | 'REJ_SEMAN'
  /** Rejected: not unique */
  | 'REJ_UNI'
  /** Discount incorrect */
  | 'REM_ERR'
  /** Routing error */
  | 'ROUTAGE_ERR'
  /** SIRET incorrect */
  | 'SIRET_ERR'
  /** On hold: something is missing */
  | 'SUSPENDED'
  /** Transaction unknown */
  | 'TRANSAC_INC'
  /** VAT rate incorrect */
  | 'TX_TVA_ERR'
  /** Not recognized */
  | 'UNR';

/** The input of `recordPayment`. */
export type RecordPaymentInput = {
  /** Amount that was paid. */
  amount: string;
  /** Currency of the payment. It must be the currency of the document. */
  currency?: string | null | undefined;
  /** Date of the payment. */
  date: string;
  /** The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has that number. */
  documentId: string;
  /** A key of your choice. A repeated request with the same key is carried out only once, like with the header `Idempotency-Key`. */
  idempotencyKey?: string | null | undefined;
  /** Reference of the payment at the bank or the payer. */
  reference?: string | null | undefined;
};

/** The input of `registerCompany`. */
export type RegisterCompanyInput = {
  /** Other identifiers, such as GLN, DUNS or SIRET. */
  additionalIdentifiers?: Array<IdentifierInput> | null | undefined;
  /** A postal address; only the country is required. */
  address?: AddressInput | null | undefined;
  /** The kinds of documents that the company sends and receives. */
  capabilities?: CapabilitiesInput | null | undefined;
  /** What the company says of itself to authorities, by country code. */
  compliance?: CompanyComplianceInput | null | undefined;
  /** Identifier of the object in the caller's own system. It is unique in the organization, and paths can name the object by it: `ext:<identifier>`. */
  externalId?: string | null | undefined;
  /** A key of your choice. A repeated request with the same key is carried out only once, like with the header `Idempotency-Key`. */
  idempotencyKey?: string | null | undefined;
  /** Free data as names with text values: at most 40 names, each of at most 40 characters, with values of at most 500 characters. */
  metadata?: unknown;
  /** Display name. */
  name?: string | null | undefined;
  /** Preferences of the company. `defaultCurrency`: currency of documents that state none (default EUR). `emailFallback`: whether an invoice goes by e-mail when the network cannot deliver it (default false). `autoCreatePartners`: whether an exchange with a new party creates a partner (default true). `autoReporting`: whether reports to authorities are sent automatically: true (default), false, or by country as in `{"FR": false}`. `collectionReporting`: of which invoices the French portal is told the collection (status 212): `all` (default), or `vat_on_collection` for those whose VAT is due when it is paid. `vatRegime`: how a French company declares its VAT, which decides the periods of e-reporting: `monthly` (default), `quarterly`, `simplified` or `exempt`. `contact`: `name`, `phone` and `email` of the contact on the invoices of the company, which Germany requires. `account`: `iban`, `bic` and `name` of the bank account on invoices whose bodies say no means of payment. `letterhead`: colour and logo of the readable views of its documents, as in `{"color": "#1f4e79", "logo": "data:image/png;base64,…"}`. */
  settings?: unknown;
  /** VAT number: two capital letters for the country, then the number. */
  vatNumber: string;
};

/** Values in REST: `NOA`, `PIN`, `NIN`, `CNF`, `CNP`, `CNA`, `OTH`. */
export type RequestedAction =
  /** Credit the amount */
  | 'CNA'
  /** Credit in full */
  | 'CNF'
  /** Credit partially */
  | 'CNP'
  /** Issue a new invoice */
  | 'NIN'
  /** No action */
  | 'NOA'
  /** Other */
  | 'OTH'
  /** Provide information */
  | 'PIN';

/** Values in REST: `owner`, `admin`, `developer`, `accountant`, `viewer`. */
export type Role =
  /** Works with documents, partners and payments. */
  | 'ACCOUNTANT'
  /** Everything there is, such as companies, users, keys and settings. */
  | 'ADMIN'
  /** Integrates: keys, webhooks, logs and documents, but no payments and no change of companies. */
  | 'DEVELOPER'
  /** Everything, also what is added later. */
  | 'OWNER'
  /** Reads. */
  | 'VIEWER';

/** Values in REST: `send`, `receive`, `documents.read`, `documents.search`, `documents.write`, `companies.read`, `companies.write`, `directory`, `partners`, `partners.read`, `payments`, `lifecycle`, `compliance`, `stats`, `platform`, `*`. */
export type Scope =
  /** Everything */
  | 'ALL'
  /** Read companies */
  | 'COMPANIES_READ'
  /** Register, change and remove companies */
  | 'COMPANIES_WRITE'
  /** View reports to the authorities */
  | 'COMPLIANCE'
  /** Search the directory and verify recipients */
  | 'DIRECTORY'
  /** Read documents and download their files */
  | 'DOCUMENTS_READ'
  /** Search documents */
  | 'DOCUMENTS_SEARCH'
  /** Mark documents as read, archive, tag and annotate them */
  | 'DOCUMENTS_WRITE'
  /** Update the business status of documents */
  | 'LIFECYCLE'
  /** Manage partners */
  | 'PARTNERS'
  /** Read partners */
  | 'PARTNERS_READ'
  /** Manage payments */
  | 'PAYMENTS'
  /** Manage onboarding, keys, settings and logs */
  | 'PLATFORM'
  /** Configure receiving: webhooks, events and registration on the network */
  | 'RECEIVE'
  /** Send documents */
  | 'SEND'
  /** Read usage statistics */
  | 'STATS';

/** The document to send. Exactly one of the fields is given. */
export type SendDocumentContentInput =
  {   /** The document as UN/CEFACT CII. */
  cii: string; document?: never; file?: never; raw?: never; ubl?: never; }
  |  { cii?: never;   /** The document by the names of its business terms. */
  document: DocumentBodyInput; file?: never; raw?: never; ubl?: never; }
  |  { cii?: never; document?: never;   /** A file whose format is recognized: UBL, CII, JSON, or a PDF with an embedded invoice. Any other file is rejected. */
  file: File; raw?: never; ubl?: never; }
  |  { cii?: never; document?: never; file?: never;   /** A file that is stored as it is: it is not read, and not delivered. */
  raw: File; ubl?: never; }
  |  { cii?: never; document?: never; file?: never; raw?: never;   /** The document as UBL 2.1. */
  ubl: string; };

/** The input of `sendDocument`. */
export type SendDocumentInput = {
  /** The document to send. */
  content: SendDocumentContentInput;
  /** Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001. */
  documentSubtype?: string | null | undefined;
  /** Name of the file (default: the name in the upload). */
  fileName?: string | null | undefined;
  /** Participant id of the sending company. */
  from: string;
  /** A key of your choice. A repeated request with the same key is carried out only once, like with the header `Idempotency-Key`. */
  idempotencyKey?: string | null | undefined;
  /** Free data to store with the document. */
  metadata?: unknown;
  /** Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller. */
  selfBilled?: boolean | null | undefined;
  /** Participant id of the recipient. Required for every kind of document except `event`. */
  to?: string | null | undefined;
  /** Kind of document. */
  type: DocumentType;
};

/** Values in REST: `none`, `pending`, `registered`, `failed`. */
export type SmpStatus =
  /** The publication failed. Register the company on the network again. */
  | 'FAILED'
  /** The company is not published. */
  | 'NONE'
  /** The company is being published. */
  | 'PENDING'
  /** The company is published. */
  | 'REGISTERED';

/** Condition on the tags of the document. */
export type TagFilter = {
  /** The value is equal to this. */
  eq?: string | null | undefined;
  /** The value is one of these. */
  in?: Array<string> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: string | null | undefined;
};

/** Condition on the field `number`. */
export type TextFilter = {
  /** The value contains this text. Upper and lower case are equal. */
  contains?: string | null | undefined;
  /** The value is equal to this. */
  eq?: string | null | undefined;
  /** True: the value is present. False: the value is absent. */
  exists?: boolean | null | undefined;
  /** The value is one of these. */
  in?: Array<string> | null | undefined;
  /** The value differs from this, or is absent. */
  ne?: string | null | undefined;
  /** The value begins with this text. Upper and lower case are equal. */
  startsWith?: string | null | undefined;
};

/** The input of `updateLifecycle`. */
export type UpdateLifecycleInput = {
  /** Wrong values in the document, with the correct ones. For `disputed` and `rejected`. */
  corrections?: Array<CorrectionInput> | null | undefined;
  /** The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has that number. */
  documentId: string;
  /** Whether to return the result without changing anything (default false). */
  dryRun?: boolean | null | undefined;
  /** A key of your choice. A repeated request with the same key is carried out only once, like with the header `Idempotency-Key`. */
  idempotencyKey?: string | null | undefined;
  /** The `updatedAt` that you have read. The change is carried out only if the object was not changed since; otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same. */
  ifUpdatedAt?: string | null | undefined;
  /** Note for the other party. */
  note?: string | null | undefined;
  /** Amount that was paid. Required for `partially_paid` unless `remainingAmount` or `paymentByRate` is given, for a document that states no amount, and when a French supplier reports that it collected a payment. */
  paymentAmount?: string | null | undefined;
  /** Amount that was collected at each VAT rate. When absent, the amount is divided in the proportions of the document. */
  paymentByRate?: Array<CollectedByRateInput> | null | undefined;
  /** Currency of the amount. It must be the currency of the document. */
  paymentCurrency?: string | null | undefined;
  /** Date of the payment, required for `paid` and `partially_paid`. */
  paymentDate?: string | null | undefined;
  /** Reference of the payment. */
  paymentReference?: string | null | undefined;
  /** Reason in words, for the other party. */
  reason?: string | null | undefined;
  /** Reason code, required for `rejected` and `disputed`. A Peppol code or, for French documents, an AFNOR code that the status allows. `suspended` puts the document on hold. */
  reasonCode?: ReasonCode | null | undefined;
  /** Amount that remains to be paid. With `approved`: the amount that is not approved (French status 206). */
  remainingAmount?: string | null | undefined;
  /** What the other party is asked to do. */
  requestedAction?: RequestedAction | null | undefined;
  /** The new status. */
  status: LifecycleTarget;
  /** With the reason code `suspended`: why the document is on hold (French status 208). */
  suspensionReasonCode?: ReasonCode | null | undefined;
};

/** The document to send. Exactly one of the fields is given. */
export type ValidateDocumentContentInput =
  {   /** The document as UN/CEFACT CII. */
  cii: string; document?: never; file?: never; raw?: never; ubl?: never; }
  |  { cii?: never;   /** The document by the names of its business terms. */
  document: DocumentBodyInput; file?: never; raw?: never; ubl?: never; }
  |  { cii?: never; document?: never;   /** A file whose format is recognized: UBL, CII, JSON, or a PDF with an embedded invoice. Any other file is rejected. */
  file: File; raw?: never; ubl?: never; }
  |  { cii?: never; document?: never; file?: never;   /** A file that is stored as it is: it is not read, and not delivered. */
  raw: File; ubl?: never; }
  |  { cii?: never; document?: never; file?: never; raw?: never;   /** The document as UBL 2.1. */
  ubl: string; };

/** Values in REST: `S`, `Z`, `E`, `AE`, `K`, `G`, `O`, `L`, `M`. */
export type VatCategory =
  /** Reverse charge. */
  | 'AE'
  /** Exempt. */
  | 'E'
  /** Export outside the EU. */
  | 'G'
  /** Intra-Community supply. */
  | 'K'
  /** Canary Islands general indirect tax (IGIC). */
  | 'L'
  /** Tax of Ceuta and Melilla (IPSI). */
  | 'M'
  /** Outside the scope of VAT. */
  | 'O'
  /** Taxed at the rate. */
  | 'S'
  /** Zero rated. */
  | 'Z';

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { organizationId: string, companyId: string | null, keyType: KeyType | null, plan: Plan, roles: Array<Role>, scopes: Array<Scope>, isTestMode: boolean, rateLimitPerMinute: number } };

export type CompaniesQueryVariables = Exact<{
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CompaniesQuery = { companies: { nodes: Array<{ id: string, name: string, peppolId: string, vatNumber: string, country: string, status: CompanyStatus, updatedAt: string, publication: { status: SmpStatus } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RegisterCompanyMutationVariables = Exact<{
  input: RegisterCompanyInput;
}>;


export type RegisterCompanyMutation = { registerCompany: { company: { id: string, name: string, peppolId: string, vatNumber: string, country: string, status: CompanyStatus, updatedAt: string, publication: { status: SmpStatus } } | null, refusal: { type: string, code: ErrorCode, message: string, docUrl: string, retryAfter: number | null, details: Array<{ field: string, rule: string, message: string, fix: string | null, existingId: string | null, xpath: string | null }> } | null } | null };

export type DocumentsQueryVariables = Exact<{
  filter?: DocumentFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DocumentsQuery = { documents: { totalCount: number, nodes: Array<{ id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type DocumentQueryVariables = Exact<{
  id: string;
}>;


export type DocumentQuery = { document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string, lines: Array<{ lineId: string | null, description: string | null }>, attempts: Array<{ outcome: AttemptOutcome }> } | null };

export type ValidateDocumentQueryVariables = Exact<{
  type: DocumentType;
  from: string;
  to?: string | null | undefined;
  content: ValidateDocumentContentInput;
  fileName?: string | null | undefined;
}>;


export type ValidateDocumentQuery = { validateDocument: { valid: boolean, channel: string | null, recipientExists: boolean | null, recipientCanReceive: boolean | null, recipientReason: LookupReason | null, totals: { currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null }, validation: { valid: boolean, errors: Array<{ rule: string, message: string, fix: string, path: string | null }>, warnings: Array<{ rule: string, message: string, fix: string, path: string | null }> } } | null };

export type SendDocumentMutationVariables = Exact<{
  input: SendDocumentInput;
}>;


export type SendDocumentMutation = { sendDocument: { document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null, refusal: { type: string, code: ErrorCode, message: string, docUrl: string, retryAfter: number | null, details: Array<{ field: string, rule: string, message: string, fix: string | null, existingId: string | null, xpath: string | null }> } | null } | null };

export type UpdateLifecycleMutationVariables = Exact<{
  input: UpdateLifecycleInput;
}>;


export type UpdateLifecycleMutation = { updateLifecycle: { result: { previousStatus: LifecycleStatus, currentStatus: LifecycleStatus, allowedTransitions: Array<LifecycleTarget>, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } } | null, refusal: { type: string, code: ErrorCode, message: string, docUrl: string, retryAfter: number | null, details: Array<{ field: string, rule: string, message: string, fix: string | null, existingId: string | null, xpath: string | null }> } | null } | null };

export type RecordPaymentMutationVariables = Exact<{
  input: RecordPaymentInput;
}>;


export type RecordPaymentMutation = { recordPayment: { payment: { id: string, amount: string, currency: string, date: string } | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null, refusal: { type: string, code: ErrorCode, message: string, docUrl: string, retryAfter: number | null, details: Array<{ field: string, rule: string, message: string, fix: string | null, existingId: string | null, xpath: string | null }> } | null } | null };

export type EventsQueryVariables = Exact<{
  types?: Array<EventType> | EventType | null | undefined;
  includeAcked?: boolean | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
      | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null }
    >, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LiveEventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  types?: Array<EventType> | EventType | null | undefined;
}>;


export type LiveEventsSubscription = { events:
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
    | { id: string, seq: string, type: EventType, createdAt: string, companyId: string | null, document: { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string } | null }
   };

export type RefusalFieldsFragment = { type: string, code: ErrorCode, message: string, docUrl: string, retryAfter: number | null, details: Array<{ field: string, rule: string, message: string, fix: string | null, existingId: string | null, xpath: string | null }> };

export type CompanyFieldsFragment = { id: string, name: string, peppolId: string, vatNumber: string, country: string, status: CompanyStatus, updatedAt: string, publication: { status: SmpStatus } };

export type DocumentFieldsFragment = { id: string, type: DocumentType, direction: Direction, number: string, issueDate: string | null, dueDate: string | null, currency: string | null, netAmount: string | null, vatAmount: string | null, grossAmount: string | null, amountDue: string | null, senderPeppolId: string | null, senderName: string | null, receiverPeppolId: string | null, receiverName: string | null, lifecycleStatus: LifecycleStatus, deliveryStatus: DeliveryStatus | null, errorCode: string | null, tags: Array<string>, createdAt: string, updatedAt: string };

export const ViewerDocument = "query Viewer{viewer{organizationId companyId keyType plan roles scopes isTestMode rateLimitPerMinute}}" as string & Typed<ViewerQuery, ViewerQueryVariables>

export const CompaniesDocument = "query Companies($search:String$first:Int$after:String){companies(search:$search first:$first after:$after){nodes{...CompanyFields}pageInfo{hasNextPage endCursor}}} fragment CompanyFields on Company{id name peppolId vatNumber country status publication{status}updatedAt}" as string & Typed<CompaniesQuery, CompaniesQueryVariables>

export const RegisterCompanyDocument = "mutation RegisterCompany($input:RegisterCompanyInput!){registerCompany(input:$input){company{...CompanyFields}refusal{...RefusalFields}}} fragment CompanyFields on Company{id name peppolId vatNumber country status publication{status}updatedAt} fragment RefusalFields on Refusal{type code message docUrl retryAfter details{field rule message fix existingId xpath}}" as string & Typed<RegisterCompanyMutation, RegisterCompanyMutationVariables>

export const DocumentsDocument = "query Documents($filter:DocumentFilter$first:Int$after:String){documents(filter:$filter first:$first after:$after){totalCount nodes{...DocumentFields}pageInfo{hasNextPage endCursor}}} fragment DocumentFields on Document{id type direction number issueDate dueDate currency netAmount vatAmount grossAmount amountDue senderPeppolId senderName receiverPeppolId receiverName lifecycleStatus deliveryStatus errorCode tags createdAt updatedAt}" as string & Typed<DocumentsQuery, DocumentsQueryVariables>

export const DocumentDocument = "query Document($id:ID!){document(id:$id){...DocumentFields lines{lineId description}attempts{outcome}}} fragment DocumentFields on Document{id type direction number issueDate dueDate currency netAmount vatAmount grossAmount amountDue senderPeppolId senderName receiverPeppolId receiverName lifecycleStatus deliveryStatus errorCode tags createdAt updatedAt}" as string & Typed<DocumentQuery, DocumentQueryVariables>

export const ValidateDocumentDocument = "query ValidateDocument($type:DocumentType!$from:PeppolId!$to:PeppolId$content:ValidateDocumentContentInput!$fileName:String){validateDocument(type:$type from:$from to:$to content:$content fileName:$fileName){valid channel recipientExists recipientCanReceive recipientReason totals{currency netAmount vatAmount grossAmount amountDue}validation{valid errors{rule message fix path}warnings{rule message fix path}}}}" as string & Typed<ValidateDocumentQuery, ValidateDocumentQueryVariables>

export const SendDocumentDocument = "mutation SendDocument($input:SendDocumentInput!){sendDocument(input:$input){document{...DocumentFields}refusal{...RefusalFields}}} fragment DocumentFields on Document{id type direction number issueDate dueDate currency netAmount vatAmount grossAmount amountDue senderPeppolId senderName receiverPeppolId receiverName lifecycleStatus deliveryStatus errorCode tags createdAt updatedAt} fragment RefusalFields on Refusal{type code message docUrl retryAfter details{field rule message fix existingId xpath}}" as string & Typed<SendDocumentMutation, SendDocumentMutationVariables>

export const UpdateLifecycleDocument = "mutation UpdateLifecycle($input:UpdateLifecycleInput!){updateLifecycle(input:$input){result{previousStatus currentStatus allowedTransitions document{...DocumentFields}}refusal{...RefusalFields}}} fragment DocumentFields on Document{id type direction number issueDate dueDate currency netAmount vatAmount grossAmount amountDue senderPeppolId senderName receiverPeppolId receiverName lifecycleStatus deliveryStatus errorCode tags createdAt updatedAt} fragment RefusalFields on Refusal{type code message docUrl retryAfter details{field rule message fix existingId xpath}}" as string & Typed<UpdateLifecycleMutation, UpdateLifecycleMutationVariables>

export const RecordPaymentDocument = "mutation RecordPayment($input:RecordPaymentInput!){recordPayment(input:$input){payment{id amount currency date}document{...DocumentFields}refusal{...RefusalFields}}} fragment DocumentFields on Document{id type direction number issueDate dueDate currency netAmount vatAmount grossAmount amountDue senderPeppolId senderName receiverPeppolId receiverName lifecycleStatus deliveryStatus errorCode tags createdAt updatedAt} fragment RefusalFields on Refusal{type code message docUrl retryAfter details{field rule message fix existingId xpath}}" as string & Typed<RecordPaymentMutation, RecordPaymentMutationVariables>

export const EventsDocument = "query Events($types:[EventType!]$includeAcked:Boolean$first:Int$after:String){events(types:$types includeAcked:$includeAcked first:$first after:$after){nodes{id seq type createdAt companyId}pageInfo{hasNextPage endCursor}}}" as string & Typed<EventsQuery, EventsQueryVariables>

export const LiveEventsDocument = "subscription LiveEvents($after:String$types:[EventType!]){events(after:$after types:$types){id seq type createdAt companyId document{...DocumentFields}}} fragment DocumentFields on Document{id type direction number issueDate dueDate currency netAmount vatAmount grossAmount amountDue senderPeppolId senderName receiverPeppolId receiverName lifecycleStatus deliveryStatus errorCode tags createdAt updatedAt}" as string & Typed<LiveEventsSubscription, LiveEventsSubscriptionVariables>
