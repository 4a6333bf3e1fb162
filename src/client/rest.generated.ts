/** Written by `npm run print` from the table of paths: the types of the OpenAPI document. */
import type { FileAnswer, RawBody } from './file-answer.ts'

/** Every code of the catalog (`/docs/errors`). */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'MISSING_FIELD'
  | 'TOO_LARGE'
  | 'INVALID_ENUM'
  | 'INVALID_VAT_FORMAT'
  | 'INVALID_IBAN'
  | 'INVALID_CURRENCY'
  | 'INVALID_DATE'
  | 'PERSISTED_QUERY_MISMATCH'
  | 'MISSING_AUTH'
  | 'INVALID_TOKEN'
  | 'EXPIRED_TOKEN'
  | 'REVOKED_KEY'
  | 'INSUFFICIENT_SCOPE'
  | 'COMPANY_FORBIDDEN'
  | 'COMPANY_SUSPENDED'
  | 'BRANDING_CONTRAST'
  | 'NETWORK_FORBIDDEN'
  | 'DOMAIN_FORBIDDEN'
  | 'ORGANIZATION_FORBIDDEN'
  | 'SANDBOX_ONLY'
  | 'RESOURCE_NOT_FOUND'
  | 'COMPANY_NOT_FOUND'
  | 'DOCUMENT_NOT_FOUND'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'COMPANY_EXISTS'
  | 'OWNERSHIP_PENDING'
  | 'DOMAIN_TAKEN'
  | 'CART_COOKIE_INVALID'
  | 'CART_COOKIE_EXPIRED'
  | 'CART_COOKIE_USED'
  | 'CART_SENDER_REFUSED'
  | 'CART_UNREADABLE'
  | 'RETURN_ADDRESS_FORBIDDEN'
  | 'MIGRATION_REFUSED'
  | 'SHOP_REFUSED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'INVALID_TRANSITION'
  | 'DUPLICATE_NUMBER'
  | 'PRECONDITION_FAILED'
  | 'CONFLICT'
  | 'PAYMENT_REVERSED'
  | 'CURSOR_EXPIRED'
  | 'PAYLOAD_TOO_LARGE'
  | 'RANGE_NOT_SATISFIABLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VAT_NOT_FOUND'
  | 'VAT_INACTIVE'
  | 'OWNERSHIP_NOT_PROVED'
  | 'PROOF_UNAVAILABLE'
  | 'RECIPIENT_NOT_FOUND'
  | 'RECIPIENT_CANNOT_RECEIVE'
  | 'CURRENCY_MISMATCH'
  | 'UBL_VALIDATION_FAILED'
  | 'UNSUPPORTED_FILE'
  | 'NOT_AN_INVOICE'
  | 'NOT_PAYABLE'
  | 'UNREADABLE_FILE'
  | 'CANNOT_RENDER'
  | 'IDEMPOTENCY_BODY_MISMATCH'
  | 'RATE_LIMITED'
  | 'SUBSCRIBER_TOO_SLOW'
  | 'QUOTA_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'UPSTREAM_ERROR'
  | 'UPSTREAM_UNAVAILABLE'
  | 'SHUTTING_DOWN'
  | 'UPSTREAM_TIMEOUT'
  | 'INVALID_GRANT'
  | 'INVALID_CLIENT'
  | 'AUTHORIZATION_PENDING'
  | 'SLOW_DOWN'
  | 'CONSENT_REFUSED'
  | 'CONSENT_EXPIRED'

/** Every kind of event (`/docs/events`). */
export type EventType =
  | 'document.received'
  | 'document.sent'
  | 'document.delivered'
  | 'document.failed'
  | 'document.retrying'
  | 'document.updated'
  | 'lifecycle.updated'
  | 'payment.reversed'
  | 'company.created'
  | 'company.updated'
  | 'company.deregistered'
  | 'company.smp_registered'
  | 'company.address_added'
  | 'company.address_published'
  | 'company.address_ended'
  | 'company.ownership_granted'
  | 'company.ownership_pending'
  | 'company.ownership_rejected'
  | 'company.join_requested'
  | 'company.join_accepted'
  | 'company.join_rejected'
  | 'domain.claimed'
  | 'domain.verified'
  | 'domain.activated'
  | 'domain.failed'
  | 'domain.released'
  | 'company.suspended'
  | 'company.resumed'
  | 'company.offboarded'
  | 'company.reactivated'
  | 'company.mandate_signed'
  | 'company.requirements_changed'
  | 'organization.updated'
  | 'platform.settings_updated'
  | 'quota.storage_warning'
  | 'quota.warning'
  | 'cart.received'
  | 'cart.ordered'
  | 'cart.discarded'
  | 'partner.created'
  | 'partner.updated'
  | 'partner.deleted'
  | 'compliance.reported'
  | 'compliance.period_reported'
  | 'portability.changed'
  | 'bulk.completed'
  | 'handoff.created'
  | 'handoff.redeemed'

/** The body of every refused request. */
export interface Error {
  /** Why the request was refused. */
  error: {
    /** Kind of error. */
    type: "validation_error" | "invalid_request_error" | "authentication_error" | "permission_error" | "not_found_error" | "conflict" | "rate_limit_error" | "api_error" | "upstream_error"
    /** Code of the error, for programs: stable, while messages may change. */
    code: string
    /** What is wrong, in a sentence. */
    message: string
    /** One entry for each fault, with its field. */
    details: Fault[]
    /** Identifier of the request. */
    requestId: string
    /** Address of the page that explains the code. */
    docUrl: string
  }
}

/** One fault of a request. Some rules add further properties. */
export interface Fault {
  /** The field of the request, as the caller wrote it. Empty when the fault concerns the whole request. */
  field: string
  /** The broken rule, or the code of the error. */
  rule: string
  /** What is wrong, in a sentence. */
  message: string
  /** What to do about it. */
  fix?: string
  /** What is accepted. */
  allowed?: string[] | number
  /** How many there are, of what there may be fewer. */
  found?: number | null
  /** How many bytes are accepted. */
  limitBytes?: number | null
  /** The known name that was probably meant. */
  nearest?: string
  /** Identifier of the object that is in the way. */
  existingId?: string
  /** The status that the document has, for a move that is not allowed. */
  from?: string
  /** The status that it was to have. */
  to?: string
  /** The scope that the credentials lack. */
  scope?: string
  /** The number to continue the feed after. */
  after?: string
  /** Number of the oldest event that is kept. */
  oldest?: string
  /** Why, as a word for programs. */
  reason?: string | null
  /** The steps of the lookup on the network, in order. */
  trace?: FaultStep[]
  /** `error` or `warning`. */
  severity?: string
  /** Business terms of EN 16931 that the rule is about. */
  terms?: string[]
  /** The place in the XML. */
  xpath?: string
  /** Whose quota is used up: `organization`, `company` or `key`. */
  quota?: string
  /** What is used up, where it is not the documents of a month: `storage`. */
  resource?: string
  /** Identifier of the organization, company or key whose quota it is. */
  subjectId?: string
  /** Documents that the quota allows in a month, or megabytes of storage. */
  limit?: number | null
  /** When the quota begins anew. A quota of storage does not. */
  resetsAt?: string
  /** Kind of the file, as far as its content shows it. Null when it is of no known kind. */
  recognized?: string | null
  /** The part that the file lacks. */
  missing?: string
  /** Line of the place in the file. */
  line?: number | null
  /** Column of the place in the file. */
  column?: number | null
  [name: string]: unknown
}

export interface FaultStep {
  /** Kind of step. */
  step: string
  /** Subject of the step: a DNS name, an address, or a document type. */
  target: string
  /** Who answered. Null when nobody did. */
  answered: string | null
  /** The answer, or what is wrong with it. */
  detail: string | null
  /** `OK`, or the reason why the step failed. */
  outcome: string
  /** Duration of the step in milliseconds. */
  durationMs: number
}

/** The circuit breaker of an external service. */
export interface CircuitState {
  /** `closed`: calls pass. `open`: calls are refused until the pause is over. */
  state: "closed" | "open"
  /** Failures since the last success. */
  failures: number
  /** Seconds until the next call is let through. */
  cooldown_remaining: number
}

/** The last call of an external service. */
export interface ServiceState {
  /** How the last call ended. `ok` before the first call. */
  status: "ok" | "error"
  /** Duration of the last call, in milliseconds. Null before the first call. */
  responseMs: number | null
  /** When the service was last called. Null before the first call. */
  lastCheck: string | null
  /** Why the last call failed. Null when it did not. */
  error: string | null
}

/** The owner of the credentials, and what they allow. */
export interface Viewer {
  /** Kind of credentials: `api_key` or `jwt`. */
  authMethod: string
  /** Subject of the token. Null for an API key. */
  userId: string | null
  /** E-mail address in the token. Null for an API key, or when the token has none. */
  email: string | null
  /** Kind of API key. Null for a token. */
  keyType: KeyType | null
  /** Identifier of the organization that the caller acts for. */
  organizationId: string
  /** Every organization that the caller can act for. */
  organizationIds: string[]
  /** Every organization that the caller can act for. */
  organizations: OrganizationSummary[]
  /** Identifier of the company that the caller acts for. Null when the credentials are not limited to one. */
  companyId: string | null
  /** Roles of the user in the organization. Empty for an API key. */
  roles: Role[]
  /** Scopes of the credentials. */
  scopes: Scope[]
  /** True in the sandbox, where nothing real is delivered. */
  isTestMode: boolean
  /** Plan of the organization. */
  plan: Plan
  quota: Quota
  /** Number of requests that the caller may send in 60 seconds. */
  rateLimitPerMinute: number
}

/**
 * `personal`: For an organization that exchanges its own documents. `platform`: For software that manages several
 * companies. `white_label`: For software that manages companies under its own name.
 */
export type KeyType = "personal" | "platform" | "white_label"

/** An organization that the caller can act for. */
export interface OrganizationSummary {
  /** Identifier of the organization, `org_…`. */
  id: string
  /** Name. */
  name: string
  /** Country code. Null when it is not known. */
  country: string | null
  /** VAT number. */
  vatNumber: string | null
}

/**
 * `owner`: Everything, also what is added later. `admin`: Everything there is, such as companies, users, keys and
 * settings. `developer`: Integrates: keys, webhooks, logs and documents, but no payments and no change of
 * companies. `accountant`: Works with documents, partners and payments. `viewer`: Reads.
 */
export type Role = "owner" | "admin" | "developer" | "accountant" | "viewer"

/**
 * `send`: Send documents `receive`: Configure receiving: webhooks, events and registration on the network
 * `documents.read`: Read documents and download their files `documents.search`: Search documents
 * `documents.write`: Mark documents as read, archive, tag and annotate them `companies.read`: Read companies
 * `companies.write`: Register, change and remove companies `directory`: Search the directory and verify
 * recipients `partners`: Manage partners `partners.read`: Read partners `payments`: Manage payments `lifecycle`:
 * Update the business status of documents `compliance`: View reports to the authorities `stats`: Read usage
 * statistics `platform`: Manage onboarding, keys, settings and logs `*`: Everything
 */
export type Scope = "send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*"

/**
 * `free`: 60 requests a minute; 50 documents a month; 1000 MB of stored documents. `starter`: 120 requests a
 * minute; 500 documents a month; 10000 MB of stored documents. `pro`: 300 requests a minute; 5000 documents a
 * month; 100000 MB of stored documents. `platform`: 600 requests a minute; 50000 documents a month; 1000000 MB of
 * stored documents. `white_label`: 1200 requests a minute; any number of documents a month; any number of
 * megabytes of stored documents.
 */
export type Plan = "free" | "starter" | "pro" | "platform" | "white_label"

/** Use of the monthly quota of documents. */
export interface Quota {
  /** Number of documents that the plan allows each month. Null means no limit. */
  limit: number | null
  /** Number of documents sent in this month, by the company of the caller if it is limited to one. */
  used: number
}

/** The trace of one request. Requests that changed something or were refused are recorded. */
export interface Request {
  /** Identifier, `req_…`. */
  id: string
  /** HTTP method. */
  method: string
  /** Path of the request, without the query. */
  path: string
  /** Name of the operation that ran. Null when none did. */
  operation: string | null
  /** HTTP status of the answer. */
  status: number
  /** Code of the error. Null when the request succeeded. */
  errorCode: string | null
  /** Identifier of the API key of the request. Null when it had none. */
  apiKeyId: string | null
  /** Identifier of the user of the request. Null when it had none. */
  userId: string | null
  /** When the request arrived. */
  startedAt: string
  /** Duration of the request in milliseconds. */
  durationMs: number
  /** Calls to other services, in order. */
  upstreamCalls: UpstreamCall[]
  /** Faults of the input. */
  validation: Fault[]
  /** The first 4 kB of the body, with secrets replaced. Null when it was not kept. */
  requestBody: string | null
}

export interface UpstreamCall {
  /** Name of the called service. */
  upstream: string
  /** The call that was made. */
  call: string
  /** Start of the call, in milliseconds after the start of the request. */
  startedMs: number
  /** Duration of the call in milliseconds. */
  durationMs: number
  /** Outcome of the call. */
  outcome: string
}

/** The recorded input of a request, read once more. */
export interface RequestReplay {
  /** Identifier of the request, `req_…`. */
  requestId: string
  /** Name of the operation that the request ran. */
  operation: string
  /** The input of the operation as JSON, with secrets and files replaced. */
  input: string
  /** Whether the input is as it was sent: no secret and no file was replaced in it. */
  isComplete: boolean
  /** What is wrong with the input today. */
  faults: Fault[]
}

/** Number of recorded requests of one API key or user. */
export interface RequestUsage {
  /** Identifier of the API key. Null when the count is by user. */
  apiKeyId: string | null
  /** Identifier of the user. Null when the count is by key. */
  userId: string | null
  /** Name of the key, or e-mail address of the user. Null when it is not known. */
  label: string | null
  /** Number of recorded requests. */
  requests: number
  /** Number of recorded requests that were refused or failed. */
  errors: number
  /** When the last recorded request arrived. */
  lastSeenAt: string
}

/** A postal address; only the country is required. */
export interface AddressInput {
  /** Street and number. */
  street?: string | null
  /** Second line of the street address. */
  streetLine2?: string | null
  /** Town. */
  city?: string | null
  /** Post code. */
  postalCode?: string | null
  /** Country code of ISO 3166-1, two capital letters. */
  country: string
}

/** Another identifier of the company. */
export interface IdentifierInput {
  /** Kind of identifier: an ICD or EAS code, or a name such as GLN, DUNS or SIRET. */
  scheme: string
  /** Value of the identifier. */
  value: string
}

/** The kinds of documents that the company sends and receives. */
export interface CapabilitiesInput {
  /** Kinds of documents that the company sends. All kinds when absent. */
  send?: ("invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event")[]
  /** Kinds of documents that the company receives. All kinds when absent. */
  receive?: ("invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event")[]
}

/** A legal entity of the organization that sends and receives documents. */
export interface Company {
  /** Identifier, `comp_…`. */
  id: string
  /** Identifier of the organization that the company belongs to. */
  organizationId: string
  /** Identifier in the caller's own system, unique in the organization. */
  externalId: string | null
  /** Display name. */
  name: string
  /** Registered name. */
  legalName: string | null
  /** The name in a form for URLs. */
  slug: string
  /** VAT number. */
  vatNumber: string
  /** National tax number. */
  taxNumber: string | null
  /** Number in the national register. */
  registrationNumber: string | null
  /** Country code, derived from the VAT number. */
  country: string
  /** Participant id on the network, derived from the VAT number. */
  peppolId: string
  /** Other identifiers. */
  additionalIdentifiers: Identifier[]
  /** Identifier of the address. */
  legalAddressId: string | null
  /** Registered address. REST omits it with `include_address=false`. */
  address?: Address | null
  /** Whether the company is listed in the public directory. */
  isPublic: boolean
  /** The registry that the company's data comes from. */
  dataProviderType: string | null
  /** When the registry last gave the data. */
  dataProviderSyncDate: string | null
  /** Kinds of documents that the company sends and receives. */
  capabilities: Capabilities
  /** Status of the company. */
  status: CompanyStatus
  /** The suspension of the company. Null when it is not suspended. */
  suspension: CompanySuspension | null
  /** Documents that the company may send in a month. Null without a limit. */
  documentsPerMonth: number | null
  /** Megabytes that its stored documents may take, after which it sends no more. Null without a limit. */
  storageMegabytes: number | null
  /** Requests per minute of all its keys together. Null without a limit. */
  requestsPerMinute: number | null
  /** Whether the company receives documents. One that only sends is not published. */
  receivesDocuments: boolean
  /** Whether the company is published on the network. */
  smpRegistered: boolean
  /** Since when the company is published. Null when it is not. */
  smpRegisteredAt: string | null
  /** Progress of publishing the company on the network. */
  smp: Publication
  /** Whether the company owns its participant id. */
  ownership: Ownership
  /** Status of the reporting to authorities, by country code. */
  compliance: Record<string, unknown>
  /** What is still to be done. REST omits it where it omits the address. */
  requirements?: CompanyRequirement[]
  /** Preferences of the company, such as `defaultCurrency` and `emailFallback`. */
  settings: Record<string, unknown>
  /** Number of documents that the company exchanged. */
  stats: CompanyStats
  /** Free data of the caller: names with text values. */
  metadata: Record<string, string>
  /** When the company was registered. */
  createdAt: string
  /** When the company was last changed. */
  updatedAt: string
}

/** Another identifier of a company, such as GLN, DUNS or SIRET. */
export interface Identifier {
  /** Kind of identifier. */
  scheme: string
  /** Value of the identifier. */
  value: string
}

/** A postal address. */
export interface Address {
  /** Street and number. */
  street: string | null
  /** Second line of the street address. Null when there is none. */
  streetLine2: string | null
  /** Town. */
  city: string | null
  /** Post code. */
  postalCode: string | null
  /** Country code. */
  country: string
}

/**
 * `invoice`: An invoice. `credit-note`: A credit note, which takes an invoice back in full or in part.
 * `debit-note`: A debit note, which adds to an invoice. `purchase-order`: An order, from the buyer to the seller.
 * `purchase-request`: A request for a quotation, from the buyer to the seller. `sales-order`: A seller's response
 * to an order. `quote`: A quotation. `event`: Data without a document, such as a change that a partner should
 * know of.
 */
export type DocumentType = "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"

/** The kinds of documents that a company sends and receives. */
export interface Capabilities {
  /** Kinds of documents that the company sends. */
  send: DocumentType[]
  /** Kinds of documents that the company receives. */
  receive: DocumentType[]
}

/**
 * `active`: The company exchanges documents. `inactive`: The company was removed. Its history stays. `suspended`:
 * The company exchanges no documents for now.
 */
export type CompanyStatus = "active" | "inactive" | "suspended"

/** Since when and why a company exchanges nothing. */
export interface CompanySuspension {
  /** When the company was suspended. */
  since: string
  /** Why, in the words of the platform. */
  reason: string | null
  /** Whether documents that arrive meanwhile are refused. Otherwise they are stored. */
  bounces: boolean
}

/**
 * `none`: The company is not published. `pending`: The company is being published. `registered`: The company is
 * published. `failed`: The publication failed. Register the company on the network again.
 */
export type SmpStatus = "none" | "pending" | "registered" | "failed"

/** Progress of publishing a company on the network. */
export interface Publication {
  /** Status of the publication. */
  status: SmpStatus
  /** The last step of the publication, or the one that failed. */
  step: string | null
  /** Why the last attempt failed. Null when it did not fail. */
  lastError: string | null
  /** When the next attempt is due. Null when there is none. */
  nextTryAt: string | null
}

/**
 * `none`: The company was removed from the network and claims nothing. `pending`: The company waits. It cannot
 * send or receive. `granted`: The company owns its participant id.
 */
export type OwnershipStatus = "none" | "pending" | "granted"

/**
 * `owned_by_another`: Another organization owns the participant id. `proof_required`: A proof of ownership is
 * required first. `taken_over`: Another organization has proved that it owns the participant id.
 */
export type OwnershipReason = "owned_by_another" | "proof_required" | "taken_over"

/**
 * `mail`: A code is sent to the e-mail address in the national registry. `dns`: A TXT record in the DNS of the
 * domain in the national registry. `mandate`: A signed mandate (PDF), which the operator of the server approves.
 * `operator`: The operator of the server approves it.
 */
export type OwnershipMethod = "mail" | "dns" | "mandate" | "operator"

/**
 * Whether a company owns its participant id. One company of all organizations owns it at a time, and only the
 * owner sends and receives.
 */
export interface Ownership {
  /** Status of the ownership. */
  status: OwnershipStatus
  /** Why the ownership is pending. Null when it is not. */
  reason: OwnershipReason | null
  /** The reason as a sentence. */
  message: string | null
  /** How the ownership was proved. Null without a proof. */
  proof: OwnershipMethod | null
  /** Since when the company owns its participant id. */
  grantedAt: string | null
  /** Methods by which the ownership can still be proved. */
  methods: OwnershipMethod[]
}

/** What is still to be done for a company. */
export interface CompanyRequirement {
  /** What is missing. */
  code: RequirementCode
  /** When it is tried again by itself. Null when it waits for you. */
  due: string | null
  /** What to do. */
  fix: string
}

/**
 * `mandate`: The company has not proved that the participant id is its own. `registration`: The company is not
 * published on the network. `address`: The address lacks street, town or post code, which invoices have to show.
 * `account`: No bank account is known that invoices can name. `french_address_line`: The French portal does not
 * know where the company receives its invoices.
 */
export type RequirementCode = "mandate" | "registration" | "address" | "account" | "french_address_line"

/** Number of documents that a company exchanged. */
export interface CompanyStats {
  /** Number of documents sent. */
  sent: number
  /** Number of documents received. */
  received: number
}

/** A company, in the short form that a search returns. */
export interface FoundCompany {
  /** Identifier, `comp_…`. */
  id: string
  /** Display name. */
  name: string
  /** VAT number. */
  vatNumber: string
  /** Country code, derived from the VAT number. */
  country: string
  /** Participant id on the network, derived from the VAT number. */
  peppolId: string
}

/** The data of any company in its national registry and in the directory of the network. */
export interface ResolvedCompany {
  /** Identifier of the organization's company with that VAT number. Null when the organization has none. */
  id: string | null
  /** Status of the organization's company. Null when the organization has none. */
  status: CompanyStatus | null
  /** Name. */
  name: string
  /** Registered name. */
  legalName: string
  /** VAT number. Null when it is not known. */
  vatNumber: string | null
  /** Number in the national register. Null when it is not known. */
  registrationNumber: string | null
  /** National tax number. Null when it is not known. */
  taxNumber: string | null
  /** Country code. */
  country: string
  /** Participant id of the company on the network. Null when it has none. */
  peppolId: string | null
  /** Other identifiers, such as the SIRET of the head office. */
  additionalIdentifiers: Identifier[]
  /** Registered address. */
  address: RegistryAddress
  /** The registry that the data comes from. */
  dataProviderType: string
  /** Whether the company is registered on the network. Null when the network cannot be asked now. */
  smpRegistered: boolean | null
  /** Access point of the company. Null when it is not known. */
  accessPoint: string | null
  /** Values that look wrong, such as check digits. */
  warnings: ResolvedWarning[]
  /**
   * When the registry gave the data. This is earlier than now when the registry is down and its last answer is
   * used.
   */
  dataProviderSyncDate: string
  /** The kinds of documents that the company receives. Null when they are not known. */
  capabilities: Reception | null
}

/** An address in a national registry. */
export interface RegistryAddress {
  /** Street and number. */
  street: string | null
  /** Second line of the street address. Null when there is none. */
  streetLine2: string | null
  /** Town. */
  city: string | null
  /** Post code. */
  postalCode: string | null
  /** Country code. */
  country: string
}

/** A value that looks wrong, although the registry knows the number. */
export interface ResolvedWarning {
  /** Name of the field. */
  field: string
  /** What looks wrong, in a sentence. */
  message: string
}

/** What a company can receive. */
export interface Reception {
  /** The kinds of documents that the company receives. */
  receive: DocumentType[]
}

/** An imported company. */
export interface ImportedCompany {
  /** Identifier of the company, `comp_…`. */
  id: string
  /** Display name. */
  name: string
  /** Country code of the company. */
  country: string
  /** True when the import created or changed the company. False when it was here already with the same data. */
  imported: boolean
  /** Values that look wrong, such as a check digit. */
  warnings: string[]
  /** SIREN of the company. */
  siren: string
  /** Participant id of the company. */
  peppolId: string
}

/** A company to import. */
export interface ImportItem {
  /** SIRET of the establishment, 14 digits. */
  siret?: string | null
  /** SIREN of the company, 9 digits. Use it only when the SIRET is not known. */
  siren?: string | null
  /** Display name. When absent, the name in the registry. */
  companyName?: string | null
  /** Country code. Always `FR` (default): only French companies have a SIRET. */
  countryCode?: string | null
  /** How the company was transferred. Stored in the settings of the company as `importMode`. */
  mode?: string | null
  /** Identifier of the organization at the previous provider. Stored among the identifiers of the company. */
  sovosOrganizationId?: string | null
}

/** Why a request, or one item of a batch, was refused. An item is refused as a request of its own would be. */
export interface Refusal {
  /** Kind of error. */
  type: "validation_error" | "invalid_request_error" | "authentication_error" | "permission_error" | "not_found_error" | "conflict" | "rate_limit_error" | "api_error" | "upstream_error"
  /**
   * Code of the error, such as `MISSING_FIELD`. The REST paths of companies and lifecycle answer its lower-case
   * code instead, such as `invalid_request`.
   */
  code: string
  /** What is wrong, in a sentence. */
  message: string
  /** One entry for each fault, with its field. */
  details: Fault[]
  /** Address of the page that explains the code. */
  docUrl: string
}

/** Progress of an import of companies. */
export interface CompanyImport {
  /** Identifier of the import's request, `req_…`. */
  id: string
  /** State of the import: `running`; `finished`, with everything stored; or `interrupted`, with nothing stored. */
  state: ImportState
  /** Number of items in the import. */
  total: number
  /** Number of items that were examined so far. */
  examined: number
  /** Number of examined items that were refused. */
  failed: number
  /** When the import started. */
  startedAt: string
  /** When the progress was last written. */
  updatedAt: string
  /** When everything was stored. Null while the import runs, and after an interruption. */
  finishedAt: string | null
}

/**
 * `running`: The import goes on. `finished`: Every item was looked at. `interrupted`: The import ended before
 * every item was looked at. Send the items again.
 */
export type ImportState = "running" | "finished" | "interrupted"

/** Status of publishing a company on the network. */
export interface Registration {
  /** The company. */
  id: string
  /** Participant id of the company. */
  peppolId: string
  /** Whether the company is published. */
  registered: boolean
  /** Status of the publication. */
  smpStatus: SmpStatus
  /** Since when the company is published. Null when it is not. */
  activatedAt: string | null
  /** Whether the company owns its participant id. Only an owner is published. */
  ownership: Ownership
}

/** A request of a user to join a company. */
export interface JoinRequest {
  /** Identifier, `jreq_…`. */
  id: string
  /** Identifier of the company. */
  companyId: string
  /** Display name of the company. */
  companyName: string
  requester: Requester
  /** Status of the request. */
  status: JoinStatus
  /** When the user made the request. */
  createdAt: string
  /** When the request was decided. Null while it is pending. */
  decidedAt: string | null
  /** The user or API key that decided. Null while the request is pending. */
  decidedBy: string | null
}

/** The user who asks to join. */
export interface Requester {
  /** Identifier of the user at the identity provider. */
  userId: string
  /** E-mail address of the user. Null when the token has none. */
  email: string | null
}

/**
 * `pending`: No admin has decided yet. `accepted`: An admin accepted the request. `rejected`: An admin rejected
 * the request.
 */
export type JoinStatus = "pending" | "accepted" | "rejected"

/** A further electronic address of a French company. */
export interface CompanyAddress {
  /** Identifier, `eadr_…`. */
  id: string
  /** Identifier of the company. */
  companyId: string
  /** The address, as a participant id. */
  address: string
  /** What it takes. */
  takes: AddressUse
  /** SIRET of its establishment. Null for an address of the whole company. */
  siret: string | null
  /** Routing code within the establishment. */
  routingIdentifier: string | null
  /** Suffix that follows the SIREN. */
  addressingSuffix: string | null
  /** Whether it receives, by its days. */
  status: DirectoryLineStatus
  /** First day on which it receives. */
  startsOn: string
  /** First day on which it does not receive any more. Null where none is known. */
  endsOn: string | null
  /** Since when the network knows it. Null while it does not. */
  publishedAt: string | null
  /** When it was added. */
  createdAt: string
}

/**
 * `everything`: The documents that the company receives, and messages about their status. `statuses`: Messages
 * about the status of documents alone. Invoices of the company name it as their address (BT-34).
 */
export type AddressUse = "everything" | "statuses"

/**
 * `Enabled`: It receives. `Disabled`: It does not receive any more. `Upcoming`: It will receive from a later day
 * on.
 */
export type DirectoryLineStatus = "Enabled" | "Disabled" | "Upcoming"

/** A key with which another platform takes over a participant. */
export interface MigrationKey {
  /** Identifier of the company. */
  companyId: string
  /** Participant id that the key moves. */
  peppolId: string
  /** The key. No other answer contains it. */
  migrationKey: string
}

/** A proof that a company owns its participant id. */
export interface OwnershipProof {
  /** Method of the proof. */
  method: OwnershipMethod
  /** Status of the proof. */
  status: OwnershipProofStatus
  /** For `mail`: the address the code was sent to, abbreviated. */
  sentTo: string | null
  /** For `dns`: name of the TXT record. */
  recordName: string | null
  /** For `dns`: text of the TXT record. */
  recordValue: string | null
  /** For `mail`: number of remaining tries. */
  triesLeft: number | null
  /** Why the operator rejected it. */
  rejection: string | null
  /** The code, in a sandbox that sends no mail. Only in the answer that starts the proof. */
  sandboxCode: string | null
  /** When the proof was started. */
  startedAt: string
  /** When the proof expires. */
  expiresAt: string | null
  /** When the proof was accepted or rejected. */
  decidedAt: string | null
}

/**
 * `open`: The proof was started and is not complete. `accepted`: The proof was successful. `rejected`: The
 * operator of the server rejected it.
 */
export type OwnershipProofStatus = "open" | "accepted" | "rejected"

/** A document that was accepted for sending, with the result of its validation. */
export interface SentDocument {
  /** Identifier, `doc_…`. */
  id: string
  /** The company that sent or received the document. */
  companyId: string
  /** Kind of document. */
  type: DocumentType
  /** Type code of UNCL1001. Null for documents that have none, such as orders. */
  typeCode: string | null
  /** Whether the document was sent or received. */
  direction: Direction
  /** Number of the document, assigned by its issuer. */
  number: string
  /** Date of issue. */
  issueDate: string | null
  /** Date by which the amount is due. */
  dueDate: string | null
  /** Currency of the document's amounts. */
  currency: string | null
  /** Total amount with VAT. */
  grossAmount: number | null
  /** Total amount without VAT. */
  netAmount: number | null
  /** Total amount of VAT. */
  vatAmount: number | null
  /** Amount due for payment. */
  amountDue: number | null
  /** Status of the document. */
  status: DocumentStatus
  /** Status of the delivery. Null for a document that is not delivered. */
  deliveryStatus: DeliveryStatus | null
  /** Business status of the document: what the parties have decided about it. */
  lifecycleStatus: LifecycleStatus
  /** Code of the French status (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** Participant id of the sender. */
  senderPeppolId: string | null
  /** Name of the sender. */
  senderName: string | null
  /** VAT number of the sender. */
  senderVatNumber: string | null
  /** Participant id of the recipient. */
  receiverPeppolId: string | null
  /** Name of the recipient. */
  receiverName: string | null
  /** VAT number of the recipient. */
  receiverVatNumber: string | null
  /** Reference that the buyer assigned (BT-10). */
  buyerReference: string | null
  /** Number of the purchase order. */
  orderReference: string | null
  /** Number of the invoice that this document corrects. */
  billingReference: string | null
  /** IBAN of the account to pay to. */
  paymentIban: string | null
  /** Reference to state with the payment. */
  paymentReference: string | null
  /** Whether the buyer issued the document for the seller. */
  selfBilled: boolean
  /** Channel of the delivery: `peppol`, or `email` for a recipient that is not on the network. */
  channel: "peppol" | "email" | null
  /** Whether the document is archived. */
  archived: boolean
  /** Whether the document is marked as read. */
  read: boolean
  /** Code of the reason why the delivery failed: see `/docs/codes`. Null when it did not fail. */
  errorCode: string | null
  /** Why the delivery failed, in words. Null when it did not fail. */
  errorMessage: string | null
  /** When the document arrived here. Null for sent documents. */
  receivedAt: string | null
  /** When the recipient's access point accepted the document. */
  sentAt: string | null
  /** When the delivery was confirmed. */
  deliveredAt: string | null
  /** When the document was stored here. */
  createdAt: string
  /** When the document was last changed. */
  updatedAt: string
  /** Free data that the caller stored with the document. */
  metadata: Record<string, unknown>
  /** Identifier in the caller's own system, unique in the organization. */
  externalId: string | null
  /** The result of the validation. */
  validation: SentValidation
}

/**
 * `incoming`: A company of the organization received the document. `outgoing`: A company of the organization sent
 * the document.
 */
export type Direction = "incoming" | "outgoing"

/**
 * `draft`: The document is stored here and was not sent. `sent`: The document was sent. `deliveryStatus` says how
 * far its delivery is. `delivered`: The document has arrived. `rejected`: The document was refused during
 * delivery.
 */
export type DocumentStatus = "draft" | "sent" | "delivered" | "rejected"

/**
 * `pending`: The document is being delivered. `delivered`: The document has arrived. `failed`: The document could
 * not be delivered. `rejected`: The document was refused during delivery.
 */
export type DeliveryStatus = "pending" | "delivered" | "failed" | "rejected"

/**
 * `draft`: The document is stored here and not issued yet. `issued`: The document was issued. The buyer has not
 * decided yet. `received`: The document was received. Nobody has decided about it yet. `under_review`: The
 * document is under review. `approved`: The document was approved, in full or in part. `disputed`: The document
 * is contested, or on hold. `partially_paid`: A part of the amount was paid. `paid`: The document was paid in
 * full. `rejected`: The document was rejected.
 */
export type LifecycleStatus = "draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected"

/** A result of checking a document against one rule. */
export interface Finding {
  /**
   * Official identifier of the rule. `XSD` when the XML does not keep to its schema. `NOT_CARRIED` when the JSON
   * body has a field that this type of document cannot hold. `FATTURAPA-…` with the term, when the Italian
   * interchange system would not take the invoice.
   */
  rule: string
  /** Whether the finding prevents sending. */
  severity: Severity
  /** What is wrong, in a sentence; for `XSD` also what the schema expects there. */
  message: string
  /** How to correct it. */
  fix: string
  /** Business terms of EN 16931 that the rule concerns. */
  terms: string[]
  /** The field of the JSON body that caused the finding. Null when no field did. */
  path: string | null
  /** XPath of the place in the XML. Empty when the finding has no place there. */
  xpath: string
  /** Line of the place in the XML that was sent, from 1. Null when no XML was sent. */
  line: number | null
  /** Column of the place in the XML that was sent, from 1. Null when no XML was sent. */
  column: number | null
  /**
   * The rule set of the rule. `xsd` for the schema, `fatturapa` for what the Italian interchange system requires,
   * `send-body` for a finding that belongs to no rule set.
   */
  profile: string
}

/** `fatal`: The rule is broken: the document cannot be sent. `warning`: Advice: the document can be sent. */
export type Severity = "fatal" | "warning"

/** The result of checking a sent document against the rules of its profile. */
export interface SentValidation {
  /** The rule sets that were applied, joined by `+`. Null when there was nothing to check. */
  profile: string | null
  /** True when no rule is broken. Warnings do not count. */
  valid: boolean
  /** Findings that do not prevent sending. */
  warnings: Finding[]
}

/** A document to send. */
export interface SendDocument {
  /** Kind of document. */
  type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
  /** Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001. */
  documentSubtype?: string
  /** Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller. */
  selfBilled?: boolean
  /** Format of the document in the request (default `json`). */
  format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
  /** Participant id of the sending company. */
  from: string
  /** Participant id of the recipient. Required for every kind of document except `event`. */
  to?: string
  /** The document as JSON, for the format `json`. The README of the JSON format lists the field names. */
  document?: Record<string, unknown>
  /** The document as XML, for the formats `ubl-xml` and `cii-xml`. */
  xml?: string
  /** The document as a file, for the formats `auto` and `raw`: its bytes in base64, or a part of a form. */
  file?: string
  /** Name of the file (default: the name in the upload). */
  fileName?: string
  /**
   * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name the
   * object by it: `ext:<identifier>`.
   */
  externalId?: string
  /** Free data to store with the document. */
  metadata?: Record<string, unknown>
}

/** The result of checking a document without sending it. */
export interface DryRun {
  /** Whether the rules and the recipient allow the document to be sent. */
  valid: boolean
  /** The rule sets that were applied, joined by `+`. Null when there was nothing to check. */
  profile: string | null
  /** Findings that prevent sending. */
  errors: Finding[]
  /** Findings that do not prevent sending. */
  warnings: Finding[]
  /** The recipient on the network. Null when the network was not asked. */
  recipient: DryRunRecipient | null
  /** Channel of the delivery: `peppol` or `email`. Null when the document would not be delivered. */
  channel: "peppol" | "email" | null
  totals: DryRunTotals
}

/** The recipient on the network. */
export interface DryRunRecipient {
  /** Whether the recipient is registered on the network. */
  exists: boolean
  /** Whether the recipient accepts this kind of document. */
  canReceive: boolean
  /** Why the recipient cannot receive the document. Null when it can. */
  reason: LookupReason | null
}

/**
 * `SML_UNREACHABLE`: No name server can be reached, or calls are suspended after repeated failures.
 * `SML_TIMEOUT`: No name server answered in time. `SML_ERROR`: The name server answered with an error, or with a
 * record that cannot be read. `NOT_IN_SML`: The SML has no NAPTR record for the participant: it is not registered
 * on the network. `SMP_UNREACHABLE`: The participant's SMP cannot be reached. `SMP_TIMEOUT`: The participant's
 * SMP did not answer in time. `SMP_ERROR`: The participant's SMP answered with an error, with unreadable data, or
 * about something else. `NOT_IN_SMP`: The SML names an SMP that does not know the participant.
 * `DOCUMENT_TYPE_NOT_SUPPORTED`: The participant does not receive this type of document. `SIGNATURE_INVALID`: The
 * answer of the SMP is not signed, or was changed after it was signed. `CERTIFICATE_UNTRUSTED`: The certificate
 * of the SMP was not issued by a trusted authority. `CERTIFICATE_EXPIRED`: The certificate of the SMP, or that of
 * its authority, is not valid at this time. `PROCESS_NOT_SUPPORTED`: The participant receives this type of
 * document, but not in this process. `TRANSPORT_NOT_SUPPORTED`: The participant has no endpoint for AS4.
 * `ENDPOINT_NOT_YET_ACTIVE`: The endpoint is not active yet. `ENDPOINT_EXPIRED`: The endpoint is no longer
 * active. `ENDPOINT_CERTIFICATE_EXPIRED`: The certificate of the endpoint is not valid at this time.
 */
export type LookupReason = "SML_UNREACHABLE" | "SML_TIMEOUT" | "SML_ERROR" | "NOT_IN_SML" | "SMP_UNREACHABLE" | "SMP_TIMEOUT" | "SMP_ERROR" | "NOT_IN_SMP" | "DOCUMENT_TYPE_NOT_SUPPORTED" | "SIGNATURE_INVALID" | "CERTIFICATE_UNTRUSTED" | "CERTIFICATE_EXPIRED" | "PROCESS_NOT_SUPPORTED" | "TRANSPORT_NOT_SUPPORTED" | "ENDPOINT_NOT_YET_ACTIVE" | "ENDPOINT_EXPIRED" | "ENDPOINT_CERTIFICATE_EXPIRED"

/** The totals of the document. */
export interface DryRunTotals {
  /** Currency. */
  currency: string | null
  /** Total amount without VAT. */
  netAmount: number | null
  /** Total amount of VAT. */
  vatAmount: number | null
  /** Total amount with VAT. */
  grossAmount: number | null
  /** Amount that is already paid. */
  prepaidAmount: number | null
  /** Amount due for payment. */
  amountDue: number | null
}

/** What a file says. */
export interface FileContent {
  /** Kind of document. */
  type: DocumentType
  /** The content with the field names of the send body. */
  document: StructuredContent
}

export interface DocumentRemark {
  /** BT-21: Invoice note subject code. */
  subject?: string
  /** BT-22: Invoice note. */
  text?: string
}

export interface DocumentParty {
  /** Role of the party: `seller`, `buyer`, `payee` or `tax-representative`. */
  role?: string
  /** BT-34, BT-34-1, BT-49, BT-49-1: Participant id, such as `0208:0123456749`. */
  id?: string
  /** BT-27, BT-44, BT-59, BT-62: Name. */
  name?: string
  /** BT-28, BT-45: Trading name. */
  tradingName?: string
  /** BT-31, BT-48, BT-63: VAT number. */
  vatNumber?: string
  /** BT-32: Tax registration identifier. */
  taxNumber?: string
  /** BT-30, BT-47, BT-61: Number in the company register, with its scheme. */
  legalId?: DocumentIdentifier
  /** BT-33: Additional legal information. */
  legalForm?: string
  /** BT-29, BT-46, BT-60: Other identifiers. */
  identifiers?: DocumentIdentifier[]
  /** Postal address. */
  address?: DocumentAddress
  /** Contact person. */
  contact?: DocumentContact
}

export interface DocumentIdentifier {
  /** BT-30, BT-47, BT-61, BT-29, BT-46, BT-60, BT-71, BT-157, BT-128, BT-18: The identifier. */
  value?: string
  /**
   * BT-30-1, BT-47-1, BT-61-1, BT-29-1, BT-46-1, BT-60-1, BT-71-1, BT-157-1, BT-128-1, BT-18-1: Scheme of the
   * identifier.
   */
  scheme?: string
}

export interface DocumentAddress {
  /** BT-35, BT-50, BT-64, BT-75: Address line 1. */
  street?: string
  /** BT-36, BT-51, BT-65, BT-76: Address line 2. */
  streetLine2?: string
  /** BT-162, BT-163, BT-164, BT-165: Address line 3. */
  streetLine3?: string
  /** BT-37, BT-52, BT-66, BT-77: City. */
  city?: string
  /** BT-38, BT-53, BT-67, BT-78: Post code. */
  postalCode?: string
  /** BT-39, BT-54, BT-68, BT-79: Country subdivision. */
  subdivision?: string
  /** BT-40, BT-55, BT-69, BT-80: Country code. */
  country?: string
}

export interface DocumentContact {
  /** BT-41, BT-56: Contact point. */
  name?: string
  /** BT-42, BT-57: Contact telephone number. */
  phone?: string
  /** BT-43, BT-58: Contact email address. */
  email?: string
}

export interface DocumentDelivery {
  /** BT-70: Deliver to party name. */
  name?: string
  /** BT-71: Deliver to location identifier. */
  location?: DocumentIdentifier
  /** BT-72: Actual delivery date. */
  date?: string
  /** BG-15: address of the delivery. */
  address?: DocumentAddress
}

export interface EmbeddedFile {
  /** BT-122: Supporting document reference. */
  reference?: string
  /** BT-123: Supporting document description. */
  description?: string
  /** BT-124: External document location. */
  uri?: string
  /** BT-125: Attached document. */
  content?: string
  /** BT-125-1: Attached document MIME code. */
  mimeType?: string
  /** BT-125-2: Attached document filename. */
  filename?: string
}

export interface DocumentAllowance {
  /** BT-92, BT-99: Amount. */
  amount?: number
  /** BT-93, BT-100: Amount that the percentage is of. */
  base?: number
  /** BT-94, BT-101: Percentage. */
  percent?: number
  /** BT-97, BT-104: Reason in words. */
  reason?: string
  /** BT-98, BT-105: Code of the reason (UNCL5189 or UNCL7161). */
  reasonCode?: string
  /** BT-96, BT-103: VAT rate in percent. */
  vatRate?: number
  /** BT-95, BT-102: VAT category code. */
  vatCategory?: string
}

export interface DocumentPeriod {
  /** BT-134, BT-73: First day. */
  start?: string
  /** BT-135, BT-74: Last day. */
  end?: string
}

export interface DocumentLine {
  /** BT-126: Invoice line identifier. */
  id?: string
  /** BT-153: Item name. */
  description?: string
  /** BT-154: Item description. */
  longDescription?: string
  /** BT-129: Invoiced quantity. */
  quantity?: number
  /** BT-130: Invoiced quantity unit of measure code. */
  unit?: string
  /** BT-146: Item net price. */
  unitPrice?: number
  /** BT-148: Item gross price. */
  grossPrice?: number
  /** BT-147: Item price discount. */
  priceDiscount?: number
  /** BT-149: Item price base quantity. */
  priceQuantity?: number
  /** BT-150: Item price base quantity unit of measure. */
  priceUnit?: string
  /** BT-152: Invoiced item VAT rate. */
  vatRate?: number
  /** BT-151: Invoiced item VAT category code. */
  vatCategory?: string
  /** BT-120: why no VAT is charged. */
  vatExemptionReason?: string
  /** BT-121: code of the reason why no VAT is charged. */
  vatExemptionCode?: string
  /** BT-155: Item seller's identifier. */
  itemCode?: string
  /** BT-156: Item buyer's identifier. */
  buyerItemCode?: string
  /** BT-157: Item standard identifier. */
  standardItemId?: DocumentIdentifier
  /** Classes of the item. */
  classifications?: ItemClassification[]
  /** BT-159: Item country of origin. */
  originCountry?: string
  /** BT-161: BG-32: properties of the item. */
  attributes?: ItemAttribute[]
  /** BT-127: Invoice line note. */
  note?: string
  /** BT-128: Invoice line object identifier. */
  object?: DocumentIdentifier
  /** BT-132: Referenced purchase order line reference. */
  orderLineReference?: string
  /** BT-133: Invoice line buyer accounting reference. */
  buyerAccountingReference?: string
  /** BG-26: period that the line covers. */
  period?: DocumentPeriod
  /** BG-27: allowances on the line. */
  allowances?: LineAllowance[]
  /** BG-28: charges on the line. */
  charges?: LineAllowance[]
  /** Status of a line with CA: 1 added, 3 changed, 5 accepted, 7 not accepted, 42 delivered already. */
  lineStatus?: string
  /** What of a line is delivered later; 0 where it never is. */
  backorderQuantity?: number
  /** BT-131: Invoice line net amount. */
  netAmount?: number
}

export interface ItemClassification {
  /** BT-158: Item classification identifier. */
  code?: string
  /** BT-158-1: Scheme of the item classification identifier. */
  list?: string
  /** BT-158-2: Version of the item classification scheme. */
  version?: string
}

export interface ItemAttribute {
  /** BT-160: Item attribute name. */
  name?: string
  /** BT-161: Item attribute value. */
  value?: string
}

export interface LineAllowance {
  /** BT-136, BT-141: Amount. */
  amount?: number
  /** BT-137, BT-142: Amount that the percentage is of. */
  base?: number
  /** BT-138, BT-143: Percentage. */
  percent?: number
  /** BT-139, BT-144: Reason in words. */
  reason?: string
  /** BT-140, BT-145: Code of the reason (UNCL5189 or UNCL7161). */
  reasonCode?: string
}

export interface PrecedingInvoice {
  /** BT-25: Preceding invoice reference. */
  number?: string
  /** BT-26: Preceding invoice issue date. */
  issueDate?: string
}

export interface PaymentMeans {
  /** BT-81: Payment means type code. */
  code?: string
  /** BT-82: Payment means text. */
  text?: string
  /** BT-84: Payment account identifier. */
  iban?: string
  /** BT-85: Payment account name. */
  accountName?: string
  /** BT-86: Payment service provider identifier. */
  bic?: string
  /** BT-87: Payment card primary account number. */
  cardNumber?: string
  /** BT-88: Payment card holder name. */
  cardHolder?: string
  /** BT-91: Debited account identifier. */
  debitedIban?: string
}

export interface DocumentTotals {
  /** BT-106: Sum of invoice line net amount. */
  lines?: number
  /** BT-107: Sum of allowances on document level. */
  allowances?: number
  /** BT-108: Sum of charges on document level. */
  charges?: number
  /** BT-109: Invoice total amount without VAT. */
  withoutVat?: number
  /** BT-110: Invoice total VAT amount. */
  vat?: number
  /** BT-112: Invoice total amount with VAT. */
  withVat?: number
  /** BT-115: Amount due for payment. */
  payable?: number
}

export interface VatSubtotal {
  /** BT-116: VAT category taxable amount. */
  taxable?: number
  /** BT-117: VAT category tax amount. */
  vat?: number
  /** BT-118: VAT category code. */
  category?: string
  /** BT-119: VAT category rate. */
  rate?: number
  /** BT-120: VAT exemption reason text. */
  exemptionReason?: string
  /** BT-121: VAT exemption reason code. */
  exemptionCode?: string
}

export interface StructuredContent {
  /** BT-1: Invoice number. */
  number?: string
  /** BT-2: Invoice issue date. */
  issueDate?: string
  /** BT-5: Invoice currency code. */
  currency?: string
  /** BG-1: notes. */
  notes?: DocumentRemark[]
  /** BT-13: Purchase order reference. */
  orderReference?: string
  /** BT-10: Buyer reference. */
  buyerReference?: string
  /** BT-12: Contract reference. */
  contractReference?: string
  /** BT-11: Project reference. */
  projectReference?: string
  /** BT-19: Buyer accounting reference. */
  buyerAccountingReference?: string
  /** BT-20: Payment terms. */
  paymentTerms?: string
  /** BG-4, BG-7, BG-10, BG-11: parties. What is not said of seller and buyer comes from sender and recipient. */
  parties?: DocumentParty[]
  /** BG-13: where and when the goods or services were delivered. */
  delivery?: DocumentDelivery
  /** BG-24: supporting documents. */
  attachments?: EmbeddedFile[]
  /** BG-20: allowances on the document. */
  allowances?: DocumentAllowance[]
  /** BG-21: charges on the document. */
  charges?: DocumentAllowance[]
  /** Last day on which the order or quotation holds. */
  validUntil?: string
  /** Period of the delivery that is wanted or promised. */
  requestedDelivery?: DocumentPeriod
  /** Answer to an order: AB received, AP accepted, CA accepted with changes, RE rejected. */
  responseCode?: string
  /** BG-25: lines. */
  lines?: DocumentLine[]
  /** BT-9: Payment due date. */
  dueDate?: string
  /** BT-6: VAT accounting currency code. */
  vatCurrency?: string
  /** BT-111: Invoice total VAT amount in accounting currency. */
  vatAmountInVatCurrency?: number
  /** BT-7: Value added tax point date. */
  taxPointDate?: string
  /** BT-8: Value added tax point date code. */
  taxPointCode?: string
  /** BT-14: Sales order reference. */
  salesOrderReference?: string
  /** BT-15: Receiving advice reference. */
  receivingAdviceReference?: string
  /** BT-16: Despatch advice reference. */
  despatchAdviceReference?: string
  /** BT-17: Tender or lot reference. */
  tenderReference?: string
  /** BT-18: Invoiced object identifier. */
  invoicedObject?: DocumentIdentifier
  /** BT-23: Business process type. */
  businessProcess?: string
  /** BG-3: preceding invoices. */
  precedingInvoices?: PrecedingInvoice[]
  /** BG-14: period that the document covers. */
  period?: DocumentPeriod
  /** BG-16: means of payment. */
  paymentMeans?: PaymentMeans[]
  /** BT-83: Remittance information. */
  paymentReference?: string
  /** BT-89: Mandate reference identifier. */
  mandateReference?: string
  /** BT-90: Bank assigned creditor identifier. */
  creditorIdentifier?: string
  /** BT-113: Paid amount. */
  prepaidAmount?: number
  /** BT-114: Rounding amount. */
  roundingAmount?: number
  /** BT-3: Invoice type code. */
  typeCode?: string
  /** BT-24: Specification identifier. */
  specification?: string
  /** BG-22: totals of the document. */
  totals?: DocumentTotals
  /** BG-23: VAT by category and rate. */
  vatBreakdown?: VatSubtotal[]
}

/** A document that a company of the organization sent or received. */
export interface Document {
  /** Identifier, `doc_…`. */
  id: string
  /** The company that sent or received the document. */
  companyId: string
  /** Kind of document. */
  type: DocumentType
  /** Type code of UNCL1001. Null for documents that have none, such as orders. */
  typeCode: string | null
  /** Whether the document was sent or received. */
  direction: Direction
  /** Number of the document, assigned by its issuer. */
  number: string
  /** Date of issue. */
  issueDate: string | null
  /** Date by which the amount is due. */
  dueDate: string | null
  /** Currency of the document's amounts. */
  currency: string | null
  /** Total amount with VAT. */
  grossAmount: number | null
  /** Total amount without VAT. */
  netAmount: number | null
  /** Total amount of VAT. */
  vatAmount: number | null
  /** Amount due for payment. */
  amountDue: number | null
  /** Status of the document. */
  status: DocumentStatus
  /** Status of the delivery. Null for a document that is not delivered. */
  deliveryStatus: DeliveryStatus | null
  /** Business status of the document: what the parties have decided about it. */
  lifecycleStatus: LifecycleStatus
  /** Code of the French status (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** Participant id of the sender. */
  senderPeppolId: string | null
  /** Name of the sender. */
  senderName: string | null
  /** VAT number of the sender. */
  senderVatNumber: string | null
  /** Participant id of the recipient. */
  receiverPeppolId: string | null
  /** Name of the recipient. */
  receiverName: string | null
  /** VAT number of the recipient. */
  receiverVatNumber: string | null
  /** Reference that the buyer assigned (BT-10). */
  buyerReference: string | null
  /** Number of the purchase order. */
  orderReference: string | null
  /** Number of the invoice that this document corrects. */
  billingReference: string | null
  /** IBAN of the account to pay to. */
  paymentIban: string | null
  /** Reference to state with the payment. */
  paymentReference: string | null
  /** Whether the buyer issued the document for the seller. */
  selfBilled: boolean
  /** Channel of the delivery: `peppol`, or `email` for a recipient that is not on the network. */
  channel: "peppol" | "email" | null
  /** Whether the document is archived. */
  archived: boolean
  /** Whether the document is marked as read. */
  read: boolean
  /** Code of the reason why the delivery failed: see `/docs/codes`. Null when it did not fail. */
  errorCode: string | null
  /** Why the delivery failed, in words. Null when it did not fail. */
  errorMessage: string | null
  /** When the document arrived here. Null for sent documents. */
  receivedAt: string | null
  /** When the recipient's access point accepted the document. */
  sentAt: string | null
  /** When the delivery was confirmed. */
  deliveredAt: string | null
  /** When the document was stored here. */
  createdAt: string
  /** When the document was last changed. */
  updatedAt: string
  /** Free data that the caller stored with the document. */
  metadata: Record<string, unknown>
  /** Identifier in the caller's own system, unique in the organization. */
  externalId: string | null
}

/** A filter for documents. A document must satisfy all given conditions. */
export interface DocumentFilter {
  /** Condition on the field `type`. */
  type?: DocumentTypeFilter
  /** Condition on the field `direction`. */
  direction?: DirectionFilter
  /** Condition on the field `status`. */
  status?: DocumentStatusFilter
  /** Condition on the field `deliveryStatus`. */
  deliveryStatus?: DeliveryStatusFilter
  /** Condition on the field `lifecycleStatus`. */
  lifecycleStatus?: LifecycleStatusFilter
  /** Condition on the field `number`. */
  number?: TextFilter
  /** Condition on the field `externalId`. */
  externalId?: TextFilter
  /** Condition on the field `senderPeppolId`. */
  senderPeppolId?: TextFilter
  /** Condition on the field `receiverPeppolId`. */
  receiverPeppolId?: TextFilter
  /** Condition on the field `senderName`. */
  senderName?: TextFilter
  /** Condition on the field `receiverName`. */
  receiverName?: TextFilter
  /** Condition on the field `orderReference`. */
  orderReference?: TextFilter
  /** Condition on the field `currency`. */
  currency?: ChoiceFilter
  /** Condition on the field `issueDate`. */
  issueDate?: DateFilter
  /** Condition on the field `dueDate`. */
  dueDate?: DateFilter
  /** Condition on the field `createdAt`. */
  createdAt?: DateTimeFilter
  /** Condition on the field `grossAmount`. */
  grossAmount?: DecimalFilter
  /** Condition on the field `netAmount`. */
  netAmount?: DecimalFilter
  /** Condition on the field `partnerId`. */
  partnerId?: ChoiceFilter
  /** Condition on the field `companyId`. */
  companyId?: ChoiceFilter
  /** Condition on the field `archived`. */
  archived?: BooleanFilter
  /** Condition on the field `read`. */
  read?: BooleanFilter
  /** Condition on the tags of the document. */
  tag?: TagFilter
  /** Words to search for in the number, the parties, the references and the line descriptions. */
  q?: string
  /** The document satisfies all of these filters. */
  and?: DocumentFilter[]
  /** The document satisfies at least one of these filters. */
  or?: DocumentFilter[]
  /** The document does not satisfy this filter. */
  not?: DocumentFilter
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface DocumentTypeFilter {
  /** The value is equal to this. */
  eq?: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
  /** The value differs from this, or is absent. */
  ne?: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
  /** The value is one of these. */
  in?: ("invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event")[]
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface DirectionFilter {
  /** The value is equal to this. */
  eq?: "incoming" | "outgoing"
  /** The value differs from this, or is absent. */
  ne?: "incoming" | "outgoing"
  /** The value is one of these. */
  in?: ("incoming" | "outgoing")[]
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface DocumentStatusFilter {
  /** The value is equal to this. */
  eq?: "draft" | "sent" | "delivered" | "rejected"
  /** The value differs from this, or is absent. */
  ne?: "draft" | "sent" | "delivered" | "rejected"
  /** The value is one of these. */
  in?: ("draft" | "sent" | "delivered" | "rejected")[]
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface DeliveryStatusFilter {
  /** The value is equal to this. */
  eq?: "pending" | "delivered" | "failed" | "rejected"
  /** The value differs from this, or is absent. */
  ne?: "pending" | "delivered" | "failed" | "rejected"
  /** The value is one of these. */
  in?: ("pending" | "delivered" | "failed" | "rejected")[]
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface LifecycleStatusFilter {
  /** The value is equal to this. */
  eq?: "draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected"
  /** The value differs from this, or is absent. */
  ne?: "draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected"
  /** The value is one of these. */
  in?: ("draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected")[]
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface TextFilter {
  /** The value is equal to this. */
  eq?: string
  /** The value differs from this, or is absent. */
  ne?: string
  /** The value is one of these. */
  in?: string[]
  /** The value contains this text. Upper and lower case are equal. */
  contains?: string
  /** The value begins with this text. Upper and lower case are equal. */
  startsWith?: string
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface ChoiceFilter {
  /** The value is equal to this. */
  eq?: string
  /** The value differs from this, or is absent. */
  ne?: string
  /** The value is one of these. */
  in?: string[]
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface DateFilter {
  /** The value is equal to this. */
  eq?: string
  /** The value differs from this, or is absent. */
  ne?: string
  /** The value is one of these. */
  in?: string[]
  /** The value is less than this, or earlier. */
  lt?: string
  /** The value is at most this, or not later. */
  lte?: string
  /** The value is greater than this, or later. */
  gt?: string
  /** The value is at least this, or not earlier. */
  gte?: string
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface DateTimeFilter {
  /** The value is equal to this. */
  eq?: string
  /** The value differs from this, or is absent. */
  ne?: string
  /** The value is one of these. */
  in?: string[]
  /** The value is less than this, or earlier. */
  lt?: string
  /** The value is at most this, or not later. */
  lte?: string
  /** The value is greater than this, or later. */
  gt?: string
  /** The value is at least this, or not earlier. */
  gte?: string
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface DecimalFilter {
  /** The value is equal to this. */
  eq?: number | string
  /** The value differs from this, or is absent. */
  ne?: number | string
  /** The value is one of these. */
  in?: (number | string)[]
  /** The value is less than this, or earlier. */
  lt?: number | string
  /** The value is at most this, or not later. */
  lte?: number | string
  /** The value is greater than this, or later. */
  gt?: number | string
  /** The value is at least this, or not earlier. */
  gte?: number | string
  /** True: the value is present. False: the value is absent. */
  exists?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface BooleanFilter {
  /** The value is equal to this. */
  eq?: boolean
  /** The value differs from this, or is absent. */
  ne?: boolean
}

/** Comparisons for one field. A document must satisfy all of them. */
export interface TagFilter {
  /** The value is equal to this. */
  eq?: string
  /** The value differs from this, or is absent. */
  ne?: string
  /** The value is one of these. */
  in?: string[]
}

/** The order of documents. */
export interface DocumentOrder {
  /** Field to order by. */
  field: "createdAt" | "issueDate" | "dueDate" | "grossAmount" | "number"
  /** Direction of the order (default `desc`). */
  order?: "asc" | "desc"
}

/** A document that a company of the organization sent or received, with its content. */
export interface DocumentWithContent {
  /** Identifier, `doc_…`. */
  id: string
  /** The company that sent or received the document. */
  companyId: string
  /** Kind of document. */
  type: DocumentType
  /** Type code of UNCL1001. Null for documents that have none, such as orders. */
  typeCode: string | null
  /** Whether the document was sent or received. */
  direction: Direction
  /** Number of the document, assigned by its issuer. */
  number: string
  /** Date of issue. */
  issueDate: string | null
  /** Date by which the amount is due. */
  dueDate: string | null
  /** Currency of the document's amounts. */
  currency: string | null
  /** Total amount with VAT. */
  grossAmount: number | null
  /** Total amount without VAT. */
  netAmount: number | null
  /** Total amount of VAT. */
  vatAmount: number | null
  /** Amount due for payment. */
  amountDue: number | null
  /** Status of the document. */
  status: DocumentStatus
  /** Status of the delivery. Null for a document that is not delivered. */
  deliveryStatus: DeliveryStatus | null
  /** Business status of the document: what the parties have decided about it. */
  lifecycleStatus: LifecycleStatus
  /** Code of the French status (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** Participant id of the sender. */
  senderPeppolId: string | null
  /** Name of the sender. */
  senderName: string | null
  /** VAT number of the sender. */
  senderVatNumber: string | null
  /** Participant id of the recipient. */
  receiverPeppolId: string | null
  /** Name of the recipient. */
  receiverName: string | null
  /** VAT number of the recipient. */
  receiverVatNumber: string | null
  /** Reference that the buyer assigned (BT-10). */
  buyerReference: string | null
  /** Number of the purchase order. */
  orderReference: string | null
  /** Number of the invoice that this document corrects. */
  billingReference: string | null
  /** IBAN of the account to pay to. */
  paymentIban: string | null
  /** Reference to state with the payment. */
  paymentReference: string | null
  /** Whether the buyer issued the document for the seller. */
  selfBilled: boolean
  /** Channel of the delivery: `peppol`, or `email` for a recipient that is not on the network. */
  channel: "peppol" | "email" | null
  /** Whether the document is archived. */
  archived: boolean
  /** Whether the document is marked as read. */
  read: boolean
  /** Code of the reason why the delivery failed: see `/docs/codes`. Null when it did not fail. */
  errorCode: string | null
  /** Why the delivery failed, in words. Null when it did not fail. */
  errorMessage: string | null
  /** When the document arrived here. Null for sent documents. */
  receivedAt: string | null
  /** When the recipient's access point accepted the document. */
  sentAt: string | null
  /** When the delivery was confirmed. */
  deliveredAt: string | null
  /** When the document was stored here. */
  createdAt: string
  /** When the document was last changed. */
  updatedAt: string
  /** Free data that the caller stored with the document. */
  metadata: Record<string, unknown>
  /** Identifier in the caller's own system, unique in the organization. */
  externalId: string | null
  /**
   * The content with the field names of the send body. Null for a file without a structure, and where the answer
   * would become too large: then fetch it from `/structured`.
   */
  document?: StructuredContent | null
  /** The XML. Null for another file, and where the answer would become too large: then fetch it from `/xml`. */
  xml?: string | null
}

/**
 * A group of conditions, all of which a document must satisfy. Write a condition as `{field, op, value}`, or by
 * the name of the field: `{status: "sent"}`, `{status: ["sent", "delivered"]}`, `{grossAmount: {gte: "100"}}`.
 */
export interface DocumentConditions {
  /** A group of conditions. A document must satisfy all of them. */
  all: ({
    /** Name of the field to compare. */
    field: "type" | "direction" | "status" | "deliveryStatus" | "lifecycleStatus" | "number" | "externalId" | "senderPeppolId" | "receiverPeppolId" | "senderName" | "receiverName" | "orderReference" | "currency" | "issueDate" | "dueDate" | "createdAt" | "grossAmount" | "netAmount" | "partnerId" | "companyId" | "archived" | "read" | "tag" | "q"
    /** Comparison operator (default `eq`). */
    op?: "eq" | "ne" | "in" | "lt" | "lte" | "gt" | "gte" | "contains" | "startsWith" | "exists"
    /** Value to compare with. A list for `in`. */
    value?: unknown
  } | Record<string, unknown>)[]
}

/** A document with its structured content and its XML. */
export interface StructuredDocument {
  /** Identifier, `doc_…`. */
  id: string
  /** The company that sent or received the document. */
  companyId: string
  /** Kind of document. */
  type: DocumentType
  /** Type code of UNCL1001. Null for documents that have none, such as orders. */
  typeCode: string | null
  /** Whether the document was sent or received. */
  direction: Direction
  /** Number of the document, assigned by its issuer. */
  number: string
  /** Date of issue. */
  issueDate: string | null
  /** Date by which the amount is due. */
  dueDate: string | null
  /** Currency of the document's amounts. */
  currency: string | null
  /** Total amount with VAT. */
  grossAmount: number | null
  /** Total amount without VAT. */
  netAmount: number | null
  /** Total amount of VAT. */
  vatAmount: number | null
  /** Amount due for payment. */
  amountDue: number | null
  /** Status of the document. */
  status: DocumentStatus
  /** Status of the delivery. Null for a document that is not delivered. */
  deliveryStatus: DeliveryStatus | null
  /** Business status of the document: what the parties have decided about it. */
  lifecycleStatus: LifecycleStatus
  /** Code of the French status (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** Participant id of the sender. */
  senderPeppolId: string | null
  /** Name of the sender. */
  senderName: string | null
  /** VAT number of the sender. */
  senderVatNumber: string | null
  /** Participant id of the recipient. */
  receiverPeppolId: string | null
  /** Name of the recipient. */
  receiverName: string | null
  /** VAT number of the recipient. */
  receiverVatNumber: string | null
  /** Reference that the buyer assigned (BT-10). */
  buyerReference: string | null
  /** Number of the purchase order. */
  orderReference: string | null
  /** Number of the invoice that this document corrects. */
  billingReference: string | null
  /** IBAN of the account to pay to. */
  paymentIban: string | null
  /** Reference to state with the payment. */
  paymentReference: string | null
  /** Whether the buyer issued the document for the seller. */
  selfBilled: boolean
  /** Channel of the delivery: `peppol`, or `email` for a recipient that is not on the network. */
  channel: "peppol" | "email" | null
  /** Whether the document is archived. */
  archived: boolean
  /** Whether the document is marked as read. */
  read: boolean
  /** Code of the reason why the delivery failed: see `/docs/codes`. Null when it did not fail. */
  errorCode: string | null
  /** Why the delivery failed, in words. Null when it did not fail. */
  errorMessage: string | null
  /** When the document arrived here. Null for sent documents. */
  receivedAt: string | null
  /** When the recipient's access point accepted the document. */
  sentAt: string | null
  /** When the delivery was confirmed. */
  deliveredAt: string | null
  /** When the document was stored here. */
  createdAt: string
  /** When the document was last changed. */
  updatedAt: string
  /** Free data that the caller stored with the document. */
  metadata: Record<string, unknown>
  /** Identifier in the caller's own system, unique in the organization. */
  externalId: string | null
  /**
   * The content with the field names of the send body. Null for a file without a structure, and where the answer
   * would become too large: then fetch it from `/structured`.
   */
  document?: StructuredContent | null
  /** The XML. Null for another file, and where the answer would become too large: then fetch it from `/xml`. */
  xml?: string | null
  /** The document. */
  documentId: string
}

/** A file that is embedded in a document. */
export interface DocumentAttachment {
  /** Identifier, `att_…`. */
  id: string
  /** Name of the file. */
  fileName: string
  /** Media type of the file, as the document states it. */
  mimeType: string
  /** Description of the file, as the document states it. Null when it states none. */
  description: string | null
  /** Size of the file in bytes. */
  size: number
  /** SHA-256 of the file's bytes, in hexadecimal. */
  hash: string
}

/** One entry in the history of a document. */
export interface Moment {
  /** When it happened. */
  at: string
  /** What happened, as one word for programs. */
  what: string
  /** The key, user or party that caused it. Null when it is not known. */
  by: string | null
  /** What happened, in a sentence. */
  text: string
  /** Further facts about the entry. */
  data: MomentData
  /** The record that the entry comes from. */
  source: TimelineSource
}

/** One issue that an access point reports about a document. */
export interface MessageIssue {
  /** Place in the document, or `NA` when the issue has no place. */
  place: string
  /** Reason code: `BV` broken rule, `BW` warning, `FD` not delivered, `SV` not readable. */
  reason: string
  /** What is wrong, in a sentence. */
  message: string
}

export interface MomentData {
  /**
   * SHA-256 of the message as it went or came, in hexadecimal. REST: `GET
   * /v1/documents/{document_id}/evidence/{message_hash}`.
   */
  messageHash?: string | null
  /** The request that brought the document. */
  requestId?: string | null
  /** The format that the document came in. */
  format?: string | null
  /** Instance identifier of the envelope that carried the document. */
  instanceId?: string | null
  /** The rule sets that were applied. */
  profile?: string | null
  /** Identifiers of the rules that were broken or warned. */
  rules?: string[]
  /** Number of the attempt. */
  number?: number | null
  /** Channel of the attempt. */
  channel?: string | null
  /** Duration of the attempt in milliseconds. */
  durationMs?: number | null
  /** Code of the error. */
  errorCode?: string | null
  /** `mls` for a Message Level Status, `mlr` for a Message Level Response. */
  kind?: string | null
  /** The issues that the access point found. */
  issues?: MessageIssue[]
  /** What the action changed. */
  changes?: {
    /** Name of the changed field. */
    field: string
    /** Value before the change. Null when there was none. */
    from: boolean | string | string[] | null
    /** Value after the change. Null when there is none. */
    to: boolean | string | string[] | null
  }[]
  /** The business status. */
  status?: string | null
  /** Code of the French status. */
  frenchStatus?: string | null
  /** When the status was decided. */
  happenedAt?: string
  /** The party that set the status. */
  party?: string | null
  /** Where the status or the payment comes from. */
  source?: string | null
  /** Reason code of the status. */
  reasonCode?: string | null
  /** The payment that the status reports. */
  payment?: {
    /** Date of the payment. */
    date: string
    /** Amount that was paid. */
    amount: string | null
    /** Currency of the amount. */
    currency: string | null
    /** Reference of the payment. */
    reference: string | null
    /** Amount that remains to be paid. */
    remaining: string | null
  } | null
  /** Whether the message was sent or received. */
  direction?: string | null
  /** Format of the message. */
  syntax?: string | null
  /** Name of the file of the message. */
  name?: string | null
  /** Number of the file at the interchange system. */
  sdiId?: string | null
  /** Identifier of the payment order. */
  exportId?: string | null
  /** The reference that travels with the transfer. */
  endToEndId?: string | null
  /** Why the bank gave the transfer its status. */
  statusReason?: string | null
  /** Identifier of the payment. */
  paymentId?: string | null
  /** Amount of the transfer or the payment. */
  amount?: string | null
  /** Currency of the payment. */
  currency?: string | null
  /** Date of the payment. */
  paidOn?: string | null
  /** Reference of the payment. */
  reference?: string | null
  /** Business status that the payment set. */
  moved?: string | null
  /** Date of the reversal. */
  reversedOn?: string | null
  /** Why the payment was reversed. */
  reason?: string | null
}

/**
 * `request`: The request that sent the document. `message`: The message that brought or carried it. `validation`:
 * The check against the rules. `attempt`: A try to deliver it. `message-status`: What the network said of the
 * message. `action`: An action of a user, such as a tag or a note. `status`: A change of the lifecycle.
 * `status-message`: A message that told the other party a status. `report`: A report to an authority.
 * `interchange-message`: A message of the Italian interchange system. `transfer`: An order to a bank. `payment`:
 * A payment.
 */
export type TimelineSource = "request" | "message" | "validation" | "attempt" | "message-status" | "action" | "status" | "status-message" | "report" | "interchange-message" | "transfer" | "payment"

/** A document that belongs to the same transaction. */
export interface RelatedDocument {
  /** How the other document is related to this one. */
  relation: DocumentRelation
  /** The other document, in a short form. */
  document: DocumentSummary
}

/**
 * `order`: The other document is the order that this document cites. `cites-it-as-order`: The other document
 * cites this document as its order. `corrects`: This document corrects the other document. `corrected-by`: The
 * other document corrects this document. `same-order`: Both documents cite the same order.
 */
export type DocumentRelation = "order" | "cites-it-as-order" | "corrects" | "corrected-by" | "same-order"

/**
 * `INVOICE`: An invoice. `CREDIT_NOTE`: A credit note, which takes an invoice back in full or in part.
 * `DEBIT_NOTE`: A debit note, which adds to an invoice. `PURCHASE_ORDER`: An order, from the buyer to the seller.
 * `PURCHASE_REQUEST`: A request for a quotation, from the buyer to the seller. `SALES_ORDER`: A seller's response
 * to an order. `QUOTE`: A quotation. `EVENT`: Data without a document, such as a change that a partner should
 * know of.
 */
export type DocumentTypeInCapitals = "INVOICE" | "CREDIT_NOTE" | "DEBIT_NOTE" | "PURCHASE_ORDER" | "PURCHASE_REQUEST" | "SALES_ORDER" | "QUOTE" | "EVENT"

/** A short form of a document. */
export interface DocumentSummary {
  /** Identifier, `doc_…`. */
  id: string
  /** Kind of document, in capitals. */
  type: DocumentTypeInCapitals
  /** Number of the document, assigned by its issuer. */
  number: string
  /** Date of issue. */
  issueDate: string | null
  /** Currency of the document's amounts. */
  currency: string | null
  /** Total amount with VAT. */
  amount: number | null
  /** Status of the document. */
  status: DocumentStatus
  /** Whether the document was sent or received. */
  direction: Direction
}

/** One attempt to deliver a document. */
export interface DeliveryAttempt {
  /** Identifier, `try_…`. */
  id: string
  /** Number of the attempt, from 1. */
  number: number
  /** Channel of the delivery: `peppol` or `email`. */
  channel: "peppol" | "email"
  /** The address that the document was sent to. */
  endpoint: string | null
  /** When the attempt started. */
  startedAt: string
  /** Duration of the attempt in milliseconds. */
  durationMs: number
  /** Outcome of the attempt. */
  outcome: AttemptOutcome
  /** Code of the error. Null when the attempt succeeded. */
  errorCode: string | null
  /** What the other side answered, or why the attempt failed. */
  detail: string | null
}

/**
 * `delivered`: The other side accepted the document, and the delivery is final. `accepted`: The other side
 * accepted the document. The final confirmation is still to come. `rejected`: The other side refused the
 * document. `failed`: The document could not be handed over.
 */
export type AttemptOutcome = "delivered" | "accepted" | "rejected" | "failed"

/** A note that the organization wrote about a document. The other party does not see it. */
export interface DocumentNote {
  /** Identifier, `note_…`. */
  id: string
  /** Text of the note. */
  text: string
  /** The API key or user who wrote the note. */
  author: string
  /** When the note was written. */
  createdAt: string
}

/** A report of the receiving access point on a document: a Message Level Status or a Message Level Response. */
export interface MessageStatus {
  /** Identifier, `mls_…`. */
  id: string
  /** `mls` for a Message Level Status, `mlr` for a Message Level Response. */
  kind: "mls" | "mlr"
  /** Result: `AP` accepted, `AB` acknowledged, `RE` rejected. */
  code: "AP" | "AB" | "RE"
  /** Explanation in words. Null when the report has none. */
  description: string | null
  /** The issues that the access point found. */
  issues: MessageIssue[]
  /** Participant id of the sender of the report. */
  senderId: string
  /** Instance identifier of the envelope that carried the report. */
  instanceId: string
  /** When the report was issued, as its sender states it. */
  issuedAt: string
  /** When the report was stored here. */
  createdAt: string
}

/** One action on one document. */
export interface DocumentUpdate {
  /** The action to perform. */
  action: "mark_read" | "mark_unread" | "archive" | "unarchive" | "tag" | "untag" | "note" | "link" | "unlink"
  /** The tag, for the actions `tag` and `untag`. */
  tag?: string
  /** The text of the note, for the action `note`. With `link`, it can complete a document that is on hold. */
  note?: string
  /** The other document, for the actions `link` and `unlink`. */
  relatedDocumentId?: string
  /**
   * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
   * that number.
   */
  documentId: string
}

/** The result of an action on a document. */
export interface ActionResult {
  /** Identifier of the document. */
  documentId: string
  /** The action. */
  action: "mark_read" | "mark_unread" | "archive" | "unarchive" | "tag" | "untag" | "note" | "link" | "unlink"
  /** The changes that the action made. Empty when nothing changed. */
  changes: {
    /** Name of the changed field. */
    field: string
    /** Value before the change. Null when there was none. */
    from: boolean | string | string[] | null
    /** Value after the change. Null when there is none. */
    to: boolean | string | string[] | null
  }[]
  /** When the document was last changed. */
  updatedAt: string
}

/** The business status of a document, with its history. */
export interface Lifecycle {
  /** Identifier of the document. */
  documentId: string
  /** Current business status. */
  currentStatus: LifecycleStatus
  /** French status of the document (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** Reason for the current status. Null when none was given. */
  currentStatusReason: LifecycleReason | null
  /** Allowed next statuses. */
  allowedTransitions: LifecycleTarget[]
  /** Whether the other party takes a status. Only with `?recipient=true`, and null when it is told none. */
  statusRecipient?: StatusRecipient | null
  /** Status of the reports to authorities, by country code of the authority. */
  compliance: Record<string, ReportState>
  /** History of the business status, oldest first. */
  events: LifecycleEntry[]
  /** When the document was last changed. */
  updatedAt: string
}

/** The reason for the current business status. */
export interface LifecycleReason {
  /** Reason code or error code. Null when there is none. */
  code: string | null
  /** Reason in words. Null when there is none. */
  reason: string | null
  /** Identifiers of the rules that the document broke. */
  rules: string[]
}

/**
 * `under_review`: The buyer has begun to check the document. `approved`: The buyer accepts the document, in full
 * or in part. `rejected`: The buyer refuses the document. Nothing follows. `partially_paid`: A part of the amount
 * was paid. `paid`: The document was paid in full. `disputed`: The buyer contests the document, or puts it on
 * hold.
 */
export type LifecycleTarget = "under_review" | "approved" | "rejected" | "partially_paid" | "paid" | "disputed"

/** Where statuses of a document go, and whether they are taken there. */
export interface StatusRecipient {
  /** The address. */
  address: string
  /** Whether it takes messages about statuses. Null when the network could not be asked. */
  takes: boolean | null
  /** Why it does not, or why the network could not be asked. */
  reason: LookupReason | null
  /** Its line in the French directory. Null when there is none. */
  lineStatus: DirectoryLineStatus | null
  /** Format of the messages: Invoice Response or CDAR. */
  syntax: LifecycleMessageSyntax
  /** Other addresses of the same company, those that take statuses first. Empty when the address takes them. */
  others: StatusAddress[]
  /** What is wrong, and which address can be used. Null when the address takes statuses. */
  advice: string | null
}

/** `invoice-response`: Peppol Invoice Response. `cdar`: French lifecycle message (CDAR). */
export type LifecycleMessageSyntax = "invoice-response" | "cdar"

/** An address, and whether it takes messages about the status of documents. */
export interface StatusAddress {
  /** The address. */
  address: string
  /** Whether it takes messages about statuses. Null when the network could not be asked. */
  takes: boolean | null
  /** Why it does not, or why the network could not be asked. */
  reason: LookupReason | null
  /** Its line in the French directory. Null when there is none. */
  lineStatus: DirectoryLineStatus | null
}

/** Status of a report to an authority. */
export interface ReportState {
  /** The authority that receives the report. */
  reportedTo: Authority
  /** Status of the report. */
  status: ReportStatus
  /** When the report is next sent or checked. Null when nothing more is planned. */
  nextCheckAt: string | null
}

/** `PPF`: The French public invoicing portal. `SDI`: The Italian interchange system. */
export type Authority = "PPF" | "SDI"

/**
 * `pending`: The authority has not accepted the report yet. `reported`: The authority accepted the report.
 * `failed`: The authority refused the report, or could not be reached in time.
 */
export type ReportStatus = "pending" | "reported" | "failed"

/** One entry in the history of a document's business status. */
export interface LifecycleEntry {
  /** Identifier, `stat_…`. */
  id: string
  /** New business status. Null when the entry did not change it. */
  status: LifecycleStatus | null
  /** French status of the document (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** The party that set the status. */
  party: LifecycleParty
  /** Origin of the status. */
  source: LifecycleSource
  /** The API key, user or participant who set the status. */
  author: string
  /** When the status was decided. */
  happenedAt: string
  /** When the status was recorded here. */
  recordedAt: string
  /** Reason code, as the author gave it. Null when there is none. */
  reasonCode: string | null
  /** Reason code of AFNOR (XP Z12-012). Null when there is none. */
  motif: string | null
  /** Reason in words. Null when there is none. */
  reason: string | null
  /** Note for the other party. Null when there is none. */
  note: string | null
  /** What the other party is asked to do. Null when nothing is asked. */
  requestedAction: string | null
  /** The payment that the status reports. Null when it reports none. */
  payment: LifecyclePayment | null
  /** Amounts in the status. */
  amounts: LifecycleAmount[]
  /** Wrong values in the document, with the correct ones. */
  corrections: Correction[]
  /** Identifiers of the rules that the document broke. */
  rules: string[]
  /** Identifier of the document that completes this one. Null when there is none. */
  relatedDocumentId: string | null
}

/** `buyer`: The buyer. `supplier`: The supplier. `platform`: A platform that transmits the document. */
export type LifecycleParty = "buyer" | "supplier" | "platform"

/**
 * `api`: An API key or user of the organization set the status. `network`: A message from the network brought the
 * status. `automatic`: The platform set the status automatically. `payment`: A recorded payment set the status.
 * `reversal`: A recorded payment was reversed.
 */
export type LifecycleSource = "api" | "network" | "automatic" | "payment" | "reversal"

/** A payment as a status reports it. */
export interface LifecyclePayment {
  /** Date of the payment. */
  date: string
  /** Amount that was paid. Null when the status does not state it. */
  amount: number | null
  /** Currency of the amount. Null when it is not known. */
  currency: string | null
  /** Reference of the payment. Null when the status does not state it. */
  reference: string | null
  /** Amount that remains to be paid. Null when the status does not state it. */
  remaining: number | null
}

/** An amount in a French status. */
export interface LifecycleAmount {
  /**
   * Kind of amount (MDT-207): MEN collected, MPA paid, RAP remaining, MAP and MAPTTC approved, MNA and MNATTC
   * refused, MAJ completed.
   */
  kind: "MEN" | "MPA" | "RAP" | "MAP" | "MAPTTC" | "MNA" | "MNATTC" | "MAJ"
  /** The amount. */
  amount: number
  /** Currency of the amount. Null when it is not known. */
  currency: string | null
  /** VAT rate of the amount, in percent. Null when the amount is not split by rate. */
  percent: number | null
}

/** A wrong value in the document, and the correct value. */
export interface Correction {
  /** Business term of EN 16931. */
  term: string
  /** Place of the value in the document. Null when it is not stated. */
  path: string | null
  /** Value in the document. Null when it is not stated. */
  current: string | null
  /** Correct value. */
  expected: string
}

/** Whether the other side is told statuses. */
export interface StatusRecipientAnswer {
  /** Who is told. Null for a document whose other side is told none. */
  recipient: StatusRecipient | null
}

/** The amount that was collected at one VAT rate. */
export interface CollectedByRateInput {
  /** VAT rate in percent. */
  rate: number | string
  /** Amount that was collected at this rate, with VAT. */
  amount: number | string
}

/** A wrong value in the document, and the correct value. */
export interface CorrectionInput {
  /** Business term of EN 16931. */
  term: string
  /** Place of the value, such as `lines[0].vatRate` or an XPath. */
  path?: string
  /** Value in the document. */
  current?: string
  /** Correct value. */
  expected: string
}

/** The result of an update of the business status. With `dryRun`: the result that the update would have. */
export interface LifecycleResult {
  /** Identifier of the document. */
  documentId: string
  /** Business status before the update. */
  previousStatus: LifecycleStatus
  /** Current business status. */
  currentStatus: LifecycleStatus
  /** French status of the document (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** The report to the authority. Null when none is due. */
  compliance: ReportState | null
  /** Allowed next statuses. */
  allowedTransitions: LifecycleTarget[]
  /** Messages that inform the other party. */
  messages: LifecycleMessageTo[]
  /** True when nothing was changed because of `dryRun`. */
  dryRun: boolean
  /** When the document was last changed. */
  updatedAt: string
}

/** A message that informs the other party. */
export interface LifecycleMessageTo {
  /** Format of the message: Invoice Response or CDAR. */
  syntax: LifecycleMessageSyntax
  /** Participant id of the other party. */
  to: string
}

/** An update of one document's business status. */
export interface LifecycleUpdateInput {
  /**
   * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
   * that number.
   */
  documentId: string
  /** The new status. */
  status: "under_review" | "approved" | "rejected" | "partially_paid" | "paid" | "disputed"
  /**
   * Reason code, required for `rejected` and `disputed`. A Peppol code or, for French documents, an AFNOR code
   * that the status allows. `suspended` puts the document on hold.
   */
  reasonCode?: "NON" | "REF" | "LEG" | "REC" | "QUA" | "DEL" | "PRI" | "QTY" | "ITM" | "PAY" | "UNR" | "FIN" | "PPD" | "OTH" | "suspended" | "NON_TRANSMISE" | "JUSTIF_ABS" | "ROUTAGE_ERR" | "AUTRE" | "COORD_BANC_ERR" | "TX_TVA_ERR" | "MONTANTTOTAL_ERR" | "CALCUL_ERR" | "NON_CONFORME" | "DOUBLON" | "DEST_INC" | "DEST_ERR" | "TRANSAC_INC" | "EMMET_INC" | "CONTRAT_TERM" | "DOUBLE_FACT" | "CMD_ERR" | "ADR_ERR" | "SIRET_ERR" | "CODE_ROUTAGE_ERR" | "REF_CT_ABSENT" | "REF_ERR" | "PU_ERR" | "REM_ERR" | "QTE_ERR" | "ART_ERR" | "MODPAI_ERR" | "QUALITE_ERR" | "LIVR_INCOMP" | "REJ_SEMAN" | "REJ_UNI" | "REJ_COH" | "REJ_ADR" | "REJ_CONT_B2G" | "REJ_REF_PJ" | "REJ_ASS_PJ"
  /** With the reason code `suspended`: why the document is on hold (French status 208). */
  suspensionReasonCode?: "NON" | "REF" | "LEG" | "REC" | "QUA" | "DEL" | "PRI" | "QTY" | "ITM" | "PAY" | "UNR" | "FIN" | "PPD" | "OTH" | "suspended" | "NON_TRANSMISE" | "JUSTIF_ABS" | "ROUTAGE_ERR" | "AUTRE" | "COORD_BANC_ERR" | "TX_TVA_ERR" | "MONTANTTOTAL_ERR" | "CALCUL_ERR" | "NON_CONFORME" | "DOUBLON" | "DEST_INC" | "DEST_ERR" | "TRANSAC_INC" | "EMMET_INC" | "CONTRAT_TERM" | "DOUBLE_FACT" | "CMD_ERR" | "ADR_ERR" | "SIRET_ERR" | "CODE_ROUTAGE_ERR" | "REF_CT_ABSENT" | "REF_ERR" | "PU_ERR" | "REM_ERR" | "QTE_ERR" | "ART_ERR" | "MODPAI_ERR" | "QUALITE_ERR" | "LIVR_INCOMP" | "REJ_SEMAN" | "REJ_UNI" | "REJ_COH" | "REJ_ADR" | "REJ_CONT_B2G" | "REJ_REF_PJ" | "REJ_ASS_PJ"
  /** Reason in words, for the other party. */
  reason?: string
  /** Note for the other party. */
  note?: string
  /** What the other party is asked to do. */
  requestedAction?: "NOA" | "PIN" | "NIN" | "CNF" | "CNP" | "CNA" | "OTH"
  /** Date of the payment, required for `paid` and `partially_paid`. */
  paymentDate?: string
  /**
   * Amount that was paid. Required for `partially_paid` unless `remainingAmount` or `paymentByRate` is given, for
   * a document that states no amount, and when a French supplier reports that it collected a payment.
   */
  paymentAmount?: number | string
  /** Currency of the amount. It must be the currency of the document. */
  paymentCurrency?: string
  /**
   * Amount that was collected at each VAT rate. When absent, the amount is divided in the proportions of the
   * document.
   */
  paymentByRate?: CollectedByRateInput[]
  /** Amount that remains to be paid. With `approved`: the amount that is not approved (French status 206). */
  remainingAmount?: number | string
  /** Reference of the payment. */
  paymentReference?: string
  /** Wrong values in the document, with the correct ones. For `disputed` and `rejected`. */
  corrections?: CorrectionInput[]
  /** Whether to return the result without changing anything (default false). */
  dryRun?: boolean
}

/** The results of a batch of updates. */
export interface LifecycleBatchResult {
  /** One result for each update, in the same order. */
  results: LifecycleBatchItem[]
  /** Number of updates that were applied. */
  applied: number
  /** Number of updates that were refused. */
  failed: number
}

/** The result of one update in a batch. */
export interface LifecycleBatchItem {
  /** Whether the update was applied. */
  ok: boolean
  /** Identifier of the document. Null when the update names none. */
  documentId: string | null
  /** The result of the update. Null when it was refused. */
  result: LifecycleResult | null
  /** Why the update was refused. Null when it was applied. */
  error: Refusal | null
}

/** Status of a company's reporting to an authority. */
export interface ComplianceStatus {
  /** Identifier of the company. */
  companyId: string
  /** Display name of the company. */
  companyName: string
  /** Country code of the company. */
  country: string
  /** The authority. */
  platform: Authority
  /** Status of the company's reporting. */
  status: ComplianceStanding
  /** Whether reports are sent automatically. */
  automatic: boolean
  reports: ReportCounts
  /** When the authority last accepted a report. Null when it has not yet. */
  lastReportAt: string | null
  /** The last error in reporting. */
  lastError: ReportError | null
  /** The events that the company must report. */
  obligations: string[]
}

/**
 * `not_registered`: The company is not active, so nothing is reported. `pending`: The authority has not answered
 * yet. `active`: The authority has answered. `error`: A report could not be delivered in time.
 */
export type ComplianceStanding = "not_registered" | "pending" | "active" | "error"

/** Number of reports by status. */
export interface ReportCounts {
  /** Number of reports that are not accepted yet. */
  pending: number
  /** Number of accepted reports. */
  reported: number
  /** Number of reports that were refused, or could not be delivered in time. */
  failed: number
}

/** The last error in reporting. */
export interface ReportError {
  /** When the error happened. */
  at: string
  /** Code of the refusal or failure. */
  code: string
  /** What went wrong, in a sentence. */
  message: string
}

/** A report about a document to an authority. */
export interface ComplianceReport {
  /** Identifier of the report, `rep_…`. */
  id: string
  /** Identifier of the document. */
  documentId: string
  /** Identifier of the company that reports. */
  companyId: string
  /** Country code of the authority. */
  country: string
  /** The authority. */
  reportedTo: Authority
  /** Code of the reported French status. Null when the report has none. */
  frenchStatus: string | null
  /** Status of the report. */
  status: ReportStatus
  /** Identifier that the authority gave the report. Null when it gave none. */
  platformReference: string | null
  /** The answer of the authority. Null when there is none. */
  platformResponse: Record<string, unknown> | null
  /** The refusal or failure. Null when there is none. */
  error: ReportFault | null
  /** Number of attempts to deliver the report. */
  attempts: number
  /** When the report is next sent or checked. Null when nothing more is planned. */
  nextCheckAt: string | null
  /** When the report is due at the authority. */
  dueBy: string
  /** When the report was created. */
  createdAt: string
  /** When the authority accepted the report. Null when it has not. */
  reportedAt: string | null
}

/** Why a report was refused, or could not be delivered. */
export interface ReportFault {
  /** Code of the refusal or failure. */
  code: string
  /** What went wrong, in a sentence. */
  message: string
}

/** Number of reports by day. */
export interface ComplianceByDay {
  /** One entry for each day of the period, also for days without reports. */
  data: ComplianceDay[]
}

/** Number of reports created on one day. */
export interface ComplianceDay {
  /** The day, in UTC. */
  day: string
  /** Number of reports that are not accepted yet. */
  pending: number
  /** Number of accepted reports. */
  reported: number
  /** Number of reports that were refused, or could not be delivered in time. */
  failed: number
}

/** Transactions of one day, kind and rate. */
export interface ReportedTransaction {
  /** The day. */
  date: string
  /** VAT rate in percent. */
  vatRate: number | string
  /**
   * What the caller calls the row, such as the number of a till report. A row with a known reference replaces
   * what was reported under it, and the same row again changes nothing.
   */
  reference?: string
  /** Kind of the transactions. */
  category: "TLB1" | "TPS1" | "TNT1" | "TMA1"
  /** Amount without VAT. Negative to take back. */
  amount: number | string
  /** Amount of VAT, in euros. */
  vatAmount: number | string
  /** Currency of the transactions. */
  currency?: string
  /** Number of transactions. */
  count?: number
}

/** What became of reported rows. */
export interface CollectedRows {
  /** Number of rows that were collected, also those that replace others. */
  recorded: number
  /** Number of rows that replaced what was reported under their reference. */
  replaced: number
  /** Number of rows that were known already. */
  unchanged: number
  /** The periods that changed, oldest first. */
  periods: EReportingPeriod[]
}

/** Days whose transactions or payments a French company reports together. */
export interface EReportingPeriod {
  /** Identifier, `erp_…`. */
  id: string
  /** Identifier of the company that reports. */
  companyId: string
  /** What is reported. */
  kind: EReportingKind
  /** The first day. */
  firstDay: string
  /** The last day. */
  lastDay: string
  /** Status of the report. */
  status: EReportingStatus
  /** Whether the portal has an earlier report of the period, which the next one replaces. */
  isCorrection: boolean
  /** Identifier that the portal gave the last accepted report. Null before. */
  platformReference: string | null
  /** The last answer of the portal. Null when there is none. */
  platformResponse: Record<string, unknown> | null
  /** Code of the refusal or failure. Null when there is none. */
  errorCode: string | null
  /** What went wrong, in a sentence. Null when nothing did. */
  errorMessage: string | null
  /** Number of attempts to deliver reports. */
  attempts: number
  /** When the report is next sent. Null when nothing is planned. */
  nextCheckAt: string | null
  /** When the report is due at the portal. */
  dueBy: string
  /** When something was first collected for the period. */
  createdAt: string
  /** When the portal last accepted a report. Null when it has not. */
  reportedAt: string | null
}

/**
 * `transactions`: Sales abroad, one by one (flux 10.1), and sales to consumers, by day (flux 10.3). `purchases`:
 * Purchases abroad, one by one (flux 10.1). `payments`: Payments of sales abroad (flux 10.2), and of sales to
 * consumers by day (flux 10.4).
 */
export type EReportingKind = "transactions" | "purchases" | "payments"

/**
 * `open`: What is told is collected. The report is sent at `nextCheckAt`. `pending`: The portal could not be
 * reached. The report is sent again at `nextCheckAt`. `reported`: The portal accepted the report. `failed`: The
 * portal refused the report, or could not be reached in time. Report more to have it sent again.
 */
export type EReportingStatus = "open" | "pending" | "reported" | "failed"

/** Payments that were collected on one day, by rate. */
export interface ReportedPayment {
  /** The day. */
  date: string
  /** VAT rate in percent. */
  vatRate: number | string
  /**
   * What the caller calls the row, such as the number of a till report. A row with a known reference replaces
   * what was reported under it, and the same row again changes nothing.
   */
  reference?: string
  /**
   * Amount that was collected, with VAT, in euros. Negative to take back, at most what was collected at the rate
   * in the period of the day.
   */
  amount: number | string
}

/** A period of e-reporting with what it tells. */
export interface EReportingContent {
  /** The period. */
  period: EReportingPeriod
  /** What the period adds up, by day. */
  lines: EReportingLine[]
  /** Number of invoices, or of payments of invoices by rate, that the period tells one by one. */
  invoices: number
  /** Documents that the portal would refuse, at most 100. */
  leftOut: EReportingLeftOut[]
}

/** The sum of one day, kind, currency and VAT rate. */
export interface EReportingLine {
  /** The day. */
  day: string
  /** Kind of the transactions. Null for payments. */
  category: TransactionCategory | null
  /** Currency. */
  currency: string
  /** VAT rate in percent. */
  vatRate: number
  /** Transactions without VAT, or payments with VAT. */
  amount: number
  /** VAT of the transactions. Zero for payments. */
  vatAmount: number
  /** Number of transactions. */
  count: number
}

/**
 * `TLB1`: Goods that VAT is due on. `TPS1`: Services that VAT is due on. `TNT1`: Goods and services without VAT
 * in France, such as distance sales within the European Union. `TMA1`: Operations whose VAT is due on the margin.
 */
export type TransactionCategory = "TLB1" | "TPS1" | "TNT1" | "TMA1"

/** A document that its period does not tell. */
export interface EReportingLeftOut {
  /** Identifier of the document. */
  documentId: string
  /** The rules for which the portal would refuse it. */
  rules: string
}

/** A participant that the directory lists. It has identifiers, activities and detail only with `detail=full`. */
export interface ListedParticipant {
  /** Participant id. */
  peppolId: string
  /** Name. */
  name: string
  /** Country code. Null when it is not known. */
  country: string | null
  /** Town. Null when it is not known. */
  city: string | null
  /** Post code. Null when it is not known. */
  postalCode: string | null
  /** VAT number. Null when it is not known. */
  vatNumber: string | null
  /** The kinds of documents that the participant receives. */
  documentTypes: DocumentType[]
  /** Name of the participant's access point. Null when it is not known. */
  accessPoint: string | null
  /** Numbers by which the participant can be found. */
  identifiers?: string[]
  /** Activities of the participant, as NACE codes. */
  naceCodes?: string[]
  /** Street, contacts, websites and day of registration, as far as the directory has them. */
  detail?: DirectoryDetail
}

export interface DirectoryDetail {
  /** Street and number. */
  street?: string
  /** Contacts. */
  contacts?: DirectoryContact[]
  /** Addresses of web sites. */
  websites?: string[]
  /** Day of registration, in the form of the directory. */
  registeredOn?: string
}

export interface DirectoryContact {
  /** Name. */
  name?: string
  /** E-mail address. */
  email?: string
  /** Telephone number. */
  phone?: string
  /** Kind of contact, in the words of the directory. */
  type?: string
}

/** The result of checking whether a participant receives a kind of document. */
export interface Verification {
  /** Participant id that was checked. */
  peppolId: string
  /** Whether the participant is registered on the network. */
  exists: boolean
  /** Whether the participant receives that kind of document. */
  canReceive: boolean
  /** Why the participant cannot receive the document. Null when it can. */
  reason: LookupReason | null
  /** Name of the participant. Null when it is not known. */
  recipientName: string | null
  /** Name of the participant's access point. Null when it is not known. */
  accessPoint: string | null
  /** The kind of document that was checked. */
  documentType: string
  /** The steps of the lookup, in order. Present only with `?trace=true`. */
  trace?: LookupStep[]
}

/** One step of a lookup on the network. */
export interface LookupStep {
  /** Kind of step. */
  step: LookupStepName
  /** Subject of the step: a DNS name, an address, or a document type. */
  target: string
  /** Who answered: a server, the owner of a certificate, or the cache. Null when nobody answered. */
  answered: string | null
  /** The answer, or what is wrong with it. */
  detail: string | null
  /** `OK`, or the reason why the step failed. */
  outcome: LookupOutcome
  /** Duration of the step in milliseconds. */
  durationMs: number
}

/**
 * `sml`: A DNS query (NAPTR) asks the SML which SMP has the participant's record. `service-group`: The SMP is
 * asked which document types the participant receives. `service-metadata`: The SMP is asked for the endpoint of
 * one document type. `signature`: The signature of the answer is checked, and whether its certificate is trusted
 * and valid. `redirect`: The first SMP redirects to another SMP, which is asked instead. `endpoint`: An endpoint
 * for the process and AS4 is chosen that is active and has a valid certificate.
 */
export type LookupStepName = "sml" | "service-group" | "service-metadata" | "signature" | "redirect" | "endpoint"

/**
 * `OK`: The step succeeded. `SML_UNREACHABLE`: No name server can be reached, or calls are suspended after
 * repeated failures. `SML_TIMEOUT`: No name server answered in time. `SML_ERROR`: The name server answered with
 * an error, or with a record that cannot be read. `NOT_IN_SML`: The SML has no NAPTR record for the participant:
 * it is not registered on the network. `SMP_UNREACHABLE`: The participant's SMP cannot be reached. `SMP_TIMEOUT`:
 * The participant's SMP did not answer in time. `SMP_ERROR`: The participant's SMP answered with an error, with
 * unreadable data, or about something else. `NOT_IN_SMP`: The SML names an SMP that does not know the
 * participant. `DOCUMENT_TYPE_NOT_SUPPORTED`: The participant does not receive this type of document.
 * `SIGNATURE_INVALID`: The answer of the SMP is not signed, or was changed after it was signed.
 * `CERTIFICATE_UNTRUSTED`: The certificate of the SMP was not issued by a trusted authority.
 * `CERTIFICATE_EXPIRED`: The certificate of the SMP, or that of its authority, is not valid at this time.
 * `PROCESS_NOT_SUPPORTED`: The participant receives this type of document, but not in this process.
 * `TRANSPORT_NOT_SUPPORTED`: The participant has no endpoint for AS4. `ENDPOINT_NOT_YET_ACTIVE`: The endpoint is
 * not active yet. `ENDPOINT_EXPIRED`: The endpoint is no longer active. `ENDPOINT_CERTIFICATE_EXPIRED`: The
 * certificate of the endpoint is not valid at this time.
 */
export type LookupOutcome = "OK" | "SML_UNREACHABLE" | "SML_TIMEOUT" | "SML_ERROR" | "NOT_IN_SML" | "SMP_UNREACHABLE" | "SMP_TIMEOUT" | "SMP_ERROR" | "NOT_IN_SMP" | "DOCUMENT_TYPE_NOT_SUPPORTED" | "SIGNATURE_INVALID" | "CERTIFICATE_UNTRUSTED" | "CERTIFICATE_EXPIRED" | "PROCESS_NOT_SUPPORTED" | "TRANSPORT_NOT_SUPPORTED" | "ENDPOINT_NOT_YET_ACTIVE" | "ENDPOINT_EXPIRED" | "ENDPOINT_CERTIFICATE_EXPIRED"

/** A participant that is registered on the network. */
export interface Participant {
  /** Participant id. */
  peppolId: string
  /** Name. */
  name: string
  /** Country code. Null when it is not known. */
  country: string | null
  /** Town. Null when it is not known. */
  city: string | null
  /** Post code. Null when it is not known. */
  postalCode: string | null
  /** VAT number. Null when it is not known. */
  vatNumber: string | null
  /** The kinds of documents that the participant receives. */
  documentTypes: DocumentType[]
  /** Name of the participant's access point. Null when it is not known. */
  accessPoint: string | null
  /** Numbers by which the participant can be found. */
  identifiers: string[]
  /** Activities of the participant, as NACE codes. */
  naceCodes: string[]
  /** Document type identifiers in the participant's record on the network. */
  accepts: string[]
  /** Address of the endpoint that receives the participant's documents. Null when it has none. */
  endpoint: string | null
  /** Transport profile of the endpoint, as the network names it. */
  transportProfile: string | null
  /** Street, contacts, websites and day of registration, as far as the directory has them. */
  detail: DirectoryDetail
}

/** Values for documents to the partner that do not state them. */
export interface PartnerDefaultsInput {
  /** Currency of documents to the partner. */
  currency?: string | null
  /** Number of days from the date of issue to the due date. */
  paymentTermsDays?: number | null
  /** Note on documents to the partner. */
  note?: string | null
  /** Order reference of documents to the partner. */
  orderReference?: string | null
}

/** A trading partner of the organization. */
export interface Partner {
  /** Identifier, `part_…`. */
  id: string
  /** The company whose partner it is. Null when the companies of the organization share it. */
  companyId: string | null
  /** Identifier in the caller's own system, unique in the organization. */
  externalId: string | null
  /** Participant id. */
  peppolId: string | null
  /** Name. */
  name: string
  /** VAT number. */
  vatNumber: string | null
  /** Country code. Null when it is not known. */
  country: string | null
  /** Whether the partner sells to the organization, buys from it, or both. */
  role: PartnerRole
  /** Name of the contact person. */
  contactName: string | null
  /** E-mail address of the contact. */
  contactEmail: string | null
  /** Status of the partner on the network. */
  peppolStatus: PartnerStatus
  /** Tags that the organization gave the partner. */
  tags: string[]
  defaults: PartnerDefaults
  /** Further data about the partner, from the registry and from callers. */
  enrichment: Record<string, unknown>
  /** Number of documents exchanged with the partner. */
  stats: PartnerStats
  /** Free data of the caller: names with text values. */
  metadata: Record<string, string>
  /** When the partner was created. */
  createdAt: string
  /** When the partner was last changed. */
  updatedAt: string
}

/**
 * `supplier`: The partner sells to the organization. `buyer`: The partner buys from the organization. `both`: The
 * partner sells to the organization and buys from it.
 */
export type PartnerRole = "supplier" | "buyer" | "both"

/**
 * `unknown`: The network has not been asked, or did not answer. `active`: The partner is registered on the
 * network. `not_registered`: The partner is not registered on the network.
 */
export type PartnerStatus = "unknown" | "active" | "not_registered"

/** Values for documents to the partner that do not state them. */
export interface PartnerDefaults {
  /** Note. */
  note?: string
  /** Currency. */
  currency?: string
  /** Order reference. */
  orderReference?: string
  /** Number of days from the date of issue to the due date. */
  paymentTermsDays?: number
}

/**
 * Number of documents exchanged with a partner. Of a partner that is shared, a caller of one company gets its own
 * counts.
 */
export interface PartnerStats {
  /** Number of documents that the partner's access point accepted. */
  documentsSent: number
  /** Number of documents received from the partner. */
  documentsReceived: number
  /** When documents were last exchanged. Null when there was none. */
  lastActivityAt: string | null
}

/** Statistics of one period. */
export interface Stats {
  /** Use of the monthly quota of documents. */
  quota: StatsQuota
  /** Rate limit of the caller. */
  rateLimit: StatsRateLimit
  documents: DocumentCounts
  /** Number of partners. */
  partners: StatsPartners
  /** The period that is counted. */
  period: StatsSpan
  /** Counts by type of document, highest first. */
  byType: Record<string, DocumentCounts>
  /** Counts by country code of the other party, or `unknown`, highest first. */
  byCountry: Record<string, DocumentCounts>
  /** Counts by identifier of the company, for the 20 companies with the most documents. */
  byCompany: Record<string, DocumentCounts>
  /** Time series for charts, split according to `by`. */
  series: StatsSeries[]
}

/** Use of the organization's monthly quota of documents. */
export interface StatsQuota {
  /** Number of documents that the plan allows each month. Null means no limit. */
  limit: number | null
  /** Number of documents sent in this month, by the company of the caller if it is limited to one. */
  used: number
  /**
   * Number of documents left in this month. Null means no limit, or that the caller is limited to one company:
   * what is left depends on the others too.
   */
  remaining: number | null
}

/** The rate limit of the caller. */
export interface StatsRateLimit {
  /** Number of requests that the caller may send in 60 seconds. */
  perMinute: number
}

/** Number of documents by outcome. */
export interface DocumentCounts {
  /** Number of documents handed to the recipient's access point. */
  sent: number
  /** Number of documents received. */
  received: number
  /** Number of sent documents whose delivery the other side confirmed. */
  delivered: number
  /**
   * Number of deliveries that failed finally or were rejected. A document that is sent again and fails again is
   * counted again.
   */
  failed: number
}

/** Number of partners. When the counts are for one company: its own partners, and those that the companies share. */
export interface StatsPartners {
  /** Number of all partners. */
  total: number
  /** Number of partners with whom a document was exchanged in the period. */
  active: number
}

/** A period of time. */
export interface StatsSpan {
  /** Start of the period. */
  start: string
  /** End of the period: the first moment after it. */
  end: string
}

/** One time series. */
export interface StatsSeries {
  /** `total`, or the type, country or company that the series counts. */
  key: string
  /** Sum of all points. */
  documents: DocumentCounts
  /** One point for each interval of the period, oldest first, also for intervals without documents. */
  points: StatsPoint[]
}

/** One point of a time series. */
export interface StatsPoint {
  /** Start of the interval. */
  start: string
  documents: DocumentCounts
}

/** What the documents of a period tell. */
export interface Insight {
  /** The period. */
  period: StatsSpan
  /** What was invoiced, by currency, that of most documents first. */
  amounts: CurrencyAmounts[]
  /** How long deliveries took. */
  deliveries: Deliveries
  /** The 20 most frequent reasons of failures, rejections and disputes. */
  reasons: RejectionReason[]
  /** The ten partners with most documents. */
  partners: BusyPartner[]
}

/** What was invoiced in one currency. What failed or was rejected on its way does not count. */
export interface CurrencyAmounts {
  /** Currency. */
  currency: string
  /** Number of documents. */
  documents: number
  /** Gross amount of what was sent: invoices and debit notes, less credit notes. */
  sent: number
  /** Gross amount of what was received, in the same way. */
  received: number
  /** One point for each interval of the period, oldest first. */
  points: AmountPoint[]
}

/** What was invoiced in one interval. */
export interface AmountPoint {
  /** Start of the interval. */
  start: string
  /** Gross amount of what was sent: invoices and debit notes, less credit notes. */
  sent: number
  /** Gross amount of what was received, in the same way. */
  received: number
}

/** How long the deliveries of one interval took. */
export interface DeliveryPoint {
  /** Number of sent documents that were delivered. */
  documents: number
  /** Half of them took at most so many seconds. Null without a delivery. */
  medianSeconds: number | null
  /** 95 of 100 took at most so many seconds. Null without a delivery. */
  slowSeconds: number | null
  /** Start of the interval. */
  start: string
}

/** How long deliveries took, in all and by interval. */
export interface Deliveries {
  /** Number of sent documents that were delivered. */
  documents: number
  /** Half of them took at most so many seconds. Null without a delivery. */
  medianSeconds: number | null
  /** 95 of 100 took at most so many seconds. Null without a delivery. */
  slowSeconds: number | null
  /** One point for each interval of the period, oldest first. */
  points: DeliveryPoint[]
}

/** Why documents failed, or were rejected or disputed. */
export interface RejectionReason {
  /** What happened to them. */
  kind: ReasonKind
  /** Code of the error or reason. Empty where none was given. */
  code: string
  /** Number of documents. */
  documents: number
}

/**
 * `failed`: The document could not be delivered. `rejected`: The access point or authority of the recipient
 * rejected it. `refused`: The recipient rejected it. `disputed`: The recipient disputes it.
 */
export type ReasonKind = "failed" | "rejected" | "refused" | "disputed"

/** A partner with what was exchanged in the period. */
export interface BusyPartner {
  /** Identifier of the partner. */
  partnerId: string
  /** Name of the partner. */
  name: string
  /** Number of documents sent to it. */
  sent: number
  /** Number of documents received from it. */
  received: number
}

/** A group of tags for one purpose, such as the ledger account of a document. */
export interface TagGroup {
  /** Identifier, `tgrp_…`. */
  id: string
  /** The company whose group it is, with its tags. Null when the companies of the organization share it. */
  companyId: string | null
  /** Name. */
  name: string
  /** Purpose of the group. Null when it has no description. */
  description: string | null
  /** Whether an object has at most one tag of the group. */
  exclusive: boolean
  /** Kinds of objects that the tags of the group can be assigned to. */
  objectTypes: CategorizedType[]
  /** When it was created. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
}

/** `document`: A document. `partner`: A partner. `company`: A company of the organization. */
export type CategorizedType = "document" | "partner" | "company"

/** A tag of a group. */
export interface Tag {
  /** Identifier, `tag_…`. */
  id: string
  /** Identifier of the tag's group. */
  groupId: string
  /** Name. */
  name: string
  /** Colour, as `#rrggbb`. Null when the tag has none. */
  color: string | null
  /** Code of the tag in another system. Null when it has none. */
  code: string | null
  /** When it was created. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
}

/** The assignment of a tag to an object. */
export interface TagAssignment {
  /** Identifier of the object. */
  objectId: string
  /** Kind of the object. */
  objectType: CategorizedType
  /** Identifier of the tag. */
  tagId: string
  /** Identifier of the tag's group. */
  groupId: string
  /** The tag. */
  tag: Tag
  /** The user or API key that assigned the tag. */
  assignedBy: string
  /** When the tag was assigned. */
  createdAt: string
}

/** The result of assigning a tag to an object. */
export interface AssignedTag {
  /** Identifier of the object. */
  objectId: string
  /** Kind of the object. */
  objectType: CategorizedType
  /** Identifier of the tag. */
  tagId: string
  /** Identifier of the tag's group. */
  groupId: string
  /** The tag. */
  tag: Tag
  /** The user or API key that assigned the tag. */
  assignedBy: string
  /** When the tag was assigned. */
  createdAt: string
  /** Identifiers of the tags that were replaced. Only an exclusive group replaces tags. */
  replaced: string[]
}

/** A suggested tag for an object. */
export interface TagSuggestion {
  /** Identifier of the tag. */
  tagId: string
  /** Name of the tag. */
  name: string
  /** Identifier of the tag's group. */
  groupId: string
  /** Confidence from 0 to 1: the share of suggestions as strong as this one that were right. */
  confidence: number
}

/** The amounts of a document that are due, paid and remaining. */
export interface PaymentInfo {
  /** Identifier of the document. */
  documentId: string
  /** Currency. */
  currency: string | null
  /** Whether the document is paid. */
  status: PaymentStatus
  /** IBAN of the account to pay to. Null when the document has none. */
  iban: string | null
  /** Reference to state with the payment. Null when the document has none. */
  reference: string | null
  /** Amount due according to the document. Negative when the seller owes it to the buyer. */
  amountDue: number
  /** Sum of the payments that count. It can be more than the amount due. */
  amountPaid: number
  /** Amount that is still to be paid, by whoever owes it. */
  remaining: number
  /** Date by which the amount is due. Null when the document has none. */
  dueDate: string | null
}

/**
 * `unpaid`: Nothing is paid. `partially_paid`: Less than the amount due is paid. `paid`: The amount due is paid.
 * `overpaid`: More than the amount due is paid.
 */
export type PaymentStatus = "unpaid" | "partially_paid" | "paid" | "overpaid"

/** A recorded or reversed payment, with the amounts of the document after the change. */
export interface PaymentResult {
  /** Identifier, `pay_…`. */
  id: string
  /** Identifier of the document. */
  documentId: string
  /** Identifier of the company that the document belongs to. */
  companyId: string
  /** Amount that was paid. */
  amount: number
  /** Currency. */
  currency: string
  /** Date of the payment. */
  date: string
  /** Reference of the payment at the bank or the payer. Null when there is none. */
  reference: string | null
  /** Where the payment comes from. */
  source: PaymentSource
  /** The user or API key that recorded the payment. */
  recordedBy: string
  /** Business status that the payment set. Null when the status did not change. */
  lifecycleStatus: LifecycleStatus | null
  /** When the payment was recorded. */
  createdAt: string
  /** When the payment was reversed. Null for a payment that counts. */
  reversedAt: string | null
  /** Date of the reversal. Null for a payment that counts. */
  reversalDate: string | null
  /** The user or API key that reversed the payment. Null for a payment that counts. */
  reversedBy: string | null
  /** Why the payment was reversed. Null when no reason was given. */
  reversalReason: string | null
  /** Amount due according to the document. Negative when the seller owes it to the buyer. */
  amountDue: number
  /** Sum of the payments that count. It can be more than the amount due. */
  amountPaid: number
  /** Amount that is still to be paid, by whoever owes it. */
  remaining: number
  /** Whether the document is paid. */
  status: PaymentStatus
}

/**
 * `api`: The payment was recorded by a caller. `statement`: The payment was taken from a bank statement.
 * `lifecycle`: An update of the business status stated the payment with its amount.
 */
export type PaymentSource = "api" | "statement" | "lifecycle"

/** A payment of a document. */
export interface Payment {
  /** Identifier, `pay_…`. */
  id: string
  /** Identifier of the document. */
  documentId: string
  /** Identifier of the company that the document belongs to. */
  companyId: string
  /** Amount that was paid. */
  amount: number
  /** Currency. */
  currency: string
  /** Date of the payment. */
  date: string
  /** Reference of the payment at the bank or the payer. Null when there is none. */
  reference: string | null
  /** Where the payment comes from. */
  source: PaymentSource
  /** The user or API key that recorded the payment. */
  recordedBy: string
  /** Business status that the payment set. Null when the status did not change. */
  lifecycleStatus: LifecycleStatus | null
  /** When the payment was recorded. */
  createdAt: string
  /** When the payment was reversed. Null for a payment that counts. */
  reversedAt: string | null
  /** Date of the reversal. Null for a payment that counts. */
  reversalDate: string | null
  /** The user or API key that reversed the payment. Null for a payment that counts. */
  reversedBy: string | null
  /** Why the payment was reversed. Null when no reason was given. */
  reversalReason: string | null
}

/** What is not paid yet, by how late it is. */
export interface Ageing {
  /** Whose debts. */
  side: AgeingSide
  /** The day that lateness is counted to. */
  day: string
  /** One entry for each currency, that of most documents first. */
  currencies: CurrencyAgeing[]
}

/** `receivable`: What others owe to the organization. `payable`: What the organization owes to others. */
export type AgeingSide = "receivable" | "payable"

/** What is not paid yet in one currency. */
export interface CurrencyAgeing {
  /** Currency. */
  currency: string
  /** Number of documents. */
  documents: number
  /** What is not paid yet of them. */
  amount: number
  /** The same by age, from not due to oldest, also ages without an amount. */
  ages: AgeShare[]
}

/** What is not paid yet of one age. */
export interface AgeShare {
  /** How late it is. */
  age: Age
  /** Number of documents. */
  documents: number
  /** What is not paid yet of them. */
  amount: number
}

/**
 * `no_date`: The document states no due date. `not_due`: It is not due before today. `days_30`: It is 1 to 30
 * days late. `days_60`: It is 31 to 60 days late. `days_90`: It is 61 to 90 days late. `older`: It is more than
 * 90 days late.
 */
export type Age = "no_date" | "not_due" | "days_30" | "days_60" | "days_90" | "older"

export interface DebtorInput {
  /** Name of the payer. */
  name: string
  /** IBAN of the account to pay from. */
  iban: string
  /** BIC of the bank. */
  bic?: string
}

/** The result of importing a bank file. */
export interface BankImport {
  /** Whether the import recorded payments, or only proposed them. */
  mode: BankImportMode
  /** Number of movements in the file. */
  entries: number
  /** Number of movements that were recorded as payments. Reversals are in `counts`. */
  recorded: number
  counts: MatchCounts
  /** Number of ordered transfers that the bank accepted. With `propose` they are only counted. */
  transfersAccepted: number
  /** Number of ordered transfers that the bank rejected. With `propose` they are only counted. */
  transfersRejected: number
  /** Sum of the recorded payments. */
  recordedAmount: number
  /** The movements of the file, at most the first 10,000. */
  lines: BankImportLine[]
}

/**
 * `propose`: Only returns what would be recorded, and records nothing. `record`: Records the matched movements as
 * payments.
 */
export type BankImportMode = "propose" | "record"

/** Number of movements by result of the matching. */
export interface MatchCounts {
  /** Movements with one matching document whose remaining amount they equal. */
  exact: number
  /** Movements with one matching document and less than its remaining amount. */
  partial: number
  /** Movements with one matching document and more than its remaining amount. */
  over: number
  /** Movements with several matching documents. */
  ambiguous: number
  /** Number of movements that were recorded earlier. */
  already_recorded: number
  /** Movements that undo a recorded payment. */
  reversal: number
  /** Movements without a matching document. */
  unmatched: number
}

/** A movement of an account, with the document that it was matched with. */
export interface BankImportLine {
  /** Result of matching the movement with documents. */
  result: MatchResult
  /** Whether this import recorded payments for the movement, or reversed those that it undoes. */
  recorded: boolean
  /** Identifier of the matched document. Null when none or several matched. */
  documentId: string | null
  /** Number of the matched document. Null when none or several matched. */
  number: string | null
  /** Payments that the movement is: one for each document that it pays. */
  payments: MatchedPayment[]
  /** Documents that it may be a payment of, when it is ambiguous. */
  candidates: MatchCandidate[]
  /** Whether the money came in or went out. */
  direction: MovementDirection
  /** Currency of the movement. */
  currency: string
  /** Booking date of the movement. */
  date: string
  /** Reference that the payer gave. Null when there is none. */
  reference: string | null
  /** Name of the other party. Null when the file does not state it. */
  counterpartyName: string | null
  /** IBAN of the other party. Null when the file does not state it. */
  counterpartyIban: string | null
  /** Why the movement was matched with that document, or with none. */
  because: string
  /** Amount of the movement. */
  amount: number
}

/**
 * `exact`: The amount equals the remaining amount of the document, or the sum for several documents. `partial`:
 * One document matches, and the amount is less than its remaining amount. `over`: One document matches, and the
 * amount is more than its remaining amount. `ambiguous`: Several documents match. `already_recorded`: The
 * movement was recorded earlier. `reversal`: The movement undoes a recorded payment: the bank reversed or
 * returned it. `unmatched`: No document matches.
 */
export type MatchResult = "exact" | "partial" | "over" | "ambiguous" | "already_recorded" | "reversal" | "unmatched"

/** What of a movement is a payment of a document. */
export interface MatchedPayment {
  /** Identifier of the document. */
  documentId: string
  /** Number of the document. */
  number: string
  /** Amount of the payment, in the currency of the document. */
  amount: number
  /** Currency of the document. */
  currency: string
}

/** A document that a movement may be a payment of. */
export interface MatchCandidate {
  /** Identifier of the document. */
  documentId: string
  /** Number of the document. */
  number: string
  /** Remaining amount of the document. For a reversal: the amount of the payment. */
  remaining: number
}

/** `credit`: Incoming money. `debit`: Outgoing money. */
export type MovementDirection = "credit" | "debit"

/** A message about changing platforms. */
export interface PortabilityMessage {
  /** Subject of the mail. */
  subject: string
  /** A header and one row of 18 columns, separated by semicolons. */
  csv: string
  /** Whether the message was sent to the other platform. */
  dispatched: boolean
}

/** What a message about changing platforms says. */
export interface ParsedPortabilityMessage {
  /** Kind of the message. */
  messageType: PortabilityMessageType
  /** State of the request. */
  state: PortabilityState
  /** Reference of the request. */
  requestRef: string
  /** SIREN of the taxpayer. */
  taxpayerSiren: string
  /** What the table says. Null when none was given. */
  row: PortabilityRow | null
}

/**
 * `REQUEST`: The gaining platform asks for the taxpayer. `ANSWER`: The losing platform answers the request.
 * `CONFIRMATION`: The change has been made. `CANCELLATION`: The request is withdrawn.
 */
export type PortabilityMessageType = "REQUEST" | "ANSWER" | "CONFIRMATION" | "CANCELLATION"

/**
 * `SUBMITTED`: The request was made, and has no answer yet. `ACCEPTED`: The losing platform lets the taxpayer go.
 * `REFUSED`: The losing platform does not let the taxpayer go. `EFFECTIVE`: The taxpayer is with the gaining
 * platform. `CANCELLED`: The request was withdrawn.
 */
export type PortabilityState = "SUBMITTED" | "ACCEPTED" | "REFUSED" | "EFFECTIVE" | "CANCELLED"

/** What the table of a message says. */
export interface PortabilityRow {
  /** Kind of the message. Null when it is not told. */
  messageType: string | null
  /** State of the request. Null when it is not told. */
  state: string | null
  /** Reference of the request. Null when it is not told. */
  requestRef: string | null
  /** SIREN of the taxpayer. Null when it is not told. */
  taxpayerSiren: string | null
  /** Name of the taxpayer. Null when it is not told. */
  taxpayerName: string | null
  /** VAT number of the taxpayer. Null when it is not told. */
  taxpayerVatNumber: string | null
  /** Identifier of the platform that the taxpayer goes to. Null when it is not told. */
  gainingPaId: string | null
  /** Name of the platform that the taxpayer goes to. Null when it is not told. */
  gainingPaName: string | null
  /** Identifier of the platform that the taxpayer leaves. Null when it is not told. */
  losingPaId: string | null
  /** Name of the platform that the taxpayer leaves. Null when it is not told. */
  losingPaName: string | null
  /** Day of the change. Null when it is not told. */
  effectiveDate: string | null
  /** When the message was made. Null when it is not told. */
  requestedAt: string | null
  /** The taxpayer's addresses on the network, with blanks between. Null when it is not told. */
  addressingIdentifiers: string | null
  /** Day from which the directory shall name the gaining platform. Null when it is not told. */
  directoryLinesFrom: string | null
  /** Number of invoices and credit notes that are not finished. Null when it is not told. */
  openInvoices: string | null
  /** Issue date of the latest invoice or credit note that was sent. Null when it is not told. */
  lastInvoiceDate: string | null
  /** Reason of a refusal. Null when it is not told. */
  reasonCode: string | null
  /** Whom to ask. Null when it is not told. */
  contactEmail: string | null
}

/** A taxpayer that changes platforms, as messages have told it. */
export interface PortabilityRequest {
  /** Identifier, `port_…`. */
  id: string
  /** Reference of the request. */
  requestRef: string
  /** SIREN of the taxpayer. */
  taxpayerSiren: string
  /** Which side of the change we are. */
  side: PortabilitySide
  /** State of the request. */
  state: PortabilityState
  /** Identifier of the platform that the taxpayer goes to. Null when nobody has said it. */
  gainingPaId: string | null
  /** Identifier of the platform that the taxpayer leaves. Null when nobody has said it. */
  losingPaId: string | null
  /** Day of the change. Null when nobody has said it. */
  effectiveDate: string | null
  /** What was sent and received, oldest first. */
  messages: {
    /** Identifier, `pmsg_…`. */
    id: string
    /** Whether the other platform sent it. */
    incoming: boolean
    /** Kind of the message. */
    messageType: string
    /** The state that it tells. */
    state: string
    /** Subject of the mail. */
    subject: string
    /** Its table. Null when a message that came in had none. */
    csv: string | null
    /** Address that it is sent to. Null when it is not. */
    mailTo: string | null
    /** What became of the mail. */
    dispatch: "kept" | "pending" | "sent" | "failed"
    /** Why nobody took the mail. Null when it did not fail. */
    error: string | null
    /** When it was made, or came in. */
    at: string
  }[]
  /** When the request was made. */
  createdAt: string
  /** When it last changed. */
  updatedAt: string
}

/** `gaining`: The taxpayer comes to us: we ask for it. `losing`: The taxpayer leaves us: we answer. */
export type PortabilitySide = "gaining" | "losing"

/** When an organization ends. */
export interface OrganizationDeletion {
  /** The organization. */
  organizationId: string
  /** When everything of it is deleted. Null when the deletion was cancelled. */
  dueAt: string | null
}

/** A new API key with its full value. */
export interface NewApiKey {
  /** Identifier, `key_…`. */
  id: string
  /** The first characters of the key. */
  keyPrefix: string
  /** Name of the key. */
  name: string
  /** Who uses the key. */
  kind: KeyKind
  /** Scopes of the key. */
  scopes: Scope[]
  /** The company that the key is bound to. Null when it is not bound to one. */
  companyId: string | null
  /** What the key is for, in the words of who made it. */
  label: string | null
  /** Networks (CIDR) that the key may be used from. Empty when it may be used from everywhere. */
  allowedNetworks: string[]
  /** Documents that may be sent with the key in a month. Null without a limit of its own. */
  documentsPerMonth: number | null
  /** The last use of the key. Null when it was not used. Only lists have it in REST. */
  lastUsed?: KeyUse | null
  /** The registered client that uses the key. Null for other keys. */
  clientId: string | null
  /** Of an agent, the person who let it in: their subject at the identity provider. Null when a key did. */
  allowedByUser: string | null
  /** The key that took its place in a rotation. Null when it was not rotated. */
  replacedById: string | null
  /** Requests per minute. Null when the limit of the plan applies. */
  rateLimit: number | null
  /** When the key was created. */
  createdAt: string
  /** When the key expires. Null when it never does. */
  expiresAt: string | null
  /** The full value of the key. Store it: it is shown only in this answer. */
  key: string
}

/**
 * `secret`: Created by a caller and shown once. `agent`: Given to a program that somebody let in: by consent, or
 * by a handoff.
 */
export type KeyKind = "secret" | "agent"

/** The last use of an API key. */
export interface KeyUse {
  /** When the key was used. */
  at: string
  /** Address of the caller; of IPv6, its network of 64 bits. */
  address: string
  /** The operation that was called, such as `sendDocument`. */
  operation: string | null
}

/** An API key. Its full value is shown only when the key is created. */
export interface ApiKey {
  /** Identifier, `key_…`. */
  id: string
  /** The first characters of the key. */
  keyPrefix: string
  /** Name of the key. */
  name: string
  /** Who uses the key. */
  kind: KeyKind
  /** Scopes of the key. */
  scopes: Scope[]
  /** The company that the key is bound to. Null when it is not bound to one. */
  companyId: string | null
  /** What the key is for, in the words of who made it. */
  label: string | null
  /** Networks (CIDR) that the key may be used from. Empty when it may be used from everywhere. */
  allowedNetworks: string[]
  /** Documents that may be sent with the key in a month. Null without a limit of its own. */
  documentsPerMonth: number | null
  /** The last use of the key. Null when it was not used. Only lists have it in REST. */
  lastUsed?: KeyUse | null
  /** The registered client that uses the key. Null for other keys. */
  clientId: string | null
  /** Of an agent, the person who let it in: their subject at the identity provider. Null when a key did. */
  allowedByUser: string | null
  /** The key that took its place in a rotation. Null when it was not rotated. */
  replacedById: string | null
  /** Requests per minute. Null when the limit of the plan applies. */
  rateLimit: number | null
  /** When the key was created. */
  createdAt: string
  /** When the key expires. Null when it never does. */
  expiresAt: string | null
}

/** An organization, as it describes itself. */
export interface Organization {
  /** The organization. */
  organizationId: string
  /** Name. The identifier until somebody names it. */
  name: string
  /** Country code. Null when it is not known. */
  country: string | null
  /** VAT number. */
  vatNumber: string | null
  /** Address for mails about the organization, such as warnings. */
  contactEmail: string | null
  /** Plan. It is set by who operates the service. */
  plan: Plan
  /** What the plan allows. The sandbox has no quota of documents, and none of storage. */
  limits: PlanLimits
  /** Bytes that the stored documents of all companies take now. */
  storedBytes: number
  /** When the organization was seen first. */
  createdAt: string
  /** When the organization of a sandbox ends. Null for others. */
  expiresAt: string | null
  /** When everything of the organization is deleted. Null when nobody has asked for it. */
  deletionDueAt: string | null
}

/** What a plan allows. */
export interface PlanLimits {
  /** Requests of one caller in 60 seconds. */
  requestsPerMinute: number
  /** Documents that may be sent in a month. Null means no limit. */
  documentsPerMonth: number | null
  /** Megabytes (1,000,000 bytes) that stored documents may take. Null means no limit. */
  storageMegabytes: number | null
  /** API keys in use. */
  apiKeys: number
}

/** A person who was seen with a token of the identity provider, and what the token allowed. */
export interface Member {
  /** Subject of the token. */
  userId: string
  /** E-mail address in the token. Null when it has none. */
  email: string | null
  /** Roles in the organization. */
  roles: Role[]
  /** Scopes that the roles and the token give. */
  scopes: Scope[]
  /** When the person was seen first. */
  firstSeenAt: string
  /** When the person last made a request. */
  lastSeenAt: string
  /** The operation of the last request. Null when it ran none. */
  lastOperation: string | null
}

/** A new link for a customer. */
export interface NewOnboardingLink {
  /** Identifier, `onb_…`. */
  id: string
  /** The company. */
  companyId: string
  /** When the link was made. */
  createdAt: string
  /** Until when it works. */
  expiresAt: string
  /** When the customer signed. Null before. */
  completedAt: string | null
  /** The proof of the signature. Null before. */
  signature: MandateSignature | null
  /** Address of the page. Send it to the customer: it is shown only in this answer. */
  url: string
}

/** Who signed a mandate, and what was signed. */
export interface MandateSignature {
  /** Name of the person. */
  name: string
  /** What the person is in the company. */
  role: string
  /** When it was signed. */
  signedAt: string
  /** Address that it was signed from; of IPv6, its network of 64 bits. */
  address: string
  /** What was signed, word by word. */
  text: string
  /** Hexadecimal SHA-256 of the text. */
  sha256: string
}

/** A link for a customer to sign once. */
export interface OnboardingLink {
  /** Identifier, `onb_…`. */
  id: string
  /** The company. */
  companyId: string
  /** When the link was made. */
  createdAt: string
  /** Until when it works. */
  expiresAt: string
  /** When the customer signed. Null before. */
  completedAt: string | null
  /** The proof of the signature. Null before. */
  signature: MandateSignature | null
}

/** What a company may use. Null is without a limit of its own. */
export interface CompanyQuotasInput {
  /** Documents that the company may send in a month. */
  documentsPerMonth?: number | null
  /** Requests per minute of all keys of the company together. */
  requestsPerMinute?: number | null
  /** Megabytes (1,000,000 bytes) that stored documents may take, after which the company sends no more. */
  storageMegabytes?: number | null
}

/** A webhook of the new company. */
export interface OnboardingWebhookInput {
  /** Address that events are posted to. It must be a public https address. */
  url: string
  /** Kinds of events to send; `*` stands for all kinds. By default those that the platform has decided. */
  events?: ("*" | "document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed")[]
  /** Secret that signs the deliveries. When absent, a secret is created. */
  secret?: string
}

/** An API key that is bound to the new company. */
export interface OnboardingKeyInput {
  /** Name of the key, such as its purpose. */
  name: string
  label?: string | null
  /** Scopes of the key. By default, the scopes of the caller. */
  scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
  expiresAt?: string | null
  rateLimit?: KeyLimitsInput | null
  /** Networks (CIDR) that the key may be used from. All when absent, or those of the key that created it. */
  allowedNetworks?: string[]
}

/** Limits of a key of its own. */
export interface KeyLimitsInput {
  /** Requests per minute. It can only lower what applies. */
  requestsPerMinute?: number | null
  /** Documents that may be sent with the key in a month. */
  documentsPerMonth?: number | null
}

/** A company with all that was created with it. */
export interface Onboarding {
  /** The new company. */
  company: Company
  /** The API key, with its full value. Null when none was requested. */
  apiKey: NewPlatformApiKey | null
  /** The webhook, with its secret. Null when none was requested. */
  webhook: NewWebhook | null
  /** What the registry and the network said. Null without `autoVerify`. */
  verification: CompanyVerification | null
}

/** A new API key of a platform, with its full value. */
export interface NewPlatformApiKey {
  /** Identifier, `key_…`. */
  id: string
  /** The first characters of the key. */
  keyPrefix: string
  /** Name of the key. */
  name: string
  /** Kind of key. */
  type: KeyType
  /** Who uses the key. */
  kind: KeyKind
  /** Scopes of the key. */
  scopes: Scope[]
  /** The company that the key is bound to. Null when it is not bound to one. */
  companyId: string | null
  /** What the key is for, in the words of who made it. */
  label: string | null
  /** Networks (CIDR) that the key may be used from. Empty when it may be used from everywhere. */
  allowedNetworks: string[]
  /** Documents that may be sent with the key in a month. Null without a limit of its own. */
  documentsPerMonth: number | null
  /** The last use of the key. Null when it was not used. Only lists have it in REST. */
  lastUsed?: KeyUse | null
  /** The registered client that uses the key. Null for other keys. */
  clientId: string | null
  /** Of an agent, the person who let it in: their subject at the identity provider. Null when a key did. */
  allowedByUser: string | null
  /** The key that took its place in a rotation. Null when it was not rotated. */
  replacedById: string | null
  /** Limits of the key of its own. */
  rateLimit: KeyLimits
  /** When the key was created. */
  createdAt: string
  /** When the key expires. Null when it never does. */
  expiresAt: string | null
  /** The full value of the key. Store it: it is shown only in this answer. */
  key: string
}

/** Limits of an API key of its own. */
export interface KeyLimits {
  /** Requests per minute. Null when the limit of the plan applies. */
  requestsPerMinute: number | null
  /** Documents that may be sent in a month. Null without a limit. */
  documentsPerMonth: number | null
}

/** A new webhook with its secret. */
export interface NewWebhook {
  /** Identifier, `wh_…`. */
  id: string
  /** Address that events are posted to. */
  url: string
  /** Kinds of events that are sent. */
  events: WebhookEvent[]
  /** The GraphQL subscription whose answer is posted. Null when the events are posted as they are in the feed. */
  document: string | null
  /** Status of the webhook. */
  status: WebhookStatus
  /** Only events about this company are sent. Null for events about all companies. */
  companyId: string | null
  /** Number of failed attempts since the last successful one. */
  failureCount: number
  /** When an event was last delivered. Null when none was. */
  lastDeliveredAt: string | null
  /** Why the webhook is paused. Null when it is active. */
  pauseReason: WebhookPauseReason | null
  /** When it was created. */
  createdAt: string
  /** The secret that signs the deliveries. Store it: it is shown only in this answer. */
  secret: string
}

/**
 * `*`: All kinds of events (`*` in REST). `document.received`: An incoming document was stored. `document.sent`:
 * A document was handed to the recipient's access point. `document.delivered`: The final delivery of a document
 * was confirmed. `document.failed`: The delivery of a document failed for good. `document.retrying`: An attempt
 * to deliver a document failed, and another one follows. `document.updated`: A document was tagged, archived,
 * annotated, linked or marked as read, or the network told more of the messages about it. `lifecycle.updated`:
 * The business status of a document changed. `payment.reversed`: A recorded payment was reversed: by a caller, or
 * by a return in a bank statement. `company.created`: The organization registered a company. `company.updated`:
 * Fields of a company changed. `company.deregistered`: A company was removed from the network. Its documents and
 * history stay. `company.smp_registered`: A company was published on the network and can receive documents.
 * `company.address_added`: A company was given a further electronic address. `company.address_published`: A
 * further electronic address of a company is on the network and receives. `company.address_ended`: The end of a
 * further electronic address of a company was set. `company.ownership_granted`: A company became the owner of its
 * participant id, or proved that it is. `company.ownership_pending`: A company does not own its participant id,
 * or lost it. It cannot send or receive. `company.ownership_rejected`: The operator of this service rejected a
 * proof of ownership. The company can start another. `company.join_requested`: A user asked to join a company.
 * `company.join_accepted`: An admin accepted the request of a user to join a company. `company.join_rejected`: An
 * admin rejected the request of a user to join a company. `domain.claimed`: A domain was claimed, or is looked up
 * again after it had failed. `domain.verified`: The proof of a domain was found in the DNS. It does not lead here
 * so far. `domain.activated`: A domain is served: with the brand, and for the keys of its owner. `domain.failed`:
 * A domain is not served, nor looked up: its records are missing, or another has it. `domain.released`: A domain
 * was released. Others may claim it. `company.suspended`: A platform suspended a company: it sends nothing, and
 * its keys and webhooks rest. `company.resumed`: A platform resumed a company that was suspended, with its keys
 * and webhooks. `company.offboarded`: A company left the platform: it is removed from the network, and its keys
 * and webhooks end. `company.reactivated`: A company that had left came back. Its keys have to be made anew.
 * `company.mandate_signed`: A customer confirmed its company and signed the mandate on an onboarding page.
 * `company.requirements_changed`: What is still to be done for a company changed. `requirements` of the company
 * says how. `organization.updated`: The profile or the plan of the organization changed.
 * `platform.settings_updated`: The branding or the defaults of a platform, or the branding of one company,
 * changed. `quota.storage_warning`: 80 % or 100 % of a quota of storage is used. At 100 %, further documents are
 * not sent. `quota.warning`: 80 % or 100 % of a monthly quota of documents is used. At 100 %, further documents
 * are refused. `cart.received`: A cart came back from a shop and became a draft purchase request. `cart.ordered`:
 * A cart was ordered: a purchase order is on its way to the partner. `cart.discarded`: A cart was discarded.
 * Nothing was ordered. `partner.created`: A trading partner was created, by a caller or by the first exchange
 * with it. `partner.updated`: Fields of a partner changed. `partner.deleted`: A partner was deleted, or merged
 * into another one. `compliance.reported`: A report about a document to an authority was accepted, or failed.
 * `compliance.period_reported`: The report of a period of e-reporting was accepted, or failed.
 * `portability.changed`: A request to change platforms was made, answered, carried out or withdrawn.
 * `bulk.completed`: A bulk operation ended: it was completed or cancelled, or it failed. `handoff.created`:
 * Somebody created a handoff, which gives a program access once. `handoff.redeemed`: A program redeemed a handoff
 * and has access now.
 */
export type WebhookEvent = "*" | "document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed"

/** `active`: Events are sent to the webhook. `paused`: Nothing is sent until the webhook is active again. */
export type WebhookStatus = "active" | "paused"

/**
 * `caller`: Somebody paused it. `failures`: All attempts of a delivery have failed. `company`: Its company is
 * suspended. It goes on with the company. `agent`: The access of the agent that made it has ended.
 */
export type WebhookPauseReason = "caller" | "failures" | "company" | "agent"

/** What the registry and the network said about a company before it was stored. */
export interface CompanyVerification {
  /** The registry. */
  provider: string
  /** Name in the registry. */
  name: string
  /** Registered name. */
  legalName: string | null
  /** When the registry gave the data. */
  checkedAt: string
  /** Whether the participant id is published on the network already. Null when the network could not be asked. */
  isOnNetwork: boolean | null
}

/** A managed company with what it uses and what fails. */
export interface ManagedCompany {
  /** Identifier, `comp_…`. */
  id: string
  /** Identifier of the organization that the company belongs to. */
  organizationId: string
  /** Identifier in the caller's own system, unique in the organization. */
  externalId: string | null
  /** Display name. */
  name: string
  /** Registered name. */
  legalName: string | null
  /** The name in a form for URLs. */
  slug: string
  /** VAT number. */
  vatNumber: string
  /** National tax number. */
  taxNumber: string | null
  /** Number in the national register. */
  registrationNumber: string | null
  /** Country code, derived from the VAT number. */
  country: string
  /** Participant id on the network, derived from the VAT number. */
  peppolId: string
  /** Other identifiers. */
  additionalIdentifiers: Identifier[]
  /** Identifier of the address. */
  legalAddressId: string | null
  /** Registered address. REST omits it with `include_address=false`. */
  address?: Address | null
  /** Whether the company is listed in the public directory. */
  isPublic: boolean
  /** The registry that the company's data comes from. */
  dataProviderType: string | null
  /** When the registry last gave the data. */
  dataProviderSyncDate: string | null
  /** Kinds of documents that the company sends and receives. */
  capabilities: Capabilities
  /** Status of the company. */
  status: CompanyStatus
  /** The suspension of the company. Null when it is not suspended. */
  suspension: CompanySuspension | null
  /** Documents that the company may send in a month. Null without a limit. */
  documentsPerMonth: number | null
  /** Megabytes that its stored documents may take, after which it sends no more. Null without a limit. */
  storageMegabytes: number | null
  /** Requests per minute of all its keys together. Null without a limit. */
  requestsPerMinute: number | null
  /** Whether the company receives documents. One that only sends is not published. */
  receivesDocuments: boolean
  /** Whether the company is published on the network. */
  smpRegistered: boolean
  /** Since when the company is published. Null when it is not. */
  smpRegisteredAt: string | null
  /** Progress of publishing the company on the network. */
  smp: Publication
  /** Whether the company owns its participant id. */
  ownership: Ownership
  /** Status of the reporting to authorities, by country code. */
  compliance: Record<string, unknown>
  /** What is still to be done. REST omits it where it omits the address. */
  requirements?: CompanyRequirement[]
  /** Preferences of the company, such as `defaultCurrency` and `emailFallback`. */
  settings: Record<string, unknown>
  /** Number of documents that the company exchanged. */
  stats: CompanyStats
  /** Free data of the caller: names with text values. */
  metadata: Record<string, string>
  /** When the company was registered. */
  createdAt: string
  /** When the company was last changed. */
  updatedAt: string
  /** What the company used in this month. */
  usage: ManagedUsage
  /** When the company last sent or received a document. Null when it never did. */
  lastActivityAt: string | null
  /** What fails at the company. */
  health: ManagedHealth
}

/** What a company used in this month. */
export interface ManagedUsage {
  /** The month, `YYYY-MM`. */
  month: string
  /** Number of documents that the company sent. */
  documentsSent: number
  /** Its quota. Null without one. */
  documentsPerMonth: number | null
  /** Bytes that its stored documents take now. */
  storedBytes: number
  /** Its quota of storage in megabytes (1,000,000 bytes). Null without one. */
  storageMegabytes: number | null
}

/** What fails at a company. */
export interface ManagedHealth {
  /** Documents of this month whose delivery failed or was rejected. */
  failedDeliveries: number
  /** Reports of this month to authorities that failed. */
  failedReports: number
  /** Webhooks of the company that are paused. */
  pausedWebhooks: number
}

/** What the companies of the organization used in a period. */
export interface PlatformUsage {
  /** What a group stands for. */
  groupBy: UsageGrouping
  /** First day of the period. */
  from: string
  /** Last day of the period. */
  to: string
  /** First day of the period before. */
  previousFrom: string
  /** Last day of the period before. */
  previousTo: string
  /** Documents of the whole organization in the period. */
  total: UsageCounts
  /** Documents of the whole organization in the period before. */
  previous: UsageCounts
  /** Number of groups of the period and the one before. The answer has as many as `rows` asks for. */
  groupCount: number
  /** One entry for each group, the one with most documents first. */
  groups: UsageGroup[]
}

/**
 * `company`: One row for each company of the organization. `country`: One row for each country of the other
 * party. `type`: One row for each kind of document.
 */
export type UsageGrouping = "company" | "country" | "type"

/** Number of documents in a period. */
export interface UsageCounts {
  /** Number of documents that the recipient's access point accepted. */
  sent: number
  /** Number of documents received. */
  received: number
  /** Number of documents whose delivery was confirmed. */
  delivered: number
  /** Number of documents whose delivery failed. */
  failed: number
}

/** What a company, a country or a kind of document stands for. */
export interface UsageGroup {
  /** Identifier of the company, code of the country, or kind of document. Empty for an unknown country. */
  key: string
  /** Name of the company. Null for other groups. */
  name: string | null
  /** Identifier of the company in the caller's own system. */
  externalId: string | null
  /** Documents in the period. */
  documents: UsageCounts
  /** Documents in the period before. */
  previous: UsageCounts
}

/** A company to onboard. */
export interface OnboardingItem {
  /** VAT number: two capital letters for the country, then the number. */
  vatNumber: string
  /**
   * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name the
   * object by it: `ext:<identifier>`.
   */
  externalId?: string
  /** Display name. */
  name?: string
  address?: AddressInput
  /** Other identifiers, such as GLN, DUNS or SIRET. */
  additionalIdentifiers?: IdentifierInput[]
  capabilities?: CapabilitiesInput
  /**
   * Preferences of the company. `defaultCurrency`: currency of documents that state none (default EUR).
   * `emailFallback`: whether an invoice goes by e-mail when the network cannot deliver it (default false).
   * `autoCreatePartners`: whether an exchange with a new party creates a partner (default true). `autoReporting`:
   * whether reports to authorities are sent automatically: true (default), false, or by country as in `{"FR":
   * false}`. `collectionReporting`: of which invoices the French portal is told the collection (status 212):
   * `all` (default), or `vat_on_collection` for those whose VAT is due when it is paid. `vatRegime`: how a French
   * company declares its VAT, which decides the periods of e-reporting: `monthly` (default), `quarterly`,
   * `simplified` or `exempt`. `contact`: `name`, `phone` and `email` of the contact on the invoices of the
   * company, which Germany requires. `account`: `iban`, `bic` and `name` of the bank account on invoices whose
   * bodies say no means of payment. `letterhead`: colour and logo of the readable views of its documents, as in
   * `{"color": "#1f4e79", "logo": "data:image/png;base64,…"}`.
   */
  settings?: Record<string, unknown>
  /** Status of the reporting to authorities, by country code. */
  compliance?: Record<string, unknown>
  /**
   * Free data as names with text values: at most 40 names, each of at most 40 characters, with values of at most
   * 500 characters.
   */
  metadata?: Record<string, string | null>
  /** Whether the company receives documents (default true). One that only sends is not published. */
  receiveDocuments?: boolean
  /**
   * Whether the registry and the network are asked about the company before it is stored (default true). What
   * they say is in the answer. Without it, `name` is required.
   */
  autoVerify?: boolean
  quotas?: CompanyQuotasInput
  /** A webhook for the events of the company, created with it. */
  webhook?: OnboardingWebhookInput
  /** An API key that is bound to the company, created with it. */
  apiKey?: OnboardingKeyInput
}

/** What needs attention at all managed companies. */
export interface PlatformHealth {
  /** When it was counted. */
  checkedAt: string
  /** All together. */
  total: HealthCounts
  /** The companies, the one with most first. */
  companies: CompanyHealth[]
}

/** Numbers of what needs attention. */
export interface HealthCounts {
  /** Documents of this month whose delivery failed or was rejected. */
  failedDeliveries: number
  /** Reports of this month to authorities that failed. */
  failedReports: number
  /** Reports that the authority does not have although they are due. */
  overdueReports: number
  /** Webhooks that are paused. */
  pausedWebhooks: number
  /** API keys that end soon. */
  expiringKeys: number
  /** Quotas of which 80 % or more are used. */
  nearQuotas: number
}

/** What needs attention at a company. */
export interface CompanyHealth {
  /** The company. Null for what concerns all companies. */
  companyId: string | null
  /** Name of the company. */
  name: string | null
  /** Identifier of the company in the caller's own system. */
  externalId: string | null
  /** Documents of this month whose delivery failed or was rejected. */
  failedDeliveries: number
  /** Reports of this month to authorities that failed. */
  failedReports: number
  /** Reports that the authority does not have although they are due. */
  overdueReports: number
  /** Webhooks that are paused. */
  pausedWebhooks: number
  /** API keys that end soon. */
  expiringKeys: number
  /** Quotas of which 80 % or more are used. */
  nearQuotas: number
}

/** What a platform decides for its companies, or for one of them. */
export interface PlatformSettings {
  /** The company. Null for the whole organization. */
  companyId: string | null
  /** The look that holds, with what is inherited. */
  branding: Brand
  /** Names of the fields of the branding that are said here, and not inherited. */
  ownBranding: string[]
  /** What new companies begin with. Null for a single company. */
  defaults: CompanyDefaults | null
  /** The own domain that links in mails begin with. Null when no domain is active. */
  customDomain: string | null
  /** When the settings were last changed. Null when they never were. */
  updatedAt: string | null
}

/** Colours that can be read on each other. */
export interface BrandColors {
  /** Colour of titles, table heads and buttons. */
  primary: string
  /** Colour of the background of pages. */
  background: string
  /** Colour of text on the background. */
  text: string
}

/** The look of documents, mails and pages. */
export interface Brand {
  /** Name of the product. */
  name: string | null
  /** Logo, as a `data:` address with a PNG or a safe SVG drawing. */
  logo: string | null
  /** Colours. */
  colors: BrandColors
  /** Address for questions. */
  supportEmail: string | null
  /** Name of the sender of mails. */
  senderName: string | null
  /** Whether documents of companies without a letterhead of their own have the logo and the colour. */
  letterhead: boolean
}

/** What new companies begin with. */
export interface CompanyDefaults {
  /** Settings of new companies. */
  settings?: Record<string, unknown>
  /** Kinds of documents that new companies send and receive. */
  capabilities: Capabilities | null
  /** Kinds of events of a webhook that names none. */
  webhookEvents?: WebhookEvent[]
  /** Documents that a new company may send in a month. */
  documentsPerMonth?: number
  /** Requests per minute of all keys of a new company. */
  requestsPerMinute?: number
  /** Megabytes that documents of a new company may take. */
  storageMegabytes?: number
}

/** The look of documents, mails and pages. What is absent stays. */
export interface BrandingInput {
  /** Name of the product. */
  name?: unknown
  /**
   * Logo. It is a data: URL in base64 with a PNG (eight bits per sample, not interlaced) or an SVG drawing of at
   * most 32 kB and 2,000 pixels per side. Of a drawing only shapes and colours are kept.
   */
  logo?: string | null
  /** Colours. The contrast is checked (`BRANDING_CONTRAST`). */
  colors?: BrandColorsInput | null
  /** Address for questions. Mails are answered to it. */
  supportEmail?: string | null
  /** Name of the sender of mails (default: `name`). */
  senderName?: unknown
  /** Whether documents of companies without a letterhead of their own have the logo and the colour (default true). */
  letterhead?: boolean | null
}

/** Colours that can be read on each other. */
export interface BrandColorsInput {
  /** Colour of titles, table heads and buttons. */
  primary: string
  /** Colour of the background of pages (default white). */
  background?: string
  /** Colour of text on the background (default `#222222`). */
  text?: string
}

/** What new companies begin with. What is absent stays. */
export interface CompanyDefaultsInput {
  /** Settings of new companies, under those that are given. */
  settings?: Record<string, unknown> | null
  /** Kinds of documents, where none are given. */
  capabilities?: CapabilitiesInput | null
  /** Kinds of events of a webhook that names none. */
  webhookEvents?: ("*" | "document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed")[] | null
  /** Documents that a new company may send in a month. */
  documentsPerMonth?: number | null
  /** Requests per minute of all keys of a new company. */
  requestsPerMinute?: number | null
  /** Megabytes that documents of a new company may take. */
  storageMegabytes?: number | null
}

/** An own domain of an organization, or of one company. */
export interface Domain {
  /** Identifier, `dom_…`. */
  id: string
  /** The domain, in the letters of the DNS. */
  domain: string
  /** The company that it is for. Null for the whole organization. */
  companyId: string | null
  /** Status. */
  status: DomainStatus
  /** What is missing. Null while all is well, and before the first look. */
  problem: DomainProblem | null
  /** The records that it needs in the DNS. */
  records: DnsRecord[]
  /** Whether links begin with it where several domains could (`customDomain` of the settings). */
  preferred: boolean
  /** When it was claimed. */
  createdAt: string
  /** When it was last looked up. Null before the first time. */
  checkedAt: string | null
  /** When everything was last found as it has to be. Null when it never was. */
  soundAt: string | null
  /** When it was last changed. */
  updatedAt: string
}

/**
 * `pending`: The proof was not found in the DNS so far. `verified`: The proof was found, and the domain does not
 * lead here so far. `active`: The domain is served. `failed`: The records did not come within seven days, or they
 * are gone. The domain is not served, nor looked up.
 */
export type DomainStatus = "pending" | "verified" | "active" | "failed"

/**
 * `no_proof`: The TXT record is missing. `other_proof`: The TXT record has the text of another claim.
 * `no_address`: The domain leads nowhere. `elsewhere`: The domain leads to another server. `unreachable`: The
 * name servers of the domain do not answer. `taken`: Another organization has proved the domain.
 */
export type DomainProblem = "no_proof" | "other_proof" | "no_address" | "elsewhere" | "unreachable" | "taken"

/** A record that a domain needs in the DNS. */
export interface DnsRecord {
  /** `TXT`, and `CNAME` or, where the service has no name, `A` or `AAAA`. */
  type: string
  /** Name of the record. */
  name: string
  /** Value of the record. */
  value: string
  /** What it is for. */
  why: string
}

/** A change that somebody made. */
export interface AuditEntry {
  /** Identifier, `aud_…`. */
  id: string
  /** When it was made. */
  at: string
  /** What was changed. */
  kind: AuditKind
  /** The key, webhook or company that was changed. */
  subjectId: string
  /** The company that it concerns. Null when it concerns all. */
  companyId: string | null
  /** The operation that made it. */
  operation: string
  /** The request that made it. */
  requestId: string
  /** The API key that made it. Null for a user. */
  keyId: string | null
  /** The user who made it. Null for an API key. */
  userId: string | null
  /** Name of the key, or address of the user. */
  callerLabel: string
  /** The fields that changed. */
  changes: AuditChange[]
}

/**
 * `key`: An API key was created, rotated or revoked. `webhook`: A webhook was created, changed or deleted.
 * `quotas`: The quotas of a company changed. `settings`: The settings of a company or of the platform changed.
 * `domain`: An own domain was claimed, checked or released. `company`: A company was suspended, resumed, removed,
 * published or brought back. `organization`: The plan or the profile of the organization changed. `member`: A
 * person was seen for the first time or with other roles or scopes, or a request to join was decided.
 */
export type AuditKind = "key" | "webhook" | "quotas" | "settings" | "domain" | "company" | "organization" | "member"

/** A field that changed. */
export interface AuditChange {
  /** Name of the field. */
  field: string
  /** Value before, as text or JSON. Null when there was none. */
  from: string | null
  /** Value after, as text or JSON. Null when there is none. */
  to: string | null
}

/** An API key of a platform. */
export interface PlatformApiKey {
  /** Identifier, `key_…`. */
  id: string
  /** The first characters of the key. */
  keyPrefix: string
  /** Name of the key. */
  name: string
  /** Kind of key. */
  type: KeyType
  /** Who uses the key. */
  kind: KeyKind
  /** Scopes of the key. */
  scopes: Scope[]
  /** The company that the key is bound to. Null when it is not bound to one. */
  companyId: string | null
  /** What the key is for, in the words of who made it. */
  label: string | null
  /** Networks (CIDR) that the key may be used from. Empty when it may be used from everywhere. */
  allowedNetworks: string[]
  /** Documents that may be sent with the key in a month. Null without a limit of its own. */
  documentsPerMonth: number | null
  /** The last use of the key. Null when it was not used. Only lists have it in REST. */
  lastUsed?: KeyUse | null
  /** The registered client that uses the key. Null for other keys. */
  clientId: string | null
  /** Of an agent, the person who let it in: their subject at the identity provider. Null when a key did. */
  allowedByUser: string | null
  /** The key that took its place in a rotation. Null when it was not rotated. */
  replacedById: string | null
  /** Limits of the key of its own. */
  rateLimit: KeyLimits
  /** When the key was created. */
  createdAt: string
  /** When the key expires. Null when it never does. */
  expiresAt: string | null
}

/** An endpoint that receives events by HTTP POST. */
export interface Webhook {
  /** Identifier, `wh_…`. */
  id: string
  /** Address that events are posted to. */
  url: string
  /** Kinds of events that are sent. */
  events: WebhookEvent[]
  /** The GraphQL subscription whose answer is posted. Null when the events are posted as they are in the feed. */
  document: string | null
  /** Status of the webhook. */
  status: WebhookStatus
  /** Only events about this company are sent. Null for events about all companies. */
  companyId: string | null
  /** Number of failed attempts since the last successful one. */
  failureCount: number
  /** When an event was last delivered. Null when none was. */
  lastDeliveredAt: string | null
  /** Why the webhook is paused. Null when it is active. */
  pauseReason: WebhookPauseReason | null
  /** When it was created. */
  createdAt: string
}

/** A webhook after a change, with its new secret if one was requested. */
export interface ChangedWebhook {
  /** Identifier, `wh_…`. */
  id: string
  /** Address that events are posted to. */
  url: string
  /** Kinds of events that are sent. */
  events: WebhookEvent[]
  /** The GraphQL subscription whose answer is posted. Null when the events are posted as they are in the feed. */
  document: string | null
  /** Status of the webhook. */
  status: WebhookStatus
  /** Only events about this company are sent. Null for events about all companies. */
  companyId: string | null
  /** Number of failed attempts since the last successful one. */
  failureCount: number
  /** When an event was last delivered. Null when none was. */
  lastDeliveredAt: string | null
  /** Why the webhook is paused. Null when it is active. */
  pauseReason: WebhookPauseReason | null
  /** When it was created. */
  createdAt: string
  /** The secret that signs the deliveries. Store it: it is shown only in this answer. */
  secret?: string
}

/** The delivery of a test, with what was posted. */
export interface TestedDelivery {
  /** Identifier, `dlv_…`. The header `X-Service-Delivery` contains it. */
  id: string
  /** Identifier of the webhook. */
  webhookId: string
  /** Identifier of the event, `evt_…`, the same as in the feed. */
  eventId: string
  /** Kind of event, such as `document.received`, or `webhook.test` for a test. */
  eventType: string
  /** Status of the delivery. */
  status: WebhookDeliveryStatus
  /** Every attempt, in order. */
  attempts: WebhookAttempt[]
  /** When the next attempt is due. Null when the delivery has ended, or the webhook is paused. */
  nextAttemptAt: string | null
  /** When the endpoint accepted the event. Null when it has not. */
  deliveredAt: string | null
  /** When it was created. */
  createdAt: string
  /** The body that was posted, as a text in JSON. */
  body: string
}

/**
 * `pending`: The next attempt is waiting for its time. `delivered`: The endpoint accepted the event. `failed`:
 * All attempts have failed.
 */
export type WebhookDeliveryStatus = "pending" | "delivered" | "failed"

/** One attempt at a delivery. */
export interface WebhookAttempt {
  /** Number of the attempt, from 1. */
  number: number
  /** When the attempt started. */
  at: string
  /** Duration of the attempt in milliseconds. */
  durationMs: number
  /** HTTP status of the answer. Null when there was none. */
  status: number | null
  /** Why the attempt failed. Null when it succeeded. */
  error: string | null
  /** The first 2 kB of the answer. Null when there was none. */
  response: string | null
}

/** The delivery of one event to one webhook. */
export interface WebhookDelivery {
  /** Identifier, `dlv_…`. The header `X-Service-Delivery` contains it. */
  id: string
  /** Identifier of the webhook. */
  webhookId: string
  /** Identifier of the event, `evt_…`, the same as in the feed. */
  eventId: string
  /** Kind of event, such as `document.received`, or `webhook.test` for a test. */
  eventType: string
  /** Status of the delivery. */
  status: WebhookDeliveryStatus
  /** Every attempt, in order. */
  attempts: WebhookAttempt[]
  /** When the next attempt is due. Null when the delivery has ended, or the webhook is paused. */
  nextAttemptAt: string | null
  /** When the endpoint accepted the event. Null when it has not. */
  deliveredAt: string | null
  /** When it was created. */
  createdAt: string
}

/** The request that a delivery posts, without what signs it. */
export interface WebhookDeliveryRequest {
  /** Identifier of the delivery. */
  deliveryId: string
  /** Address of the webhook, which the request is posted to. */
  url: string
  /** Headers of the last attempt. The signature is left out. */
  headers: WebhookHeader[]
  /**
   * The body, as a text in JSON, at most its first 65,536 characters. Null when its event is no longer kept, for
   * a callback of a flow, and for a test of a webhook with a document.
   */
  body: string | null
  /** Length of the whole body in bytes. Null without a body. */
  bytes: number | null
}

/** One header of a request. */
export interface WebhookHeader {
  /** Name of the header. */
  name: string
  /** Value of the header. */
  value: string
}

/** An event. Its `type` decides which payload it has. */
export type Event = DocumentReceivedEvent | DocumentSentEvent | DocumentDeliveredEvent | DocumentFailedEvent | DocumentRetryingEvent | DocumentUpdatedEvent | LifecycleUpdatedEvent | PaymentReversedEvent | CompanyCreatedEvent | CompanyUpdatedEvent | CompanyDeregisteredEvent | CompanySmpRegisteredEvent | CompanyAddressAddedEvent | CompanyAddressPublishedEvent | CompanyAddressEndedEvent | CompanyOwnershipGrantedEvent | CompanyOwnershipPendingEvent | CompanyOwnershipRejectedEvent | CompanyJoinRequestedEvent | CompanyJoinAcceptedEvent | CompanyJoinRejectedEvent | DomainClaimedEvent | DomainVerifiedEvent | DomainActivatedEvent | DomainFailedEvent | DomainReleasedEvent | CompanySuspendedEvent | CompanyResumedEvent | CompanyOffboardedEvent | CompanyReactivatedEvent | CompanyMandateSignedEvent | CompanyRequirementsChangedEvent | OrganizationUpdatedEvent | PlatformSettingsUpdatedEvent | QuotaStorageWarningEvent | QuotaWarningEvent | CartReceivedEvent | CartOrderedEvent | CartDiscardedEvent | PartnerCreatedEvent | PartnerUpdatedEvent | PartnerDeletedEvent | ComplianceReportedEvent | CompliancePeriodReportedEvent | PortabilityChangedEvent | BulkCompletedEvent | HandoffCreatedEvent | HandoffRedeemedEvent

/** An incoming document was stored. */
export interface DocumentReceivedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "document.received"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DocumentReceivedData
}

/** The payload. */
export interface DocumentReceivedData {
  /** Identifier of the document. */
  documentId: string
  /** Kind of document. */
  type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
  /** Number of the document, assigned by its issuer. */
  number: string
  /** Always `incoming`. */
  direction: "incoming"
  /** Sender of the document. */
  sender: {
    peppolId: string | null
    /** Name. */
    name: string | null
  }
  /** Recipient of the document. */
  receiver: {
    peppolId: string | null
    /** Name. */
    name: string | null
  }
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A document was handed to the recipient's access point. */
export interface DocumentSentEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "document.sent"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DocumentSentData
}

/** The payload. */
export interface DocumentSentData {
  /** Identifier of the document. */
  documentId: string
  /** Kind of document. */
  type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
  /** When the recipient's access point accepted the document. */
  sentAt: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The final delivery of a document was confirmed. */
export interface DocumentDeliveredEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "document.delivered"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DocumentDeliveredData
}

/** The payload. */
export interface DocumentDeliveredData {
  /** Identifier of the document. */
  documentId: string
  /** When the delivery was confirmed. */
  deliveredAt: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The delivery of a document failed for good. */
export interface DocumentFailedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "document.failed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DocumentFailedData
}

/** The payload. */
export interface DocumentFailedData {
  /** Identifier of the document. */
  documentId: string
  /** Code of the reason why the delivery failed. */
  errorCode: string
  /** Why the delivery failed, in words. */
  errorMessage: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** An attempt to deliver a document failed, and another one follows. */
export interface DocumentRetryingEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "document.retrying"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DocumentRetryingData
}

/** The payload. */
export interface DocumentRetryingData {
  /** Identifier of the document. */
  documentId: string
  /** Number of the attempt that failed, from 1. */
  attempt: number
  /** Code of the reason why the attempt failed. */
  errorCode: string
  /** Why the attempt failed, in words. */
  errorMessage: string
  /** When the next attempt is made. */
  nextAttemptAt: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/**
 * A document was tagged, archived, annotated, linked or marked as read, or the network told more of the messages
 * about it.
 */
export interface DocumentUpdatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "document.updated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DocumentUpdatedData
}

/** The payload. */
export interface DocumentUpdatedData {
  /** Identifier of the document. */
  documentId: string
  /** The changes to the document. */
  changes: {
    /** Name of the changed field. */
    field: string
    /** Value before the change. Null when there was none. */
    from: boolean | string | string[] | null
    /** Value after the change. Null when there is none. */
    to: boolean | string | string[] | null
  }[]
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The business status of a document changed. */
export interface LifecycleUpdatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "lifecycle.updated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: LifecycleUpdatedData
}

/** The payload. */
export interface LifecycleUpdatedData {
  /** Identifier of the document. */
  documentId: string
  /** Business status before the change. */
  previousStatus: "draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected"
  /** Business status after the change. */
  currentStatus: "draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected"
  /** French status after the change. Null when the document has none. */
  frenchStatus: string | null
  /** The report of this change to an authority. Null when no authority receives one. */
  compliance: {
    /** The authority that receives the report. */
    reportedTo: "PPF" | "SDI"
    /** Status of the report. */
    status: "pending" | "reported" | "failed"
    /** When the report is next sent or checked. Null when nothing more is planned. */
    nextCheckAt: string | null
  } | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A recorded payment was reversed: by a caller, or by a return in a bank statement. */
export interface PaymentReversedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "payment.reversed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: PaymentReversedData
}

/** The payload. */
export interface PaymentReversedData {
  /** Identifier of the payment. */
  paymentId: string
  /** Identifier of the document. */
  documentId: string
  /** Amount of the payment, which no longer counts. */
  amount: string
  /** Currency of the amounts. */
  currency: string
  /** Sum of the payments of the document that still count. */
  amountPaid: string
  /** Date of the reversal. */
  reversedOn: string
  /** Why the payment was reversed. Null when no reason was given. */
  reason: string | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The organization registered a company. */
export interface CompanyCreatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.created"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyCreatedData
}

/** The payload. */
export interface CompanyCreatedData {
  /** Identifier of the company. */
  companyId: string
  /** VAT number. */
  vatNumber: string
  /** Participant id. */
  peppolId: string
}

/** Fields of a company changed. */
export interface CompanyUpdatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.updated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyUpdatedData
}

/** The payload. */
export interface CompanyUpdatedData {
  /** Identifier of the company. */
  companyId: string
  /** Names of the changed fields. */
  changes: string[]
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A company was removed from the network. Its documents and history stay. */
export interface CompanyDeregisteredEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.deregistered"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyDeregisteredData
}

/** The payload. */
export interface CompanyDeregisteredData {
  /** Identifier of the company. */
  companyId: string
  /** Participant id. */
  peppolId: string
}

/** A company was published on the network and can receive documents. */
export interface CompanySmpRegisteredEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.smp_registered"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanySmpRegisteredData
}

/** The payload. */
export interface CompanySmpRegisteredData {
  /** Identifier of the company. */
  companyId: string
  /** Participant id. */
  peppolId: string
}

/** A company was given a further electronic address. */
export interface CompanyAddressAddedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.address_added"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyAddressAddedData
}

/** The payload. */
export interface CompanyAddressAddedData {
  /** Identifier of the company. */
  companyId: string
  /** Identifier of the address. */
  addressId: string
  /** The address. */
  address: string
  /** What it takes. */
  takes: "everything" | "statuses"
}

/** A further electronic address of a company is on the network and receives. */
export interface CompanyAddressPublishedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.address_published"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyAddressPublishedData
}

/** The payload. */
export interface CompanyAddressPublishedData {
  /** Identifier of the company. */
  companyId: string
  /** Identifier of the address. */
  addressId: string
  /** The address. */
  address: string
}

/** The end of a further electronic address of a company was set. */
export interface CompanyAddressEndedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.address_ended"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyAddressEndedData
}

/** The payload. */
export interface CompanyAddressEndedData {
  /** Identifier of the company. */
  companyId: string
  /** Identifier of the address. */
  addressId: string
  /** The address. */
  address: string
  /** First day on which it does not receive any more. */
  endsOn: string
}

/** A company became the owner of its participant id, or proved that it is. */
export interface CompanyOwnershipGrantedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.ownership_granted"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyOwnershipGrantedData
}

/** The payload. */
export interface CompanyOwnershipGrantedData {
  /** Identifier of the company. */
  companyId: string
  /** Participant id. */
  peppolId: string
  /** How the ownership was proved. Null when the sandbox granted it without a proof. */
  proof: "mail" | "dns" | "mandate" | "operator" | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A company does not own its participant id, or lost it. It cannot send or receive. */
export interface CompanyOwnershipPendingEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.ownership_pending"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyOwnershipPendingData
}

/** The payload. */
export interface CompanyOwnershipPendingData {
  /** Identifier of the company. */
  companyId: string
  /** Participant id. */
  peppolId: string
  /** Why the ownership is pending. */
  reason: "owned_by_another" | "proof_required" | "taken_over"
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The operator of this service rejected a proof of ownership. The company can start another. */
export interface CompanyOwnershipRejectedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.ownership_rejected"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyOwnershipRejectedData
}

/** The payload. */
export interface CompanyOwnershipRejectedData {
  /** Identifier of the company. */
  companyId: string
  /** Participant id. */
  peppolId: string
  /** The proof that was rejected: `mandate` or `operator`. */
  method: "mail" | "dns" | "mandate" | "operator"
  /** Why the operator of this service rejected it. */
  rejection: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A user asked to join a company. */
export interface CompanyJoinRequestedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.join_requested"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyJoinRequestedData
}

/** The payload. */
export interface CompanyJoinRequestedData {
  /** Identifier of the company. */
  companyId: string
  /** Identifier of the join request. */
  joinRequestId: string
  /** Identifier of the user who asks to join, at the identity provider. */
  userId: string
  /** E-mail address of the user. Null when the token has none. */
  email: string | null
}

/** An admin accepted the request of a user to join a company. */
export interface CompanyJoinAcceptedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.join_accepted"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyJoinAcceptedData
}

/** The payload. */
export interface CompanyJoinAcceptedData {
  /** Identifier of the company. */
  companyId: string
  /** Identifier of the join request. */
  joinRequestId: string
  /** Identifier of the user who asks to join, at the identity provider. */
  userId: string
  /** The user or API key that decided. */
  decidedBy: string
}

/** An admin rejected the request of a user to join a company. */
export interface CompanyJoinRejectedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.join_rejected"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyJoinRejectedData
}

/** The payload. */
export interface CompanyJoinRejectedData {
  /** Identifier of the company. */
  companyId: string
  /** Identifier of the join request. */
  joinRequestId: string
  /** Identifier of the user who asks to join, at the identity provider. */
  userId: string
  /** The user or API key that decided. */
  decidedBy: string
}

/** A domain was claimed, or is looked up again after it had failed. */
export interface DomainClaimedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "domain.claimed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DomainClaimedData
}

/** The payload. */
export interface DomainClaimedData {
  /** Identifier of the domain. */
  domainId: string
  /** The company that it is for. Null for the whole organization. */
  companyId: string | null
  /** The domain. */
  domain: string
  /** What is missing. Null while all is well. */
  problem: "no_proof" | "other_proof" | "no_address" | "elsewhere" | "unreachable" | "taken" | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The proof of a domain was found in the DNS. It does not lead here so far. */
export interface DomainVerifiedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "domain.verified"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DomainVerifiedData
}

/** The payload. */
export interface DomainVerifiedData {
  /** Identifier of the domain. */
  domainId: string
  /** The company that it is for. Null for the whole organization. */
  companyId: string | null
  /** The domain. */
  domain: string
  /** What is missing. Null while all is well. */
  problem: "no_proof" | "other_proof" | "no_address" | "elsewhere" | "unreachable" | "taken" | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A domain is served: with the brand, and for the keys of its owner. */
export interface DomainActivatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "domain.activated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DomainActivatedData
}

/** The payload. */
export interface DomainActivatedData {
  /** Identifier of the domain. */
  domainId: string
  /** The company that it is for. Null for the whole organization. */
  companyId: string | null
  /** The domain. */
  domain: string
  /** What is missing. Null while all is well. */
  problem: "no_proof" | "other_proof" | "no_address" | "elsewhere" | "unreachable" | "taken" | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A domain is not served, nor looked up: its records are missing, or another has it. */
export interface DomainFailedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "domain.failed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DomainFailedData
}

/** The payload. */
export interface DomainFailedData {
  /** Identifier of the domain. */
  domainId: string
  /** The company that it is for. Null for the whole organization. */
  companyId: string | null
  /** The domain. */
  domain: string
  /** What is missing. Null while all is well. */
  problem: "no_proof" | "other_proof" | "no_address" | "elsewhere" | "unreachable" | "taken" | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A domain was released. Others may claim it. */
export interface DomainReleasedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "domain.released"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: DomainReleasedData
}

/** The payload. */
export interface DomainReleasedData {
  /** Identifier of the domain. */
  domainId: string
  /** The company that it is for. Null for the whole organization. */
  companyId: string | null
  /** The domain. */
  domain: string
  /** What is missing. Null while all is well. */
  problem: "no_proof" | "other_proof" | "no_address" | "elsewhere" | "unreachable" | "taken" | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A platform suspended a company: it sends nothing, and its keys and webhooks rest. */
export interface CompanySuspendedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.suspended"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanySuspendedData
}

/** The payload. */
export interface CompanySuspendedData {
  /** Identifier of the company. */
  companyId: string
  /** Why, in the words of the platform. Null when no reason was given. */
  reason: string | null
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A platform resumed a company that was suspended, with its keys and webhooks. */
export interface CompanyResumedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.resumed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyResumedData
}

/** The payload. */
export interface CompanyResumedData {
  /** Identifier of the company. */
  companyId: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A company left the platform: it is removed from the network, and its keys and webhooks end. */
export interface CompanyOffboardedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.offboarded"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyOffboardedData
}

/** The payload. */
export interface CompanyOffboardedData {
  /** Identifier of the company. */
  companyId: string
  /** Participant id. */
  peppolId: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A company that had left came back. Its keys have to be made anew. */
export interface CompanyReactivatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.reactivated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyReactivatedData
}

/** The payload. */
export interface CompanyReactivatedData {
  /** Identifier of the company. */
  companyId: string
  /** Participant id. */
  peppolId: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A customer confirmed its company and signed the mandate on an onboarding page. */
export interface CompanyMandateSignedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.mandate_signed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyMandateSignedData
}

/** The payload. */
export interface CompanyMandateSignedData {
  /** Identifier of the company. */
  companyId: string
  /** The onboarding link. */
  onboardingLinkId: string
  /** Name of the person who signed. */
  signedBy: string
  /** When it was signed. */
  signedAt: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** What is still to be done for a company changed. `requirements` of the company says how. */
export interface CompanyRequirementsChangedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "company.requirements_changed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompanyRequirementsChangedData
}

/** The payload. */
export interface CompanyRequirementsChangedData {
  /** Identifier of the company. */
  companyId: string
  /** Codes of what is still to be done. Empty when nothing is. */
  requirements: string[]
  /** Codes of what was to be done before, and is not any more. */
  fulfilled: string[]
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The profile or the plan of the organization changed. */
export interface OrganizationUpdatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "organization.updated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: OrganizationUpdatedData
}

/** The payload. */
export interface OrganizationUpdatedData {
  /** Names of the changed fields. */
  changes: string[]
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** The branding or the defaults of a platform, or the branding of one company, changed. */
export interface PlatformSettingsUpdatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "platform.settings_updated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: PlatformSettingsUpdatedData
}

/** The payload. */
export interface PlatformSettingsUpdatedData {
  /** The company whose settings changed. Null for the organization. */
  companyId: string | null
  /** Names of the changed fields. */
  changes: string[]
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** 80 % or 100 % of a quota of storage is used. At 100 %, further documents are not sent. */
export interface QuotaStorageWarningEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "quota.storage_warning"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: QuotaStorageWarningData
}

/** The payload. */
export interface QuotaStorageWarningData {
  /** Whose quota it is. */
  quota: "organization" | "company"
  /** Identifier of the organization or company. */
  subjectId: string
  /** Megabytes (1,000,000 bytes) that stored documents may take. */
  limitMegabytes: number
  /** Bytes that stored documents take. */
  usedBytes: number
  /** How much of the quota is used: 80 or 100. */
  percent: number
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** 80 % or 100 % of a monthly quota of documents is used. At 100 %, further documents are refused. */
export interface QuotaWarningEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "quota.warning"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: QuotaWarningData
}

/** The payload. */
export interface QuotaWarningData {
  /** Whose quota it is. */
  quota: "organization" | "company" | "key"
  /** Identifier of the organization, company or API key. */
  subjectId: string
  /** Documents that are allowed in the month. */
  limit: number
  /** Documents that were sent in the month. */
  used: number
  /** How much of the quota is used: 80 or 100. */
  percent: number
  /** When the next month begins. */
  resetsAt: string
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A cart came back from a shop and became a draft purchase request. */
export interface CartReceivedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "cart.received"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CartReceivedData
}

/** The payload. */
export interface CartReceivedData {
  /** Identifier of the cart. */
  cartId: string
  /** The purchase, as it was named when the shop was opened. */
  threadId: string
  /** Identifier of the shop. */
  shopId: string
  /** Identifier of the partner. */
  partnerId: string
  /** Identifier of the purchase request. */
  documentId: string
  /** Sum of the lines, without VAT. */
  total: string
  /** Currency of the prices. */
  currency: string
}

/** A cart was ordered: a purchase order is on its way to the partner. */
export interface CartOrderedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "cart.ordered"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CartOrderedData
}

/** The payload. */
export interface CartOrderedData {
  /** Identifier of the cart. */
  cartId: string
  /** The purchase, as it was named when the shop was opened. */
  threadId: string
  /** Identifier of the purchase request. */
  documentId: string
  /** Identifier of the purchase order. */
  orderId: string
}

/** A cart was discarded. Nothing was ordered. */
export interface CartDiscardedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "cart.discarded"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CartDiscardedData
}

/** The payload. */
export interface CartDiscardedData {
  /** Identifier of the cart. */
  cartId: string
  /** The purchase, as it was named when the shop was opened. */
  threadId: string
  /** Identifier of the purchase request. */
  documentId: string
}

/** A trading partner was created, by a caller or by the first exchange with it. */
export interface PartnerCreatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "partner.created"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: PartnerCreatedData
}

/** The payload. */
export interface PartnerCreatedData {
  /** Identifier of the partner. */
  partnerId: string
  peppolId: string | null
  /** VAT number. */
  vatNumber: string | null
}

/** Fields of a partner changed. */
export interface PartnerUpdatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "partner.updated"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: PartnerUpdatedData
}

/** The payload. */
export interface PartnerUpdatedData {
  /** Identifier of the partner. */
  partnerId: string
  /** Names of the changed fields. */
  changes: string[]
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A partner was deleted, or merged into another one. */
export interface PartnerDeletedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "partner.deleted"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: PartnerDeletedData
}

/** The payload. */
export interface PartnerDeletedData {
  /** Identifier of the partner. */
  partnerId: string
  mergedInto: string | null
}

/** A report about a document to an authority was accepted, or failed. */
export interface ComplianceReportedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "compliance.reported"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: ComplianceReportedData
}

/** The payload. */
export interface ComplianceReportedData {
  /** Identifier of the document. */
  documentId: string
  /** The authority. */
  reportedTo: "PPF" | "SDI"
  /** Whether the authority accepted the report. */
  status: "reported" | "failed"
  /** The French status that was reported. Null when the report has none. */
  frenchStatus: string | null
  /** Why the report failed. Null when the authority accepted it. */
  error: {
    /** Code of the authority, or of this server where the authority was not reached. */
    code: string
    /** What is wrong. */
    message: string
  } | null
}

/** The report of a period of e-reporting was accepted, or failed. */
export interface CompliancePeriodReportedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "compliance.period_reported"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: CompliancePeriodReportedData
}

/** The payload. */
export interface CompliancePeriodReportedData {
  /** Identifier of the period of e-reporting. */
  periodId: string
  /** What the period reports. */
  kind: "transactions" | "purchases" | "payments"
  /** The authority. */
  reportedTo: "PPF" | "SDI"
  /** Whether the authority accepted the report. */
  status: "reported" | "failed"
}

/** A request to change platforms was made, answered, carried out or withdrawn. */
export interface PortabilityChangedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "portability.changed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: PortabilityChangedData
}

/** The payload. */
export interface PortabilityChangedData {
  /** Identifier of the request. */
  portabilityRequestId: string
  /** Reference of the request. */
  requestRef: string
  /** SIREN of the taxpayer. */
  taxpayerSiren: string
  /** Which side of the change we are. */
  side: "gaining" | "losing"
  /** State of the request. */
  state: "SUBMITTED" | "ACCEPTED" | "REFUSED" | "EFFECTIVE" | "CANCELLED"
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** A bulk operation ended: it was completed or cancelled, or it failed. */
export interface BulkCompletedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "bulk.completed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: BulkCompletedData
}

/** The payload. */
export interface BulkCompletedData {
  /** Identifier of the bulk operation. */
  bulkOperationId: string
  /** Kind of bulk operation. */
  kind: "export" | "send" | "organization"
  /** How it ended: `completed`, `cancelled` or `failed`. */
  status: "running" | "cancelling" | "completed" | "cancelled" | "failed"
  /** Number of rows or lines that are done, those that were refused among them. */
  processed: number
  /** Number of lines among them that were refused. */
  failed: number
  /** When the change happened. Of two events about one object, the later one has the newer state. */
  updatedAt: string
}

/** Somebody created a handoff, which gives a program access once. */
export interface HandoffCreatedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "handoff.created"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: HandoffCreatedData
}

/** The payload. */
export interface HandoffCreatedData {
  /** Identifier of the handoff. */
  handoffId: string
  /** What the handoff is for. Null when nothing was said. */
  label: string | null
  /** Scopes that it gives. */
  scopes: string[]
  /** Until when it can be redeemed. */
  expiresAt: string
}

/** A program redeemed a handoff and has access now. */
export interface HandoffRedeemedEvent {
  /**
   * Identifier of the event, the same in the feed, in webhooks and in subscriptions. Use it to recognise
   * duplicates.
   */
  id: string
  /** Number of the event in the organization, rising without gaps. Use it to order events and to resume. */
  seq: number
  /** Kind of event. */
  type: "handoff.redeemed"
  /** True for live data, false in the sandbox. */
  livemode: boolean
  /** When the event happened. */
  createdAt: string
  /** Version of the payload's format, as a date. */
  apiVersion: string
  /**
   * Identifier of the company that the event is about. Null when it is about something that the companies of the
   * organization share.
   */
  companyId: string | null
  data: HandoffRedeemedData
}

/** The payload. */
export interface HandoffRedeemedData {
  /** Identifier of the handoff. */
  handoffId: string
  /** What the handoff is for. Null when nothing was said. */
  label: string | null
  /** Scopes that it gives. */
  scopes: string[]
  /** Identifier of the key of the agent that was let in. */
  keyId: string
}

/** The result of acknowledging several events. */
export interface Acknowledgement {
  /** Number of events that were not acknowledged before. */
  acknowledged: number
}

/** The result of replaying an event. */
export interface Replay {
  /** Number of webhook deliveries that were scheduled. */
  replayed: number
}

/** An export or a send of many documents, or the export of an organization. It runs in the background. */
export interface BulkOperation {
  /** Identifier, `bulk_…`. */
  id: string
  /** Kind of bulk operation. */
  kind: BulkKind
  /** Status of the operation. */
  status: BulkStatus
  /** Format of the result. */
  format: BulkFormat
  /** The query of an export. Null for a send. */
  query: string | null
  /** Number of lines of a send. Null for an export, whose rows are not counted beforehand. */
  total: number | null
  /** Number of rows, lines or entries of the archive that are done, those that were refused among them. */
  processed: number
  /** Number of lines among them that were refused. Their reasons are in the result. */
  failed: number
  /** Size of the result so far, in bytes. */
  bytes: number
  /** Address to download the result from, with the same credentials, once the operation has ended. */
  resultUrl: string
  /** Why the operation failed. Null when it did not. */
  error: BulkError | null
  /** Name of the key or user that started it. */
  createdBy: string
  /** When it was started. */
  createdAt: string
  /** When it last got further. */
  updatedAt: string
  /** When it ended. Null while it runs. */
  endedAt: string | null
  /** When the operation and its result are removed. Null while it runs. */
  expiresAt: string | null
}

/**
 * `export`: Rows of a list are written into a file. `send`: Documents of a file are sent. `organization`:
 * Everything that the organization has is written into an archive.
 */
export type BulkKind = "export" | "send" | "organization"

/**
 * `running`: The operation goes on. `cancelling`: Somebody has cancelled it, and it is about to end. `completed`:
 * Everything is done, and the result is complete. `cancelled`: It was cancelled. The result has what was done
 * until then. `failed`: It could not go on: `error` says why. The result has what was done until then.
 */
export type BulkStatus = "running" | "cancelling" | "completed" | "cancelled" | "failed"

/**
 * `jsonl`: One JSON object in each line. `csv`: Comma-separated values with a header, as in RFC 4180. Fields of
 * objects have names like `company.name`. `zip`: An archive. Only the export of an organization has this format.
 */
export type BulkFormat = "jsonl" | "csv" | "zip"

/** Why a bulk operation failed. */
export interface BulkError {
  /** Code of the error, as in the list of errors. */
  code: string
  /** What went wrong, in words. */
  message: string
}

/** A field that the shop wants at its entrance. */
export interface ShopParameterInput {
  /** Name of the field, such as `USERNAME`. */
  name: string
  /** Its value. It is stored encrypted and never shown again. */
  value: string
}

/** An identity in the header of cXML. */
export interface ShopIdentityInput {
  /** Kind of the identity, such as `DUNS` or `NetworkID`. */
  domain: string
  /** The identity. */
  identity: string
}

/** Who may bring a cart of the shop by cXML. */
export interface ShopSenderInput {
  /** `domain` of the credential in `Sender`. */
  domain: string
  /** `Identity` of the credential in `Sender`. */
  identity: string
  /**
   * The shared secret that the shop sends with a cart. Only a hash of it is stored. Null where the shop sends
   * none, because a cart passes through the browser of the buyer; then the buyer cookie alone has to suffice.
   */
  sharedSecret?: string | null
}

/** A field of the shop, and what of a line it is. */
export interface ShopFieldMappingInput {
  /** Field of the shop: `CUST_FIELD1` for `NEW_ITEM-CUST_FIELD1[n]`, or the name of an Extrinsic. */
  from: string
  /** What of a line it is. */
  to: "description" | "longText" | "supplierPartId" | "supplierPartAuxiliaryId" | "buyerPartId" | "manufacturer" | "manufacturerPartId" | "supplier" | "materialGroup" | "contract" | "contractItem" | "quote" | "quoteItem" | "productId" | "accountingReference" | "note" | "requestedDate"
}

/** A unit of the shop, and its code of Recommendation 20. */
export interface ShopUnitMappingInput {
  /** Unit as the shop writes it. */
  from: string
  /** Code of UN/ECE Recommendation 20. */
  to: string
}

/** A partner's web shop, which people open to fill a cart. */
export interface Shop {
  /** Identifier, `shop_…`. */
  id: string
  /** The company that buys there. Null when all companies of the organization do. */
  companyId: string | null
  /** The partner whose shop it is. */
  partnerId: string
  /** Name of the shop. */
  name: string
  /** How the shop opens, and hands a cart back. */
  protocol: ShopProtocol
  /** OCI: where the browser goes. cXML: where the setup request is posted. */
  url: string
  /** Currency of prices that name none. */
  currency: string | null
  /** Of OCI: names of the fields that the shop wants. Their values are not shown. */
  parameterNames: string[]
  /** Of cXML: who buys. */
  from: ShopIdentity | null
  /** Of cXML: who sells. */
  to: ShopIdentity | null
  /** Of cXML: who sends the setup request. */
  sender: ShopIdentity | null
  /** Of cXML: who may bring a cart. Secrets are not shown. */
  senders: ShopSender[]
  /** Fields that mean something else in this shop. */
  fieldMapping: ShopFieldMapping[]
  /** Units that only this shop has. */
  unitMapping: ShopUnitMapping[]
  /** Addresses that a browser may be sent back to. */
  returnUrls: string[]
  /** How long a visit to the shop may last, in minutes. */
  sessionMinutes: number
  /** When it was created. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
}

/**
 * `oci`: Open Catalog Interface: the browser posts the cart as a form. `cxml`: cXML PunchOut: a setup request
 * opens the shop, and the cart is a cXML message.
 */
export type ShopProtocol = "oci" | "cxml"

/** An identity in the header of cXML. */
export interface ShopIdentity {
  /** Kind of the identity. */
  domain: string
  /** The identity. */
  identity: string
}

/** Who may bring a cart of the shop by cXML. */
export interface ShopSender {
  /** Kind of the identity. */
  domain: string
  /** The identity. */
  identity: string
  /** Whether it has to show a shared secret. */
  hasSharedSecret: boolean
}

/** A field of the shop, and what of a line it is. */
export interface ShopFieldMapping {
  /** Field of the shop. */
  from: string
  /** What of a line it is. */
  to: CartLineField
}

/**
 * `description`: What is bought. `longText`: More about it. `supplierPartId`: Number of the item in the shop.
 * `supplierPartAuxiliaryId`: What the shop needs besides to know the item. `buyerPartId`: Number of the item in
 * the buyer's system. `manufacturer`: Who makes it. `manufacturerPartId`: The maker's number of the item.
 * `supplier`: Who sells it, as the buyer numbers suppliers. `materialGroup`: Material group of the buyer's
 * system. `contract`: Contract that the price comes from. `contractItem`: Item of the contract. `quote`:
 * Quotation that the price comes from. `quoteItem`: Item of the quotation. `productId`: Number by which the shop
 * shows the item again. `accountingReference`: Cost centre or account. `note`: Note on the line. `requestedDate`:
 * Day on which it is wanted.
 */
export type CartLineField = "description" | "longText" | "supplierPartId" | "supplierPartAuxiliaryId" | "buyerPartId" | "manufacturer" | "manufacturerPartId" | "supplier" | "materialGroup" | "contract" | "contractItem" | "quote" | "quoteItem" | "productId" | "accountingReference" | "note" | "requestedDate"

/** A unit of the shop, and its code of Recommendation 20. */
export interface ShopUnitMapping {
  /** Unit as the shop writes it. */
  from: string
  /** Code of UN/ECE Recommendation 20. */
  to: string
}

/** How the browser of the buyer gets into the shop. */
export interface ShopVisit {
  /** Identifier of the visit, `csess_…`. */
  id: string
  /** The purchase. It comes back with the cart. */
  threadId: string
  /** Where the browser goes. */
  url: string
  /** How the browser goes there. */
  method: ShopVisitMethod
  /** The fields of the form. Empty for GET. */
  fields: ShopVisitField[]
  /** The cookie that the shop hands back with the cart. It lets one cart in. */
  buyerCookie: string
  /** Until when a cart may come. */
  expiresAt: string
}

/** `GET`: Open the address. `POST`: Post a form to the address. */
export type ShopVisitMethod = "GET" | "POST"

/** A field that the browser posts to the shop. */
export interface ShopVisitField {
  /** Name of the field. */
  name: string
  /** Value of the field. */
  value: string
}

/** A cart that came back from a shop, with its purchase request. */
export interface Cart {
  /** Identifier, `cart_…`. */
  id: string
  /** The company that buys. */
  companyId: string
  /** The shop. It may have been deleted since. */
  shopId: string
  /** Name of the shop. */
  shopName: string
  /** The partner whose shop it is. */
  partnerId: string
  /** The purchase, as it was named when the shop was opened. */
  threadId: string
  /** How the cart came. */
  protocol: ShopProtocol
  /** What may be done with it in the shop from now on. */
  operationAllowed: CartOperation
  /** What became of it. */
  status: CartStatus
  /** Currency of all prices. */
  currency: string
  /** Sum of the lines, without VAT. */
  total: number
  /** What the shop says the total is. Null when it says nothing. */
  statedTotal: number | null
  /** How the shop numbers it. Null when it says nothing. */
  supplierOrderId: string | null
  /** The lines. */
  lines: CartLine[]
  /** Differences to the cart of the same thread before it, and those of the order. */
  changes: CartChange[]
  /** What was understood with a doubt. */
  warnings: string[]
  /** The purchase request, a draft document. */
  documentId: string
  /** The purchase order. Null when none was sent. */
  orderId: string | null
  /** When it came. */
  createdAt: string
  /** When it was last changed. */
  updatedAt: string
}

/** `create`: Fill a new cart. `edit`: Change a cart. `inspect`: Look at a cart, without changing it. */
export type CartOperation = "create" | "edit" | "inspect"

/**
 * `open`: Neither ordered nor discarded. `ordered`: A purchase order was sent. `discarded`: Nothing is ordered.
 * `replaced`: A later cart of the same thread took its place.
 */
export type CartStatus = "open" | "ordered" | "discarded" | "replaced"

/** One line of a cart. */
export interface CartLine {
  /** Number of the line, from 1. */
  number: number
  /** What is bought. */
  description: string
  /** More about it. */
  longText: string | null
  /** Quantity. */
  quantity: string
  /** Unit as a code of UN/ECE Recommendation 20; `ZZ` where the code of the shop is unknown. */
  unit: string
  /** Unit as the shop writes it. */
  unitAsSent: string | null
  /** Price without VAT of so many units as `priceQuantity` says. */
  price: string
  /** Number of units that the price is for. */
  priceQuantity: string
  /** Quantity times price, rounded to cents. */
  amount: string
  /** Currency of the price. */
  currency: string
  /** Number of the item in the shop. */
  supplierPartId: string | null
  /** What the shop needs besides to know the item and its configuration. */
  supplierPartAuxiliaryId: string | null
  /** Number of the item in the buyer's system. */
  buyerPartId: string | null
  /** Who makes it. */
  manufacturer: string | null
  /** The maker's number of the item. */
  manufacturerPartId: string | null
  /** Who sells it, as the buyer numbers suppliers. */
  supplier: string | null
  /** Material group of the buyer's system. */
  materialGroup: string | null
  /** Kinds of goods. */
  classifications: CartClassification[]
  /** Days until delivery. */
  leadTimeDays: number | null
  /** Contract that the price comes from. */
  contract: string | null
  /** Item of the contract. */
  contractItem: string | null
  /** Quotation that the price comes from. */
  quote: string | null
  /** Item of the quotation. */
  quoteItem: string | null
  /** Number by which the shop shows the item again. */
  productId: string | null
  /** Whether it is a service. */
  isService: boolean
  /** Cost centre or account. */
  accountingReference: string | null
  /** Note on the line. */
  note: string | null
  /** Day on which it is wanted. */
  requestedDate: string | null
  /** VAT of the line, as the shop says. */
  tax: string | null
  /** Shipping of the line, as the shop says. */
  shipping: string | null
  /** Files that the shop refers to. */
  attachments: CartAttachment[]
  /** Other fields. */
  extras: CartExtra[]
}

/** A kind of goods. */
export interface CartClassification {
  /** List of the code, such as `UNSPSC`. */
  scheme: string
  /** Code of the kind of goods. */
  code: string
}

/** A file that the shop refers to. */
export interface CartAttachment {
  /** Where the shop has the file. It is never fetched. */
  url: string
  /** Title of the file. */
  title: string | null
  /** Purpose of the file, in the words of the shop. */
  purpose: string | null
}

/** A field that has no place of its own. */
export interface CartExtra {
  /** Name of the field. */
  name: string
  /** What the shop says in it. */
  value: string
}

/** A difference. */
export interface CartChange {
  /** What happened to the item. */
  change: "added" | "removed" | "changed"
  /** Number of the line now. Null where it is gone. */
  line: number | null
  /** What is bought. */
  description: string
  /** The field that differs. Null for an item that came or went. */
  field: string | null
  /** Its value before. */
  before: string | null
  /** Its value now. */
  after: string | null
}

/** Another quantity of a line than that of the cart. */
export interface OrderedQuantityInput {
  /** Number of the line in the cart. */
  line: number
  /** Quantity to order; 0 leaves the line out. */
  quantity: number | string
}

/** A new sandbox. */
export interface Sandbox {
  /** Identifier of the new organization. */
  organizationId: string
  /** The full value of the API key. Store it: it is shown only in this answer. */
  apiKey: string
  /** The first characters of the key. */
  keyPrefix: string
  /** Kind of key. */
  keyType: KeyType
  /** The sandbox company. */
  company: FoundCompany
  /** When the organization and the key expire. */
  expiresAt: string
}

/** The data that was deleted. */
export interface SandboxReset {
  /** Always true. */
  reset: boolean
  /** The data that was deleted. */
  scope: SandboxResetScope
}

/**
 * `all`: Documents, partners, webhooks, companies, events and stored answers. `documents`: Documents, with what
 * belongs to them. `events`: Events, and what was sent of them to webhooks. `idempotency`: Stored answers of
 * earlier requests with an idempotency key.
 */
export type SandboxResetScope = "all" | "documents" | "events" | "idempotency"

/** For how long requests are answered with the status 429. */
export interface Exhaustion {
  /** Always true. */
  exhausted: boolean
  /** Duration in seconds. */
  durationSeconds: number
  /** Until when requests are answered with the status 429. */
  until: string
}

/** The virtual clock of a company. */
export interface AdvancedClock {
  /** Identifier of the company. */
  companyId: string
  /** How far the clock is ahead of the real time, in seconds. */
  offsetSeconds: number
  /** Number of pieces of work that are now due. */
  due: number
  /** Time that the virtual clock shows. */
  now: string
}

/** The virtual clock of a company. */
export interface Clock {
  /** Identifier of the company. */
  companyId: string
  /** Always 0. */
  offsetSeconds: number
  /** Time that the virtual clock shows. */
  now: string
}

/** The result of deleting stored answers. */
export interface Flush {
  /** Number of stored answers that were deleted. */
  flushed: number
}

/** A use case of XP Z12-014 that can be played. */
export interface SandboxStory {
  /** Name of the story. */
  name: SandboxStoryName
  /** Its number in XP Z12-014. Null for what is only described there. */
  useCase: string | null
  /** What it is called. */
  title: string
  /** What happens. */
  about: string
  /** What is done, in this order. */
  steps: SandboxStoryStep[]
}

/**
 * `nominal`: From the deposit to the collection. `rejected`: Rejected by the platform of the buyer. `refused`:
 * Refused by the buyer. `corrected`: Disputed, then replaced by a corrective invoice. `credited`: Disputed, then
 * credited and invoiced again. `suspended`: Suspended, then completed. `partially_collected`: Collected in two
 * parts. `deposit`: A deposit, then the invoice of the rest.
 */
export type SandboxStoryName = "nominal" | "rejected" | "refused" | "corrected" | "credited" | "suspended" | "partially_collected" | "deposit"

/** A step of a story. */
export interface SandboxStoryStep {
  /** Who does it. */
  by: LifecycleParty
  /** What is done. */
  does: string
  /** What the document is called in the story. Its number begins so. */
  document: string
  /** The French status that both sides know when the step is over. */
  frenchStatus: string
}

/** A story that was played. */
export interface SandboxPlay {
  /** Name of the story. */
  story: SandboxStoryName
  /** Whether all steps were played. False where the simulated network took too long. */
  finished: boolean
  /** Number of steps that were played. */
  stepsPlayed: number
  /** Its documents, those of the supplier and of the buyer. */
  documents: Document[]
  /** Their French statuses, in the order in which they were decided. */
  statuses: SandboxStoryStatus[]
  /** Their flows: invoices, statuses and copies for the state, as `/afnor` has them. */
  flows: Flow[]
}

/** A status that a document of the story was given. */
export interface SandboxStoryStatus {
  /** The document. */
  documentId: string
  /** French status of the document (XP Z12-012). Null for documents without one. */
  frenchStatus: string | null
  /** Who gave it. */
  party: LifecycleParty
  /** Reason code of AFNOR (XP Z12-012). Null when there is none. */
  motif: string | null
  /** Whether it is one of the statuses that the state is told. */
  toldAuthority: boolean
  /** When it was decided. */
  happenedAt: string
}

/**
 * Something that moves between the organization and this platform, as XP Z12-013 sees it: an invoice, a status of
 * one, or a copy for the state.
 */
export interface Flow {
  /** Identifier, `flow_…`. `/afnor` writes it as a UUID. */
  id: string
  /** The company that it concerns. Null until the file says which. */
  companyId: string | null
  /** Identifier that the sender gave it. Several flows may have the same. */
  trackingId: string | null
  /** Name of the file. */
  name: string
  /** Which way it goes. */
  flowDirection: FlowDirection
  /** What it is. */
  flowType: FlowType
  /** Syntax of the original file. */
  flowSyntax: FlowSyntax
  /** Profile of an invoice. Null for what has none. */
  flowProfile: FlowProfile | null
  /** How the reform treats it. */
  processingRule: ProcessingRule
  /** Whether the sender said the rule. Otherwise it follows from the parties. */
  ruleGiven: boolean
  /** SHA-256 of the original file, in hexadecimal. Null for what is written when it is asked for. */
  sha256: string | null
  /** What became of its checks. */
  acknowledgement: FlowAcknowledgement
  /** The document that it is, or is about. */
  documentId: string | null
  /** When it was submitted, or made here. */
  submittedAt: string
  /** When it was changed last: later than every other flow that could be read before. */
  updatedAt: string
}

/** `In`: From this platform to the organization. `Out`: From the organization to this platform. */
export type FlowDirection = "In" | "Out"

/**
 * `CustomerInvoice`: An invoice of the organization, or one that its customer issued in its name.
 * `SupplierInvoice`: An invoice to the organization, or one that it issued in the name of a supplier.
 * `StateInvoice`: The copy of an invoice for the state (edition 1.2). `CustomerInvoiceLC`: A status of an invoice
 * to a customer. `SupplierInvoiceLC`: A status of an invoice of a supplier. `StateCustomerInvoiceLC`: A status of
 * an invoice to a customer, for the state. `StateSupplierInvoiceLC`: A status of an invoice of a supplier, for
 * the state. `AggregatedCustomerTransactionReport`: Sales to consumers by day (10.3).
 * `UnitaryCustomerTransactionReport`: Sales abroad, or single sales to consumers (10.1).
 * `AggregatedCustomerPaymentReport`: Payments of consumers by day (10.4). `UnitaryCustomerPaymentReport`:
 * Payments of sales abroad, or of single sales to consumers (10.2). `UnitarySupplierTransactionReport`: Purchases
 * abroad (10.1). `MultiFlowReport`: An e-reporting message of several kinds. `StateCustomerInvoice`: The copy of
 * an invoice to a customer, for the state (edition 1.3). `StateSupplierInvoice`: The copy of a self-billed
 * invoice, for the state (edition 1.3). `StateTransactionReport`: Transactions, for the state (edition 1.3).
 * `StateTransactionReportLC`: A status of transactions that were told the state (edition 1.3).
 * `StatePaymentReport`: Payments, for the state (edition 1.3). `StatePaymentReportLC`: A status of payments that
 * were told the state (edition 1.3). `Undefined`: Not known yet, or it cannot be known.
 */
export type FlowType = "CustomerInvoice" | "SupplierInvoice" | "StateInvoice" | "CustomerInvoiceLC" | "SupplierInvoiceLC" | "StateCustomerInvoiceLC" | "StateSupplierInvoiceLC" | "AggregatedCustomerTransactionReport" | "UnitaryCustomerTransactionReport" | "AggregatedCustomerPaymentReport" | "UnitaryCustomerPaymentReport" | "UnitarySupplierTransactionReport" | "MultiFlowReport" | "StateCustomerInvoice" | "StateSupplierInvoice" | "StateTransactionReport" | "StateTransactionReportLC" | "StatePaymentReport" | "StatePaymentReportLC" | "Undefined"

/**
 * `UBL`: An invoice in UBL 2.1. `CII`: An invoice in UN/CEFACT CII. `Factur-X`: A PDF with the invoice inside.
 * `CDAR`: A status of an invoice. `FRR`: An e-reporting message.
 */
export type FlowSyntax = "UBL" | "CII" | "Factur-X" | "CDAR" | "FRR"

/**
 * `Basic`: The basic profile, without lines. `CIUS`: The French specification of EN 16931. `Extended-CTC-FR`: The
 * French extension of EN 16931. `Undefined`: Not known, or there is none.
 */
export type FlowProfile = "Basic" | "CIUS" | "Extended-CTC-FR" | "Undefined"

/**
 * `B2B`: An invoice between two companies in France. `B2BInt`: An invoice to or from a company abroad, for
 * e-reporting. `B2C`: An invoice to a consumer, for e-reporting. `B2G`: An invoice to a public body. `B2GInt`: An
 * invoice of a public body abroad, or to one. `OutOfScope`: Nothing that the reform is about. `B2GOutOfScope`: An
 * invoice to a public body that the reform is not about. `ArchiveOnly`: To be kept, not sent. `NotApplicable`: No
 * rule applies. `Undefined`: Not known yet, or it cannot be known.
 */
export type ProcessingRule = "B2B" | "B2BInt" | "B2C" | "B2G" | "B2GInt" | "OutOfScope" | "B2GOutOfScope" | "ArchiveOnly" | "NotApplicable" | "Undefined"

/**
 * `Pending`: The checks are not over. `Ok`: The file was taken. `Error`: The file was not taken; the details say
 * why.
 */
export type FlowAckStatus = "Pending" | "Ok" | "Error"

/** One finding of the checks of a flow. */
export interface FlowAcknowledgementDetail {
  /** How grave it is. */
  level: FlowLevel
  /** A place in the file, a rule, or the name of a file. */
  item: string
  /** Code of the norm. */
  reasonCode: FlowReasonCode
  /** What was found, in words. */
  reasonMessage: string
}

/** `Error`: The file was not taken because of it. `Warning`: The file was taken all the same. */
export type FlowLevel = "Error" | "Warning"

/**
 * `EmptyAttachement`: A file inside the document is empty. `AttachmentTypeError`: A file inside the document has
 * a type that is not allowed. `EmptyFlow`: The file is empty. `OtherTechnicalError`: Something else; the message
 * says what. `InvalidSchema`: The file does not keep to its schema, or a rule is broken. `FileSizeExceeded`: The
 * file is larger than what can be read. `FlowTypeError`: The file is not what its syntax says, or cannot be
 * taken. `AlreadyExistingFlow`: The same was submitted before. `VirusFound`: The file holds a virus.
 * `ChecksumMismatch`: The SHA-256 of the file is not the one that was given. `InvoiceLCInvalidStatus`: The status
 * is not on the list. `InvoiceLCStatusError`: The invoice cannot have this status now. `InvoiceLCRuleError`: The
 * message breaks a rule. `InvoiceLCAccessDenied`: The sender may not give this status, or there is no such
 * invoice. `InvoiceLCAmountError`: An amount does not fit the invoice.
 */
export type FlowReasonCode = "EmptyAttachement" | "AttachmentTypeError" | "EmptyFlow" | "OtherTechnicalError" | "InvalidSchema" | "FileSizeExceeded" | "FlowTypeError" | "AlreadyExistingFlow" | "VirusFound" | "ChecksumMismatch" | "InvoiceLCInvalidStatus" | "InvoiceLCStatusError" | "InvoiceLCRuleError" | "InvoiceLCAccessDenied" | "InvoiceLCAmountError"

/** What became of the checks of a flow. */
export interface FlowAcknowledgement {
  /** Whether the file was taken. */
  status: FlowAckStatus
  /** What was found. */
  details: FlowAcknowledgementDetail[]
}

/** A scope. */
export interface OauthScope {
  /** Name of the scope. */
  id: Scope
  /** What it allows. */
  description: string
}

/** A request that waits for a decision. */
export interface StartedAuthorization {
  /** Identifier of the request, `areq_…`. */
  request_id: string
  /** The request as a `request_uri` (RFC 9126). */
  request_uri: string
  /** The page on which somebody decides. */
  consent_url: string
  /** For how many seconds it is valid. */
  expires_in: number
}

/** Access for a program. */
export interface Token {
  /** The access token: a key of its own kind. */
  access_token: string
  /** Always `Bearer`. */
  token_type: string
  /** What it allows. */
  scopes: Scope[]
  /** The same, separated by spaces. */
  scope: string
  /** For how many seconds it is valid. */
  expires_in: number
  /** What the next token is fetched with. Absent where it cannot be renewed. */
  refresh_token?: string
  /** The organization that it gives access to. */
  organization_id: string
  /** The company that it is bound to. Null when it is not bound to one. */
  company_id: string | null
}

/** A registered program. */
export interface OauthClient {
  /** Identifier of the client. */
  client_id: string
  /** When it was registered, in seconds since 1970. */
  client_id_issued_at: number
  /** What it calls itself. */
  client_name: string
  /** Addresses at which it is told the outcome. */
  redirect_uris: string[]
  /** How it gets tokens. */
  grant_types: string[]
  /** Always `none`: it has no secret. */
  token_endpoint_auth_method: string
}

/** A request of a device that waits for a decision. */
export interface StartedDeviceAuthorization {
  /** The code that the device asks with. */
  device_code: string
  /** The code that a person types. */
  user_code: string
  /** Where a person types it. */
  verification_uri: string
  /** The same with the code in it. */
  verification_uri_complete: string
  /** For how many seconds it is valid. */
  expires_in: number
  /** Seconds between two questions of the device. */
  interval: number
}

/** Access that has ended. */
export interface EndedAccess {
  /** Number of programs whose access has ended. */
  agents: number
  /** Number of handoffs that were revoked. */
  handoffs: number
}

/** What a token is. */
export interface TokenState {
  /** Whether it is in use. */
  active: boolean
  /** What it allows, separated by spaces. */
  scope?: string
  /** The registered client. */
  client_id?: string
  /** Name of the key. */
  username?: string
  /** Always `Bearer`. */
  token_type?: string
  /** When it ends, in seconds since 1970. */
  exp?: number
  /** When it was issued, in seconds since 1970. */
  iat?: number
  /** Identifier of the key. */
  sub?: string
}

/** What a program asks for. */
export interface ConsentRequest {
  /** Identifier of the request, `areq_…`. */
  id: string
  /** What the program calls itself. */
  clientName: string
  /** Whether the program is registered. The name of any other is not checked by anybody. */
  isRegistered: boolean
  /** What it asks for. */
  scopes: Scope[]
  /** Where the outcome is told. Null when a code is shown or a device waits. */
  redirectHost: string | null
  /** Whether its access can be renewed. */
  renewable: boolean
  /** Until when somebody can decide. */
  expiresAt: string
}

/** What was decided. */
export interface ConsentDecision {
  /** Whether the program was let in. */
  allowed: boolean
  /** The code to copy into the program. Null where the program is told another way. */
  code: string | null
  /** Where the browser goes next. Null where there is no such address. */
  redirectUrl: string | null
}

/** A new handoff. */
export interface NewHandoff {
  /** Identifier of the handoff, `hand_…`. */
  id: string
  /** A page that says what it gives, and hands it over. */
  handoff_url: string
  /** The token that is exchanged once. Store it: it is shown only in this answer. */
  handoff_token: string
  /** For how many seconds it is valid. */
  expires_in: number
}

/** A handoff of a new temporary organization. */
export interface SandboxHandoff {
  /** The token that is exchanged once. Store it: it is shown only in this answer. */
  handoff_token: string
  /** The new organization. */
  organization_id: string
  /** Its company. */
  company_id: string
  /** For how many seconds it is valid. */
  expires_in: number
}

/** What a handoff gives. */
export interface HandoffPreview {
  /** What it is for. */
  label: string | null
  /** Scopes that it gives. */
  scopes: Scope[]
  /** Name of the organization. */
  organizationName: string
  /** Name of the company. Null when it gives access to the organization. */
  companyName: string | null
  /** What the program that it is for calls itself. Null when it is for any. */
  clientName: string | null
  /** Where the page hands it over: a host, or the scheme of an app. Null when it does not. */
  redirectHost: string | null
  /** The address that hands it over. Null when there is none. */
  deepLink: string | null
  /** Until when it can be redeemed. */
  expiresAt: string
}

/** A handoff, without its token. */
export interface Handoff {
  /** Identifier of the handoff, `hand_…`. */
  id: string
  /** What it is for. */
  label: string | null
  /** Scopes that it gives. */
  scopes: Scope[]
  /** The company that it gives access to. Null when it gives access to the organization. */
  companyId: string | null
  /** The registered client that it is for. Null when it is for any. */
  clientId: string | null
  /** Where the page hands it over. Null when it does not. */
  redirectUri: string | null
  /** When it was created. */
  createdAt: string
  /** Until when it can be redeemed. */
  expiresAt: string
  /** When it was redeemed. Null when it was not. */
  redeemedAt: string | null
  /** When it was revoked. Null when it was not. */
  revokedAt: string | null
  /** Identifier of the key that it gave. Null when it was not redeemed. */
  keyId: string | null
}

export interface Routes {
  /** Tells whether the process runs. */
  "GET /health/liveness": {
    answer: {
      /** Always `ok`: a process that does not run gives no answer. */
      status: "ok"
    }
  }
  /** Tells whether this instance should get traffic */
  "GET /health/serving": {
    answer: {
      /** `ok` with the status 200, `degraded` with 503. */
      status: "ok" | "degraded"
      /** Whether the database answers within a second. */
      database: "ok" | "error"
      /** `draining` and `closing`: the instance is shutting down. */
      phase: "serving" | "draining" | "closing"
    }
  }
  /** Tells whether the database and every external service can be used. */
  "GET /health/readiness": {
    answer: {
      /** `ok` with the status 200, `degraded` with 503. */
      status: "ok" | "degraded"
      /** The circuit breaker of each external service, by its name. */
      circuits: Record<string, CircuitState>
      /** Whether the database answers within a second. */
      database: "ok" | "error"
    }
  }
  /** Tells how the last call of each external service ended. */
  "GET /health/contracts": {
    answer: {
      /** `ok` with the status 200, `degraded` with 503. */
      status: "ok" | "degraded"
      /** The last call of each external service, by its name. */
      services: Record<string, ServiceState>
    }
  }
  /** Returns the owner of the credentials, their scopes, and the organizations that they can act for */
  "GET /v1/me": {
    answer: Viewer
  }
  /** Returns the full trace of a request */
  "GET /v1/requests/{requestId}": {
    path: {
      /** Identifier of the request, `req_…`. */
      requestId: string
    }
    answer: Request
  }
  /** Reads the recorded input of a request once more, and returns what is wrong with it today */
  "GET /v1/requests/{requestId}/replay": {
    path: {
      /** Identifier of the request, `req_…`. */
      requestId: string
    }
    answer: RequestReplay
  }
  /** Lists the recorded requests of the organization, newest first */
  "GET /v1/request-logs": {
    query?: {
      /** Only requests with this HTTP method. */
      method?: string
      /** Only requests whose path begins with this text. */
      path?: string
      /** Only requests answered with this HTTP status. */
      status?: number
      /** Only requests with this API key. */
      apiKeyId?: string
      /** Only requests of this user. */
      userId?: string
      /** Only requests at this time or later. */
      since?: string
      /** Only requests before this time. */
      until?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Request[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Counts the recorded requests and errors of each API key or user */
  "GET /v1/request-logs/usage": {
    query?: {
      /** Whether to count by API key or by user (default `key`). */
      by?: "key" | "user"
      /** Only requests at this time or later. */
      since?: string
      /** Only requests before this time. */
      until?: string
    }
    answer: {
      /** The rows of the page. */
      data: RequestUsage[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Registers a company by its VAT number */
  "POST /v1/companies": {
    body: {
      /** VAT number: two capital letters for the country, then the number. */
      vatNumber: string
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Display name. */
      name?: string
      address?: AddressInput
      /** Other identifiers, such as GLN, DUNS or SIRET. */
      additionalIdentifiers?: IdentifierInput[]
      capabilities?: CapabilitiesInput
      /**
       * Preferences of the company. `defaultCurrency`: currency of documents that state none (default EUR).
       * `emailFallback`: whether an invoice goes by e-mail when the network cannot deliver it (default false).
       * `autoCreatePartners`: whether an exchange with a new party creates a partner (default true).
       * `autoReporting`: whether reports to authorities are sent automatically: true (default), false, or by
       * country as in `{"FR": false}`. `collectionReporting`: of which invoices the French portal is told the
       * collection (status 212): `all` (default), or `vat_on_collection` for those whose VAT is due when it is
       * paid. `vatRegime`: how a French company declares its VAT, which decides the periods of e-reporting:
       * `monthly` (default), `quarterly`, `simplified` or `exempt`. `contact`: `name`, `phone` and `email` of the
       * contact on the invoices of the company, which Germany requires. `account`: `iban`, `bic` and `name` of
       * the bank account on invoices whose bodies say no means of payment. `letterhead`: colour and logo of the
       * readable views of its documents, as in `{"color": "#1f4e79", "logo": "data:image/png;base64,…"}`.
       */
      settings?: Record<string, unknown>
      /** Status of the reporting to authorities, by country code. */
      compliance?: Record<string, unknown>
      /**
       * Free data as names with text values: at most 40 names, each of at most 40 characters, with values of at
       * most 500 characters.
       */
      metadata?: Record<string, string | null>
    }
    answer: Company
  }
  /** Lists the companies of the organization, newest first */
  "GET /v1/companies": {
    query?: {
      /** Only companies of this country. */
      country?: string
      /** Only companies with this status. */
      status?: "active" | "inactive" | "suspended"
      /** Only the company that the caller's own system calls so. */
      externalId?: string
      /** Text to find in the name, legal name, VAT number, participant id or `externalId`. */
      search?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
      /** Whether the answer includes the address (default true). */
      include_address?: boolean
    }
    answer: {
      /** The rows of the page. */
      data: Company[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Finds companies of the organization by a part of their name or number, for suggestions while a user types */
  "GET /v1/companies/search": {
    query: {
      /** Text to find in the name, legal name, VAT number, participant id or `externalId`. */
      q: string
      /** Only companies of this country. */
      countryCode?: string
      /** Maximum number of companies (default 10, at most 50). */
      limit?: number
    }
    answer: FoundCompany[]
  }
  /** Looks up any company in its national registry and in the directory of the network */
  "GET /v1/companies/resolve": {
    query: {
      /** Country code of the company. */
      countryCode: string
      /** VAT number of the company. Give either this or the registration number. */
      vatNumber?: string
      /**
       * Number of the company in the national register, such as a SIREN, a SIRET or a Belgian enterprise number.
       * Separators are ignored.
       */
      registrationNumber?: string
    }
    answer: ResolvedCompany
  }
  /** Imports a French company from another provider by the SIRET of an establishment */
  "POST /v1/companies/import": {
    body?: {
      /** SIRET of the establishment, 14 digits. */
      siret?: string | null
      /** SIREN of the company, 9 digits. Use it only when the SIRET is not known. */
      siren?: string | null
      /** Display name. When absent, the name in the registry. */
      companyName?: string | null
      /** Country code. Always `FR` (default): only French companies have a SIRET. */
      countryCode?: string | null
      /** How the company was transferred. Stored in the settings of the company as `importMode`. */
      mode?: string | null
      /** Identifier of the organization at the previous provider. Stored among the identifiers of the company. */
      sovosOrganizationId?: string | null
    }
    answer: ImportedCompany
  }
  /** Imports up to 2,000 French companies from another provider */
  "POST /v1/companies/import/batch": {
    body: {
      /** Companies to import, at most 2,000. */
      items: ImportItem[]
    }
    answer: {
      /** One result for each item, in the same order. */
      results: ({
        /** Identifier of the company, `comp_…`. */
        id: string
        /** Display name. */
        name: string
        /** Country code of the company. */
        country: string
        /** True when the import created or changed the company. False when it was here already with the same data. */
        imported: boolean
        /** Values that look wrong, such as a check digit. */
        warnings: string[]
        /** SIREN of the company. */
        siren: string
        /** Participant id of the company. */
        peppolId: string
        /** Position in the batch, from 0. */
        index: number
        /** Always true: the item was imported, or was here already. */
        ok: true
        /** SIRET of the item. Null when the item has none. */
        siret: string | null
      } | {
        /** Position in the batch, from 0. */
        index: number
        /** Always false: the item was refused. */
        ok: false
        /** SIRET of the item. Null when the item has none. */
        siret: string | null
        error: Refusal
      })[]
      /** Number of items that were imported, or were here already. */
      imported: number
      /** Number of items that were refused. */
      failed: number
    }
  }
  /** Returns the progress of an import of companies, while it runs and for a month after */
  "GET /v1/companies/import/batch/{requestId}": {
    path: {
      /** Identifier of the import's request: `req_…`, or the UUID that the caller sent as `X-Request-Id`. */
      requestId: string
    }
    answer: CompanyImport
  }
  /** Returns one company, by id, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant id>` */
  "GET /v1/companies/{companyId}": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: Company
  }
  /** Changes a company */
  "PATCH /v1/companies/{companyId}": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body?: {
      externalId?: string | null
      /** Display name. */
      name?: string
      address?: AddressInput | null
      capabilities?: CapabilitiesInput | null
      settings?: Record<string, unknown> | null
      compliance?: Record<string, unknown> | null
      metadata?: Record<string, string | null> | null
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: Company
  }
  /** Removes a company from the network and marks it as inactive */
  "DELETE /v1/companies/{companyId}": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: undefined
  }
  /** Publishes a company on the network, in the background */
  "POST /v1/companies/{companyId}/register": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: Registration
  }
  /** Lists the requests to join companies of the organization, newest first */
  "GET /v1/companies/join-requests": {
    query?: {
      /** Only requests with this status (default `pending`). */
      status?: "pending" | "accepted" | "rejected"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: JoinRequest[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Requests that the calling user joins a company of the organization */
  "POST /v1/companies/{companyId}/join": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: JoinRequest
  }
  /** Accepts the request of a user to join a company */
  "POST /v1/companies/{companyId}/join-requests/{joinRequestId}/accept": {
    path: {
      /** Identifier of the company, `comp_…`. */
      companyId: string
      /** Identifier of the join request, `jreq_…`. */
      joinRequestId: string
    }
    answer: JoinRequest
  }
  /** Rejects the request of a user to join a company */
  "POST /v1/companies/{companyId}/join-requests/{joinRequestId}/reject": {
    path: {
      /** Identifier of the company, `comp_…`. */
      companyId: string
      /** Identifier of the join request, `jreq_…`. */
      joinRequestId: string
    }
    answer: JoinRequest
  }
  /**
   * Lists the electronic addresses that a French company has beside its participant id, with those that ended,
   * oldest first
   */
  "GET /v1/companies/{companyId}/addresses": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: {
      /** The rows of the page. */
      data: CompanyAddress[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Gives a French company a further electronic address, from a day on */
  "POST /v1/companies/{companyId}/addresses": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body: {
      /**
       * The address, as a participant id: `0225:<SIREN>_<SIRET>`, `0225:<SIREN>_<SIRET>_<routing code>`,
       * `0225:<SIREN>_<suffix>` or `0009:<SIRET>`.
       */
      address: string
      /** What it takes. */
      takes?: "everything" | "statuses"
      /** First day on which it receives. Today when absent. */
      startsOn?: string | null
      /** First day on which it does not receive any more. It lasts when absent. */
      endsOn?: string | null
    }
    answer: CompanyAddress
  }
  /** Ends a further electronic address of a company, today or on a later day */
  "POST /v1/companies/{companyId}/addresses/{addressId}/end": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
      /** The address, `eadr_…`. */
      addressId: string
    }
    body?: {
      /** First day on which it does not receive any more. Today when absent. */
      endsOn?: string | null
    }
    answer: CompanyAddress
  }
  /** Makes a key with which another platform takes over the participant of a company */
  "POST /v1/companies/{companyId}/migration-key": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: MigrationKey
  }
  /**
   * Takes over the participant of a company from another platform, with the key that the other platform has made,
   * and publishes the company
   */
  "POST /v1/companies/{companyId}/migration-key/redeem": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body: {
      /** The key of the other platform. */
      migrationKey: string
    }
    answer: Registration
  }
  /** Lists the proofs of ownership that were started for a company, newest first */
  "GET /v1/companies/{companyId}/ownership": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: {
      /** The rows of the page. */
      data: OwnershipProof[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Starts a proof that a company owns its participant id */
  "POST /v1/companies/{companyId}/ownership": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body: {
      /** Method of the proof. */
      method: "mail" | "dns" | "mandate" | "operator"
      /** For `mandate`: the signed mandate, a PDF of at most 2 MB in base64. */
      mandate?: string
    }
    answer: OwnershipProof
  }
  /** Completes a proof of ownership, with the code of the e-mail or, without a code, by looking up the DNS record */
  "POST /v1/companies/{companyId}/ownership/confirm": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body?: {
      /** The code of the e-mail, eight digits. Without it the DNS record is looked up. */
      code?: string
    }
    answer: Company
  }
  /** Sends a document */
  "POST /v1/documents/send": {
    query?: {
      /** When the body is a file: Kind of document. */
      type?: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /**
       * When the body is a file: Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE,
       * SELF_BILLED_INVOICE or a code of UNCL1001.
       */
      documentSubtype?: string
      /**
       * When the body is a file: Whether an invoice is self-billed: the sender is the buyer and issues the
       * invoice for the seller.
       */
      selfBilled?: boolean
      /** When the body is a file: Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** When the body is a file: Participant id of the sending company. */
      from?: string
      /**
       * When the body is a file: Participant id of the recipient. Required for every kind of document except
       * `event`.
       */
      to?: string
      /** When the body is a file: Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * When the body is a file: Identifier of the object in the caller's own system. It is unique in the
       * organization, and paths can name the object by it: `ext:<identifier>`.
       */
      externalId?: string
    }
    body: {
      /** Kind of document. */
      type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /** Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001. */
      documentSubtype?: string
      /** Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller. */
      selfBilled?: boolean
      /** Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** Participant id of the sending company. */
      from: string
      /** Participant id of the recipient. Required for every kind of document except `event`. */
      to?: string
      /** The document as JSON, for the format `json`. The README of the JSON format lists the field names. */
      document?: Record<string, unknown>
      /** The document as XML, for the formats `ubl-xml` and `cii-xml`. */
      xml?: string
      /** The document as a file, for the formats `auto` and `raw`: its bytes in base64, or a part of a form. */
      file?: string
      /** Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Free data to store with the document. */
      metadata?: Record<string, unknown>
    } | RawBody
    answer: SentDocument
  }
  /** Sends up to 100 documents */
  "POST /v1/documents/send/batch": {
    body: {
      /** The documents to send, at most 100. */
      documents: SendDocument[]
    }
    answer: {
      /** One result for each item, in the same order. */
      results: ({
        /** Position in the batch, from 0. */
        index: number
        /** Always true: the item succeeded. */
        ok: true
        document: SentDocument
      } | {
        /** Position in the batch, from 0. */
        index: number
        /** Always false: the item was refused. */
        ok: false
        error: Refusal
      })[]
      /** Number of items that succeeded. */
      succeeded: number
      /** Number of items that were refused. */
      failed: number
    }
  }
  /** Checks a document without sending it */
  "POST /v1/documents/validate": {
    query?: {
      /** When the body is a file: Kind of document. */
      type?: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /**
       * When the body is a file: Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE,
       * SELF_BILLED_INVOICE or a code of UNCL1001.
       */
      documentSubtype?: string
      /**
       * When the body is a file: Whether an invoice is self-billed: the sender is the buyer and issues the
       * invoice for the seller.
       */
      selfBilled?: boolean
      /** When the body is a file: Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** When the body is a file: Participant id of the sending company. */
      from?: string
      /**
       * When the body is a file: Participant id of the recipient. Required for every kind of document except
       * `event`.
       */
      to?: string
      /** When the body is a file: Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * When the body is a file: Identifier of the object in the caller's own system. It is unique in the
       * organization, and paths can name the object by it: `ext:<identifier>`.
       */
      externalId?: string
    }
    body: {
      /** Kind of document. */
      type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /** Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001. */
      documentSubtype?: string
      /** Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller. */
      selfBilled?: boolean
      /** Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** Participant id of the sending company. */
      from: string
      /** Participant id of the recipient. Required for every kind of document except `event`. */
      to?: string
      /** The document as JSON, for the format `json`. The README of the JSON format lists the field names. */
      document?: Record<string, unknown>
      /** The document as XML, for the formats `ubl-xml` and `cii-xml`. */
      xml?: string
      /** The document as a file, for the formats `auto` and `raw`: its bytes in base64, or a part of a form. */
      file?: string
      /** Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Free data to store with the document. */
      metadata?: Record<string, unknown>
    } | RawBody
    answer: DryRun
  }
  /** Shows a document as it would be sent */
  "POST /v1/documents/preview/pdf": {
    query?: {
      /** When the body is a file: Kind of document. */
      type?: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /**
       * When the body is a file: Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE,
       * SELF_BILLED_INVOICE or a code of UNCL1001.
       */
      documentSubtype?: string
      /**
       * When the body is a file: Whether an invoice is self-billed: the sender is the buyer and issues the
       * invoice for the seller.
       */
      selfBilled?: boolean
      /** When the body is a file: Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** When the body is a file: Participant id of the sending company. */
      from?: string
      /**
       * When the body is a file: Participant id of the recipient. Required for every kind of document except
       * `event`.
       */
      to?: string
      /** When the body is a file: Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * When the body is a file: Identifier of the object in the caller's own system. It is unique in the
       * organization, and paths can name the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** When the body is a file: Form of the preview (default `pdf`). */
      rendition?: "pdf" | "html" | "xml"
      /** When the body is a file: Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    body: {
      /** Kind of document. */
      type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /** Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001. */
      documentSubtype?: string
      /** Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller. */
      selfBilled?: boolean
      /** Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** Participant id of the sending company. */
      from: string
      /** Participant id of the recipient. Required for every kind of document except `event`. */
      to?: string
      /** The document as JSON, for the format `json`. The README of the JSON format lists the field names. */
      document?: Record<string, unknown>
      /** The document as XML, for the formats `ubl-xml` and `cii-xml`. */
      xml?: string
      /** The document as a file, for the formats `auto` and `raw`: its bytes in base64, or a part of a form. */
      file?: string
      /** Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Free data to store with the document. */
      metadata?: Record<string, unknown>
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    } | RawBody
    answer: FileAnswer
  }
  /** Shows a document as it would be sent */
  "POST /v1/documents/preview/html": {
    query?: {
      /** When the body is a file: Kind of document. */
      type?: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /**
       * When the body is a file: Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE,
       * SELF_BILLED_INVOICE or a code of UNCL1001.
       */
      documentSubtype?: string
      /**
       * When the body is a file: Whether an invoice is self-billed: the sender is the buyer and issues the
       * invoice for the seller.
       */
      selfBilled?: boolean
      /** When the body is a file: Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** When the body is a file: Participant id of the sending company. */
      from?: string
      /**
       * When the body is a file: Participant id of the recipient. Required for every kind of document except
       * `event`.
       */
      to?: string
      /** When the body is a file: Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * When the body is a file: Identifier of the object in the caller's own system. It is unique in the
       * organization, and paths can name the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** When the body is a file: Form of the preview (default `pdf`). */
      rendition?: "pdf" | "html" | "xml"
      /** When the body is a file: Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    body: {
      /** Kind of document. */
      type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /** Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001. */
      documentSubtype?: string
      /** Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller. */
      selfBilled?: boolean
      /** Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** Participant id of the sending company. */
      from: string
      /** Participant id of the recipient. Required for every kind of document except `event`. */
      to?: string
      /** The document as JSON, for the format `json`. The README of the JSON format lists the field names. */
      document?: Record<string, unknown>
      /** The document as XML, for the formats `ubl-xml` and `cii-xml`. */
      xml?: string
      /** The document as a file, for the formats `auto` and `raw`: its bytes in base64, or a part of a form. */
      file?: string
      /** Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Free data to store with the document. */
      metadata?: Record<string, unknown>
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    } | RawBody
    answer: FileAnswer
  }
  /** Shows a document as it would be sent */
  "POST /v1/documents/preview/xml": {
    query?: {
      /** When the body is a file: Kind of document. */
      type?: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /**
       * When the body is a file: Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE,
       * SELF_BILLED_INVOICE or a code of UNCL1001.
       */
      documentSubtype?: string
      /**
       * When the body is a file: Whether an invoice is self-billed: the sender is the buyer and issues the
       * invoice for the seller.
       */
      selfBilled?: boolean
      /** When the body is a file: Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** When the body is a file: Participant id of the sending company. */
      from?: string
      /**
       * When the body is a file: Participant id of the recipient. Required for every kind of document except
       * `event`.
       */
      to?: string
      /** When the body is a file: Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * When the body is a file: Identifier of the object in the caller's own system. It is unique in the
       * organization, and paths can name the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** When the body is a file: Form of the preview (default `pdf`). */
      rendition?: "pdf" | "html" | "xml"
      /** When the body is a file: Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    body: {
      /** Kind of document. */
      type: "invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event"
      /** Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001. */
      documentSubtype?: string
      /** Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller. */
      selfBilled?: boolean
      /** Format of the document in the request (default `json`). */
      format?: "json" | "ubl-xml" | "cii-xml" | "auto" | "raw"
      /** Participant id of the sending company. */
      from: string
      /** Participant id of the recipient. Required for every kind of document except `event`. */
      to?: string
      /** The document as JSON, for the format `json`. The README of the JSON format lists the field names. */
      document?: Record<string, unknown>
      /** The document as XML, for the formats `ubl-xml` and `cii-xml`. */
      xml?: string
      /** The document as a file, for the formats `auto` and `raw`: its bytes in base64, or a part of a form. */
      file?: string
      /** Name of the file (default: the name in the upload). */
      fileName?: string
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Free data to store with the document. */
      metadata?: Record<string, unknown>
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    } | RawBody
    answer: FileAnswer
  }
  /** Reads a file */
  "POST /v1/documents/read": {
    body: {
      /** The file: its bytes in base64, or a part of a form. */
      file: string
    } | RawBody
    answer: FileContent
  }
  /** Starts the delivery of a document again after it failed */
  "POST /v1/documents/{documentId}/resend": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: Document
  }
  /** Lists the documents of the organization, newest first by default */
  "GET /v1/documents": {
    query?: {
      /** Only documents of these kinds. */
      type?: ("invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event")[]
      /** Only sent or only received documents. */
      direction?: "incoming" | "outgoing"
      /** Only documents with one of these statuses. */
      status?: ("draft" | "sent" | "delivered" | "rejected")[]
      /** Only documents with this delivery status. */
      deliveryStatus?: ("pending" | "delivered" | "failed" | "rejected")[]
      /** Only documents with this business status. */
      lifecycleStatus?: ("draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected")[]
      /** Only documents of this company. */
      companyId?: string
      /** Only documents exchanged with this partner. */
      partnerId?: string
      /** Only documents issued on this day or later. */
      from?: string
      /** Only documents issued on this day or earlier. */
      to?: string
      /** Only documents whose total with VAT is at least this amount. */
      amountMin?: number | string
      /** Only documents whose total with VAT is at most this amount. */
      amountMax?: number | string
      /** Only documents issued on this day. */
      issueDate?: string
      /** Only documents due on this day. */
      dueDate?: string
      /** Only documents that were sent or received here on this day (UTC). */
      createdAt?: string
      /** Only documents with this total with VAT. */
      grossAmount?: number | string
      /** Only documents with this total without VAT. */
      netAmount?: number | string
      /** Only documents in this currency. */
      currency?: string
      /** Only documents with this number. */
      number?: string
      /** Only the document that the caller's own system calls so. */
      externalId?: string
      /** Only documents from this participant. */
      senderPeppolId?: string
      /** Only documents to this participant. */
      receiverPeppolId?: string
      /** Only documents whose sender has exactly this name. */
      senderName?: string
      /** Only documents whose recipient has exactly this name. */
      receiverName?: string
      /** Only documents that refer to the purchase order with this number. */
      orderReference?: string
      /** Only documents with this tag. */
      tag?: string
      /** True: only archived documents. False: only documents that are not archived. */
      archived?: boolean
      /** True: only documents marked as read. False: only unread documents. */
      read?: boolean
      /** Words to search for in the number, the parties, the references and the line descriptions. */
      q?: string
      /** What to add to each document: its structured content, its XML, or both. */
      include?: ("document" | "xml")[]
      /**
       * Field and direction of the order: `createdAt`, `issueDate`, `dueDate`, `grossAmount` or `number`,
       * followed by `:asc` or `:desc` (default `createdAt:desc`).
       */
      sort?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: DocumentWithContent[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Searches documents */
  "POST /v1/documents/search": {
    body?: {
      /** Groups of conditions. A document must satisfy at least one group. */
      any?: DocumentConditions[]
      /** Conditions that every found document must also satisfy. */
      all?: ({
        /** Name of the field to compare. */
        field: "type" | "direction" | "status" | "deliveryStatus" | "lifecycleStatus" | "number" | "externalId" | "senderPeppolId" | "receiverPeppolId" | "senderName" | "receiverName" | "orderReference" | "currency" | "issueDate" | "dueDate" | "createdAt" | "grossAmount" | "netAmount" | "partnerId" | "companyId" | "archived" | "read" | "tag" | "q"
        /** Comparison operator (default `eq`). */
        op?: "eq" | "ne" | "in" | "lt" | "lte" | "gt" | "gte" | "contains" | "startsWith" | "exists"
        /** Value to compare with. A list for `in`. */
        value?: unknown
      } | Record<string, unknown>)[]
      /** Only documents issued on this day or later. */
      from?: string
      /** Only documents issued on this day or earlier. */
      to?: string
      /** Order of the documents (default: newest first). */
      sort?: DocumentOrder[]
      /** What to add to each document: its structured content, its XML, or both. */
      include?: ("document" | "xml")[]
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: DocumentWithContent[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns one document, by id, `ext:<externalId>` or `number:<number>` */
  "GET /v1/documents/{documentId}": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: DocumentWithContent
  }
  /** Returns the content of a document, with the field names of the send body */
  "GET /v1/documents/{documentId}/structured": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: StructuredDocument
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/xml": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/ubl": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/cii": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/pdf": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/html": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/facturx": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/fatturapa": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /** Returns a document as a file */
  "GET /v1/documents/{documentId}/original": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Language of the labels in a readable view. */
      language?: "en" | "fr" | "nl" | "de" | "it"
    }
    answer: FileAnswer
  }
  /**
   * Lists the files that are embedded in a document (at most the first 1,000), with name, type, size and hash of
   * each
   */
  "GET /v1/documents/{documentId}/attachments": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: {
      /** The rows of the page. */
      data: DocumentAttachment[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns a file that is embedded in a document, with the bytes that its sender put there */
  "GET /v1/documents/{documentId}/attachments/{attachmentId}": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
      /** Identifier of the attachment. */
      attachmentId: string
    }
    answer: FileAnswer
  }
  /** Returns the evidence of a document's exchange as one ZIP archive */
  "GET /v1/documents/{documentId}/evidence": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: FileAnswer
  }
  /** Returns one file of the evidence of a document's exchange as it went or came */
  "GET /v1/documents/{documentId}/evidence/{messageHash}": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
      /** SHA-256 of the file, in hexadecimal. */
      messageHash: string
    }
    answer: FileAnswer
  }
  /** Lists what happened to a document, oldest first */
  "GET /v1/documents/{documentId}/timeline": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: {
      /** The rows of the page. */
      data: Moment[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Lists the documents that belong to the same transaction, newest first */
  "GET /v1/documents/{documentId}/related": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: RelatedDocument[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /**
   * Lists the invoices, credit notes and debit notes that cite a purchase order and are between its two parties,
   * newest first
   */
  "GET /v1/purchase-orders/{purchaseOrderId}/invoices": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      purchaseOrderId: string
    }
    query?: {
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: DocumentSummary[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Lists every attempt to deliver a document */
  "GET /v1/documents/{documentId}/attempts": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: {
      /** The rows of the page. */
      data: DeliveryAttempt[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Lists the notes that the organization wrote about a document, oldest first */
  "GET /v1/documents/{documentId}/notes": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: {
      /** The rows of the page. */
      data: DocumentNote[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Lists the Message Level Statuses and Responses of a document */
  "GET /v1/documents/{documentId}/message-statuses": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: {
      /** The rows of the page. */
      data: MessageStatus[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Performs up to 500 actions on documents, in the given order */
  "POST /v1/documents/actions": {
    body: {
      /** The actions, at most 500. */
      updates: DocumentUpdate[]
    }
    answer: {
      /** One result for each item, in the same order. */
      results: ({
        /** Position in the batch, from 0. */
        index: number
        /** Always true: the item succeeded. */
        ok: true
        result: ActionResult
      } | {
        /** Position in the batch, from 0. */
        index: number
        /** Always false: the item was refused. */
        ok: false
        error: Refusal
      })[]
      /** Number of items that succeeded. */
      succeeded: number
      /** Number of items that were refused. */
      failed: number
    }
  }
  /** Performs one action on a document */
  "POST /v1/documents/{documentId}/actions": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    body: {
      /** The action to perform. */
      action: "mark_read" | "mark_unread" | "archive" | "unarchive" | "tag" | "untag" | "note" | "link" | "unlink"
      /** The tag, for the actions `tag` and `untag`. */
      tag?: string
      /** The text of the note, for the action `note`. With `link`, it can complete a document that is on hold. */
      note?: string
      /** The other document, for the actions `link` and `unlink`. */
      relatedDocumentId?: string
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: ActionResult
  }
  /**
   * Returns the business status of a document with its reason, its history, the allowed next statuses, and the
   * reports to authorities
   */
  "GET /v1/documents/{documentId}/lifecycle": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    query?: {
      /** Whether the network is asked if the other party takes a status. */
      recipient?: boolean
    }
    answer: Lifecycle
  }
  /** Changes the business status of a document, and informs the other party and the authority */
  "POST /v1/documents/{documentId}/lifecycle": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    body: {
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
      /** The new status. */
      status: "under_review" | "approved" | "rejected" | "partially_paid" | "paid" | "disputed"
      /**
       * Reason code, required for `rejected` and `disputed`. A Peppol code or, for French documents, an AFNOR
       * code that the status allows. `suspended` puts the document on hold.
       */
      reasonCode?: "NON" | "REF" | "LEG" | "REC" | "QUA" | "DEL" | "PRI" | "QTY" | "ITM" | "PAY" | "UNR" | "FIN" | "PPD" | "OTH" | "suspended" | "NON_TRANSMISE" | "JUSTIF_ABS" | "ROUTAGE_ERR" | "AUTRE" | "COORD_BANC_ERR" | "TX_TVA_ERR" | "MONTANTTOTAL_ERR" | "CALCUL_ERR" | "NON_CONFORME" | "DOUBLON" | "DEST_INC" | "DEST_ERR" | "TRANSAC_INC" | "EMMET_INC" | "CONTRAT_TERM" | "DOUBLE_FACT" | "CMD_ERR" | "ADR_ERR" | "SIRET_ERR" | "CODE_ROUTAGE_ERR" | "REF_CT_ABSENT" | "REF_ERR" | "PU_ERR" | "REM_ERR" | "QTE_ERR" | "ART_ERR" | "MODPAI_ERR" | "QUALITE_ERR" | "LIVR_INCOMP" | "REJ_SEMAN" | "REJ_UNI" | "REJ_COH" | "REJ_ADR" | "REJ_CONT_B2G" | "REJ_REF_PJ" | "REJ_ASS_PJ"
      /** With the reason code `suspended`: why the document is on hold (French status 208). */
      suspensionReasonCode?: "NON" | "REF" | "LEG" | "REC" | "QUA" | "DEL" | "PRI" | "QTY" | "ITM" | "PAY" | "UNR" | "FIN" | "PPD" | "OTH" | "suspended" | "NON_TRANSMISE" | "JUSTIF_ABS" | "ROUTAGE_ERR" | "AUTRE" | "COORD_BANC_ERR" | "TX_TVA_ERR" | "MONTANTTOTAL_ERR" | "CALCUL_ERR" | "NON_CONFORME" | "DOUBLON" | "DEST_INC" | "DEST_ERR" | "TRANSAC_INC" | "EMMET_INC" | "CONTRAT_TERM" | "DOUBLE_FACT" | "CMD_ERR" | "ADR_ERR" | "SIRET_ERR" | "CODE_ROUTAGE_ERR" | "REF_CT_ABSENT" | "REF_ERR" | "PU_ERR" | "REM_ERR" | "QTE_ERR" | "ART_ERR" | "MODPAI_ERR" | "QUALITE_ERR" | "LIVR_INCOMP" | "REJ_SEMAN" | "REJ_UNI" | "REJ_COH" | "REJ_ADR" | "REJ_CONT_B2G" | "REJ_REF_PJ" | "REJ_ASS_PJ"
      /** Reason in words, for the other party. */
      reason?: string
      /** Note for the other party. */
      note?: string
      /** What the other party is asked to do. */
      requestedAction?: "NOA" | "PIN" | "NIN" | "CNF" | "CNP" | "CNA" | "OTH"
      /** Date of the payment, required for `paid` and `partially_paid`. */
      paymentDate?: string
      /**
       * Amount that was paid. Required for `partially_paid` unless `remainingAmount` or `paymentByRate` is given,
       * for a document that states no amount, and when a French supplier reports that it collected a payment.
       */
      paymentAmount?: number | string
      /** Currency of the amount. It must be the currency of the document. */
      paymentCurrency?: string
      /**
       * Amount that was collected at each VAT rate. When absent, the amount is divided in the proportions of the
       * document.
       */
      paymentByRate?: CollectedByRateInput[]
      /** Amount that remains to be paid. With `approved`: the amount that is not approved (French status 206). */
      remainingAmount?: number | string
      /** Reference of the payment. */
      paymentReference?: string
      /** Wrong values in the document, with the correct ones. For `disputed` and `rejected`. */
      corrections?: CorrectionInput[]
      /** Whether to return the result without changing anything (default false). */
      dryRun?: boolean
    }
    answer: LifecycleResult
  }
  /** Tells before a status leaves whether the other side of a document takes it */
  "GET /v1/documents/{documentId}/lifecycle/recipient": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: StatusRecipientAnswer
  }
  /** Changes the business status of the document with this number */
  "POST /v1/documents/by-number/{number}/lifecycle": {
    path: {
      /** Number of the document, assigned by its issuer. */
      number: string
    }
    body: {
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
      /** The new status. */
      status: "under_review" | "approved" | "rejected" | "partially_paid" | "paid" | "disputed"
      /**
       * Reason code, required for `rejected` and `disputed`. A Peppol code or, for French documents, an AFNOR
       * code that the status allows. `suspended` puts the document on hold.
       */
      reasonCode?: "NON" | "REF" | "LEG" | "REC" | "QUA" | "DEL" | "PRI" | "QTY" | "ITM" | "PAY" | "UNR" | "FIN" | "PPD" | "OTH" | "suspended" | "NON_TRANSMISE" | "JUSTIF_ABS" | "ROUTAGE_ERR" | "AUTRE" | "COORD_BANC_ERR" | "TX_TVA_ERR" | "MONTANTTOTAL_ERR" | "CALCUL_ERR" | "NON_CONFORME" | "DOUBLON" | "DEST_INC" | "DEST_ERR" | "TRANSAC_INC" | "EMMET_INC" | "CONTRAT_TERM" | "DOUBLE_FACT" | "CMD_ERR" | "ADR_ERR" | "SIRET_ERR" | "CODE_ROUTAGE_ERR" | "REF_CT_ABSENT" | "REF_ERR" | "PU_ERR" | "REM_ERR" | "QTE_ERR" | "ART_ERR" | "MODPAI_ERR" | "QUALITE_ERR" | "LIVR_INCOMP" | "REJ_SEMAN" | "REJ_UNI" | "REJ_COH" | "REJ_ADR" | "REJ_CONT_B2G" | "REJ_REF_PJ" | "REJ_ASS_PJ"
      /** With the reason code `suspended`: why the document is on hold (French status 208). */
      suspensionReasonCode?: "NON" | "REF" | "LEG" | "REC" | "QUA" | "DEL" | "PRI" | "QTY" | "ITM" | "PAY" | "UNR" | "FIN" | "PPD" | "OTH" | "suspended" | "NON_TRANSMISE" | "JUSTIF_ABS" | "ROUTAGE_ERR" | "AUTRE" | "COORD_BANC_ERR" | "TX_TVA_ERR" | "MONTANTTOTAL_ERR" | "CALCUL_ERR" | "NON_CONFORME" | "DOUBLON" | "DEST_INC" | "DEST_ERR" | "TRANSAC_INC" | "EMMET_INC" | "CONTRAT_TERM" | "DOUBLE_FACT" | "CMD_ERR" | "ADR_ERR" | "SIRET_ERR" | "CODE_ROUTAGE_ERR" | "REF_CT_ABSENT" | "REF_ERR" | "PU_ERR" | "REM_ERR" | "QTE_ERR" | "ART_ERR" | "MODPAI_ERR" | "QUALITE_ERR" | "LIVR_INCOMP" | "REJ_SEMAN" | "REJ_UNI" | "REJ_COH" | "REJ_ADR" | "REJ_CONT_B2G" | "REJ_REF_PJ" | "REJ_ASS_PJ"
      /** Reason in words, for the other party. */
      reason?: string
      /** Note for the other party. */
      note?: string
      /** What the other party is asked to do. */
      requestedAction?: "NOA" | "PIN" | "NIN" | "CNF" | "CNP" | "CNA" | "OTH"
      /** Date of the payment, required for `paid` and `partially_paid`. */
      paymentDate?: string
      /**
       * Amount that was paid. Required for `partially_paid` unless `remainingAmount` or `paymentByRate` is given,
       * for a document that states no amount, and when a French supplier reports that it collected a payment.
       */
      paymentAmount?: number | string
      /** Currency of the amount. It must be the currency of the document. */
      paymentCurrency?: string
      /**
       * Amount that was collected at each VAT rate. When absent, the amount is divided in the proportions of the
       * document.
       */
      paymentByRate?: CollectedByRateInput[]
      /** Amount that remains to be paid. With `approved`: the amount that is not approved (French status 206). */
      remainingAmount?: number | string
      /** Reference of the payment. */
      paymentReference?: string
      /** Wrong values in the document, with the correct ones. For `disputed` and `rejected`. */
      corrections?: CorrectionInput[]
      /** Whether to return the result without changing anything (default false). */
      dryRun?: boolean
    }
    answer: LifecycleResult
  }
  /** Changes the business status of up to 500 documents */
  "POST /v1/documents/lifecycle/batch": {
    body: {
      /** The updates, at most 500. */
      updates: LifecycleUpdateInput[]
    }
    answer: LifecycleBatchResult
  }
  /** Returns the status of reporting for each company */
  "GET /v1/compliance/status": {
    query?: {
      /** Only reports of this company. */
      companyId?: string
      /** Only reports to the authority of this country. */
      country?: "FR" | "IT"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: ComplianceStatus | {
      /** Identifier of the company. */
      companyId: string
      /** The country that was asked about. */
      country: string
      /** Null: no authority receives reports. */
      platform: null
      /** Always `not_required`. */
      status: "not_required"
      /** Always empty. */
      obligations: string[]
    } | {
      /** The rows of the page. */
      data: ComplianceStatus[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Lists the reports to authorities, newest first */
  "GET /v1/compliance/reports": {
    query?: {
      /** Only reports of this company. */
      companyId?: string
      /** Only reports to the authority of this country. */
      country?: "FR" | "IT"
      /** Only reports with this status. */
      status?: "pending" | "reported" | "failed"
      /** Only reports created on this day or later. */
      from?: string
      /** Only reports created on this day or earlier. */
      to?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: ComplianceReport[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Counts reports by day and status, for a chart */
  "GET /v1/compliance/reports/by-day": {
    query?: {
      /** Only reports of this company. */
      companyId?: string
      /** Only reports to the authority of this country. */
      country?: "FR" | "IT"
      /** First day of the period (default: 30 days before the last day). */
      from?: string
      /** Last day of the period (default: today). */
      to?: string
    }
    answer: ComplianceByDay
  }
  /**
   * Collects transactions of a French company that no invoice tells, such as sales to consumers, for its next
   * report to the French portal
   */
  "POST /v1/compliance/e-reporting/transactions": {
    query?: {
      /**
       * When the body is a file: The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or
       * `peppol:<participant id>`.
       */
      companyId?: string
      /** When the body is a file: The rows, at most 2,000. */
      rows?: ReportedTransaction[]
    }
    body?: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId?: string
      /** The rows, at most 2,000. */
      rows?: ReportedTransaction[]
      /** The rows as CSV instead: the first line names the columns as in `rows`. */
      file?: string
    } | RawBody
    answer: CollectedRows
  }
  /**
   * Collects payments for services of a French company that no invoice tells, for its next report to the French
   * portal
   */
  "POST /v1/compliance/e-reporting/payments": {
    query?: {
      /**
       * When the body is a file: The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or
       * `peppol:<participant id>`.
       */
      companyId?: string
      /** When the body is a file: The rows, at most 2,000. */
      rows?: ReportedPayment[]
    }
    body?: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId?: string
      /** The rows, at most 2,000. */
      rows?: ReportedPayment[]
      /** The rows as CSV instead: the first line names the columns as in `rows`. */
      file?: string
    } | RawBody
    answer: CollectedRows
  }
  /** Lists the periods of e-reporting, newest first */
  "GET /v1/compliance/e-reporting/periods": {
    query?: {
      /** Only periods of this company. */
      companyId?: string
      /** Only periods of this kind. */
      kind?: "transactions" | "purchases" | "payments"
      /** Only periods with this status. */
      status?: "open" | "pending" | "reported" | "failed"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: EReportingPeriod[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns a period of e-reporting, with what it tells of each day, kind and VAT rate */
  "GET /v1/compliance/e-reporting/periods/{periodId}": {
    path: {
      /** Identifier of the period, `erp_…`. */
      periodId: string
    }
    answer: EReportingContent
  }
  /** Searches the participants of the network by name or number */
  "GET /v1/directory/search": {
    query?: {
      /**
       * What to search for: a part of a name, a French SIREN (9 digits) or SIRET (14 digits), or a complete
       * participant id.
       */
      q?: string
      /** A complete VAT number. Either this or `q` is required. */
      vatNumber?: string
      /** Only participants of this country. Required when `q` is a part of a name. */
      country?: string
      /** Only participants in this town. */
      city?: string
      /** Only participants with this post code. */
      postalCode?: string
      /** Only participants with one of these activities, as NACE codes. */
      naceCodes?: string[]
      /** Only participants that receive all of these kinds of documents. */
      documentTypes?: ("invoice" | "credit-note" | "debit-note" | "purchase-order" | "purchase-request" | "sales-order" | "quote" | "event")[]
      /** Whether to list establishments next to their legal entity (default false). */
      includeSubEntities?: boolean
      /** How much detail to return for each participant (default `basic`). */
      detail?: "basic" | "full"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: ListedParticipant[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Checks whether a participant is registered on the network and receives a kind of document */
  "POST /v1/directory/verify": {
    query?: {
      /** Whether to return the steps of the lookup: what was asked, who answered, and how long it took. */
      trace?: boolean
    }
    body: {
      /** The participant id to verify. */
      peppolId: string
      /** The kind of document to check: `INVOICE`, `CREDIT_NOTE`, …, or a document type identifier of the network. */
      documentType: string
    }
    answer: Verification
  }
  /** Returns one participant of the network */
  "GET /v1/directory/{participantId}": {
    path: {
      /** Participant id. */
      participantId: string
    }
    answer: Participant
  }
  /** Creates a trading partner by participant id or VAT number */
  "POST /v1/partners": {
    body?: {
      /**
       * The company whose partner it is. When absent, the company of the caller, or all companies of the
       * organization if the caller acts for none.
       */
      companyId?: string | null
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Participant id. When absent, it is derived from the VAT number. */
      peppolId?: string
      /** VAT number. When absent, it is derived from the participant id if that contains it. */
      vatNumber?: string
      /** Name. When absent, it comes from the registry or the directory. */
      name?: string
      /** Whether the partner sells to the organization, buys from it, or both. */
      role?: "supplier" | "buyer" | "both"
      contactName?: string | null
      contactEmail?: string | null
      defaults?: PartnerDefaultsInput | null
      /** Tags that the organization gives the partner. A tag must not contain a comma. */
      tags?: string[]
      /** Further data about the partner. */
      enrichment?: Record<string, unknown>
      /**
       * Free data as names with text values: at most 40 names, each of at most 40 characters, with values of at
       * most 500 characters.
       */
      metadata?: Record<string, string | null>
    }
    answer: Partner
  }
  /** Lists the partners of the organization, newest first by default */
  "GET /v1/partners": {
    query?: {
      /** Only partners of this company, with those that the companies of the organization share. */
      companyId?: string
      /** Only suppliers or only buyers. A partner with the role `both` is in either list. */
      role?: "supplier" | "buyer" | "both"
      /** Text to find in the name, VAT number, participant id, contact or `externalId`. */
      search?: string
      /** Only the partner that the caller's own system calls so. */
      externalId?: string
      /** Only partners of this country. */
      country?: string
      /** Only partners with all of these tags. */
      tags?: string[]
      /** True: only partners with whom a document was exchanged. False: only the others. */
      hasActivity?: boolean
      /** Only partners with this status on the network. */
      peppolStatus?: "unknown" | "active" | "not_registered"
      /** Field to order by (default `createdAt`). */
      sortBy?: "createdAt" | "name" | "lastActivityAt"
      /** Direction of the order (default `desc`). */
      order?: "asc" | "desc"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Partner[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns the partner that has an account number in its metadata */
  "GET /v1/partners/by-account-number": {
    query: {
      /** The account number to find. */
      value: string
      /** Name of the value in `metadata` (default `accountNumber`). */
      field?: string
      /** Kind of object to find. There is one kind. */
      entityType?: "PARTNERSHIP"
    }
    answer: Partner
  }
  /** Returns one partner, by id, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant id>` */
  "GET /v1/partners/{partnerId}": {
    path: {
      /**
       * The partner: its identifier `part_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`. A number finds the partner of the caller first, then the one that all companies share, then the one
       * of the oldest company.
       */
      partnerId: string
    }
    answer: Partner
  }
  /** Changes a partner */
  "PATCH /v1/partners/{partnerId}": {
    path: {
      /**
       * The partner: its identifier `part_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`. A number finds the partner of the caller first, then the one that all companies share, then the one
       * of the oldest company.
       */
      partnerId: string
    }
    body?: {
      externalId?: string | null
      peppolId?: string | null
      vatNumber?: string | null
      /** Name. When absent, it comes from the registry or the directory. */
      name?: string
      /** Whether the partner sells to the organization, buys from it, or both. */
      role?: "supplier" | "buyer" | "both"
      contactName?: string | null
      contactEmail?: string | null
      defaults?: PartnerDefaultsInput | null
      tags?: string[] | null
      enrichment?: Record<string, unknown> | null
      metadata?: Record<string, string | null> | null
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: Partner
  }
  /** Deletes a partner */
  "DELETE /v1/partners/{partnerId}": {
    path: {
      /**
       * The partner: its identifier `part_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`. A number finds the partner of the caller first, then the one that all companies share, then the one
       * of the oldest company.
       */
      partnerId: string
    }
    answer: undefined
  }
  /** Lists the invoices, credit notes and debit notes of which a partner is the seller or the payer, newest first */
  "GET /v1/partners/{partnerId}/invoices": {
    path: {
      /**
       * The partner: its identifier `part_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`. A number finds the partner of the caller first, then the one that all companies share, then the one
       * of the oldest company.
       */
      partnerId: string
    }
    query?: {
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: DocumentSummary[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Merges two partners into one */
  "POST /v1/partners/{partnerId}/merge": {
    path: {
      /** The partner to keep. */
      partnerId: string
    }
    body: {
      /** The partner to merge into the kept one and to delete. */
      duplicateId: string
    }
    answer: Partner
  }
  /**
   * Counts the documents that were sent, received, delivered and failed in a day, week, month, quarter or year
   * (UTC), by default the current month, by type, country and company, and as time series
   */
  "GET /v1/stats": {
    query?: {
      /** Period to count: a day, week (from Monday), month, quarter or year (default `month`). */
      period?: "day" | "week" | "month" | "quarter" | "year"
      /** A day of the period (default: today, in UTC). */
      day?: string
      /** Only documents of this company. */
      companyId?: string
      /** How to split the series (default `total`: one series). */
      by?: "total" | "type" | "country" | "company"
      /** Length of the interval of each point in a series. By default a day, or a month when the period is a year. */
      interval?: "day" | "week" | "month" | "quarter" | "year"
    }
    answer: Stats
  }
  /**
   * Tells what was invoiced in a period, how long deliveries took, why documents failed or were rejected, and who
   * the busiest partners were
   */
  "GET /v1/stats/insight": {
    query?: {
      /** Length of the period (default `month`). */
      period?: "day" | "week" | "month" | "quarter" | "year"
      /** A day of the period (default: today, in UTC). */
      day?: string
      /** Only documents of this company. */
      companyId?: string
      /** Length of the interval of each point. By default a day, or a month when the period is a year. */
      interval?: "day" | "week" | "month" | "quarter" | "year"
    }
    answer: Insight
  }
  /** Lists the tag groups that the companies of the organization share and those of one company, by name */
  "GET /v1/categorization/groups": {
    query?: {
      /**
       * Also the groups of this company. When absent, those of the company of the caller, or only the shared
       * groups if the caller acts for none.
       */
      companyId?: string
    }
    answer: {
      /** The rows of the page. */
      data: TagGroup[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Creates a tag group */
  "POST /v1/categorization/groups": {
    body: {
      /**
       * The company whose group it is. When absent, the company of the caller, or all companies of the
       * organization if the caller acts for none.
       */
      companyId?: string | null
      /** Name of the group, unique among those of its owner. */
      name: string
      description?: string | null
      /** Kinds of objects that the tags of the group can be assigned to. */
      objectTypes?: ("document" | "partner" | "company")[]
      /** Whether an object has at most one tag of the group. A new tag then replaces the previous one. */
      exclusive?: boolean
    }
    answer: TagGroup
  }
  /** Changes a tag group */
  "PATCH /v1/categorization/groups/{groupId}": {
    path: {
      /** Identifier of the group, `tgrp_…`. */
      groupId: string
    }
    body?: {
      /** Name of the group, unique among those of its owner. */
      name?: string
      description?: string | null
      /** Kinds of objects that the tags of the group can be assigned to. */
      objectTypes?: ("document" | "partner" | "company")[]
      /** Whether an object has at most one tag of the group. A new tag then replaces the previous one. */
      exclusive?: boolean
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: TagGroup
  }
  /** Deletes a tag group with its tags */
  "DELETE /v1/categorization/groups/{groupId}": {
    path: {
      /** Identifier of the group, `tgrp_…`. */
      groupId: string
    }
    answer: undefined
  }
  /** Lists the tags of a group, by name */
  "GET /v1/categorization/groups/{groupId}/tags": {
    path: {
      /** Identifier of the group, `tgrp_…`. */
      groupId: string
    }
    answer: {
      /** The rows of the page. */
      data: Tag[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Creates a tag in a group */
  "POST /v1/categorization/groups/{groupId}/tags": {
    path: {
      /** Identifier of the group, `tgrp_…`. */
      groupId: string
    }
    body: {
      /** Name of the tag, unique in the group. */
      name: string
      color?: string | null
      code?: string | null
    }
    answer: Tag
  }
  /** Changes the name, colour or code of a tag */
  "PATCH /v1/categorization/tags/{tagId}": {
    path: {
      /** Identifier of the tag, `tag_…`. */
      tagId: string
    }
    body?: {
      /** Name of the tag, unique in the group. */
      name?: string
      color?: string | null
      code?: string | null
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: Tag
  }
  /** Deletes a tag */
  "DELETE /v1/categorization/tags/{tagId}": {
    path: {
      /** Identifier of the tag, `tag_…`. */
      tagId: string
    }
    answer: undefined
  }
  /** Lists the tags of a document, partner or company, oldest assignment first */
  "GET /v1/categorization/objects/{objectId}/tags": {
    path: {
      /** Identifier of the object: a document (`doc_…`), partner (`part_…`) or company (`comp_…`). */
      objectId: string
    }
    answer: {
      /** The rows of the page. */
      data: TagAssignment[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Assigns a tag to a document, partner or company */
  "POST /v1/categorization/objects/{objectId}/tags": {
    path: {
      /** Identifier of the object: a document (`doc_…`), partner (`part_…`) or company (`comp_…`). */
      objectId: string
    }
    body: {
      /** Identifier of the tag, `tag_…`. */
      tagId: string
      /** Kind of the object. */
      objectType: "document" | "partner" | "company"
    }
    answer: AssignedTag
  }
  /** Removes a tag from a document, partner or company */
  "DELETE /v1/categorization/objects/{objectId}/tags/{tagId}": {
    path: {
      /** Identifier of the object: a document (`doc_…`), partner (`part_…`) or company (`comp_…`). */
      objectId: string
      /** Identifier of the tag, `tag_…`. */
      tagId: string
    }
    answer: undefined
  }
  /**
   * Suggests tags for an object, the most probable first, learned from the assignments of the company of the
   * object alone
   */
  "POST /v1/categorization/objects/tags/auto": {
    body: {
      /** Identifier of the object: a document (`doc_…`), partner (`part_…`) or company (`comp_…`). */
      objectId: string
      /** Kind of the object. */
      objectType: "document" | "partner" | "company"
      /**
       * Further facts about the object: `supplier`, `amount`, `reference`, `country`, `currency`, `date`. Any
       * other text is read as words.
       */
      context?: Record<string, unknown>
    }
    answer: {
      /** The rows of the page. */
      data: TagSuggestion[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns the amounts of a document that are due, paid and remaining, and the account to pay to */
  "GET /v1/payments/documents/{documentId}": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    answer: PaymentInfo
  }
  /** Records a payment of an invoice, credit note or debit note */
  "POST /v1/payments/documents/{documentId}/pay": {
    path: {
      /**
       * The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has
       * that number.
       */
      documentId: string
    }
    body: {
      /** Amount that was paid. */
      amount: number | string
      /** Date of the payment. */
      date: string
      /** Reference of the payment at the bank or the payer. */
      reference?: string
      /** Currency of the payment. It must be the currency of the document. */
      currency?: string
    }
    answer: PaymentResult
  }
  /** Reverses a recorded payment, for example when the bank returned it */
  "POST /v1/payments/{paymentId}/reverse": {
    path: {
      /** Identifier of the payment, `pay_…`. */
      paymentId: string
    }
    body?: {
      /** Date of the reversal (default today). It cannot be before the payment. */
      date?: string
      /** Why the payment is reversed. */
      reason?: string
    }
    answer: PaymentResult
  }
  /** Lists the recorded payments, newest first */
  "GET /v1/payments": {
    query?: {
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
      /** Only payments of this document. */
      documentId?: string
      /** Only payments of this company. */
      companyId?: string
      /** Only payments made on this day or later. */
      from?: string
      /** Only payments made on this day or earlier. */
      to?: string
    }
    answer: {
      /** The rows of the page. */
      data: Payment[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Adds up what is not paid yet of invoices and debit notes, by currency and by how late it is today (UTC) */
  "GET /v1/payments/ageing": {
    query?: {
      /** Whose debts (default `receivable`). */
      side?: "receivable" | "payable"
      /** Only documents of this company. */
      companyId?: string
    }
    answer: Ageing
  }
  /** Creates a payment order for approved documents */
  "POST /v1/payments/export/iso20022": {
    body: {
      /** Identifiers of the documents to pay. All must belong to the same company. */
      documentIds: string[]
      /** The payer and its account. */
      debtor: DebtorInput
      /** Date on which the bank executes the transfers: today or later. */
      executionDate: string
      /** Whether the bank statement shows one sum for all transfers (default true). */
      batchBooking?: boolean
      /** Version of the pain.001 message (default `pain.001.001.09`). */
      format?: "pain.001.001.09" | "pain.001.001.03"
      /**
       * Whether to include documents that were ordered before, and documents that were reported to the supplier
       * as paid without a recorded payment.
       */
      force?: boolean
    }
    answer: FileAnswer
  }
  /** Returns the file of a payment order, exactly as it was created */
  "GET /v1/payments/exports/{exportId}": {
    path: {
      /** Identifier of the payment order, `pexp_…`. */
      exportId: string
    }
    answer: FileAnswer
  }
  /** Imports a bank file (camt.053, camt.054 or pain.002) */
  "POST /v1/payments/import": {
    query?: {
      /**
       * When the body is a file: The company whose account it is. By default it is known by the account:
       * companies state it on their invoices, or have ordered transfers from it.
       */
      companyId?: string
      /** When the body is a file: `propose` (default) only returns what would be recorded, `record` records it. */
      mode?: "propose" | "record"
    }
    body: {
      /** The bank file: its bytes in base64, or the file as the whole body, or as a part of a form. */
      file: string
      /**
       * The company whose account it is. By default it is known by the account: companies state it on their
       * invoices, or have ordered transfers from it.
       */
      companyId?: string
      /** `propose` (default) only returns what would be recorded, `record` records it. */
      mode?: "propose" | "record"
    } | RawBody
    answer: BankImport
  }
  /** Builds a message about changing platforms */
  "POST /v1/portability/build": {
    body: {
      /** Kind of the message. */
      messageType: "REQUEST" | "ANSWER" | "CONFIRMATION" | "CANCELLATION"
      /** State of the request. */
      state: "SUBMITTED" | "ACCEPTED" | "REFUSED" | "EFFECTIVE" | "CANCELLED"
      /** Reference of the request: 1 to 35 letters, digits and hyphens. */
      requestRef: string
      /** SIREN of the taxpayer. */
      taxpayerSiren: string
      /** Identifier of the platform that the taxpayer goes to. */
      gainingPaId?: string | null
      /** Identifier of the platform that the taxpayer leaves. */
      losingPaId?: string | null
      /** Day of the change. */
      effectiveDate?: string | null
    }
    answer: PortabilityMessage
  }
  /** Reads a message about changing platforms */
  "POST /v1/portability/parse": {
    body: {
      /** The subject: `PORTABILITY;<messageType>;<state>;<requestRef>;<taxpayerSiren>`. */
      subject: string
      /** The row of 18 fields, separated by semicolons, with or without its header. */
      csvRow?: string | null
    }
    answer: ParsedPortabilityMessage
  }
  /** Makes a message about changing platforms, keeps it, and moves its request on */
  "POST /v1/portability/messages": {
    body: {
      /** Kind of the message. */
      messageType: "REQUEST" | "ANSWER" | "CONFIRMATION" | "CANCELLATION"
      /** State of the request. */
      state: "SUBMITTED" | "ACCEPTED" | "REFUSED" | "EFFECTIVE" | "CANCELLED"
      /** Reference of the request: 1 to 35 letters, digits and hyphens. */
      requestRef: string
      /** SIREN of the taxpayer. */
      taxpayerSiren: string
      /** Identifier of the platform that the taxpayer goes to. */
      gainingPaId?: string | null
      /** Identifier of the platform that the taxpayer leaves. */
      losingPaId?: string | null
      /** Day of the change. */
      effectiveDate?: string | null
      /** E-mail address of the other platform. */
      mailTo?: string | null
    }
    answer: PortabilityRequest
  }
  /** Takes a message that another platform has sent, and moves its request on */
  "POST /v1/portability/received-messages": {
    body: {
      /** The subject: `PORTABILITY;<messageType>;<state>;<requestRef>;<taxpayerSiren>`. */
      subject: string
      /** The row of 18 fields, separated by semicolons, with or without its header. */
      csvRow?: string | null
    }
    answer: PortabilityRequest
  }
  /** Lists requests to change platforms, newest first */
  "GET /v1/portability/requests": {
    query?: {
      /** Only requests in this state. */
      state?: "SUBMITTED" | "ACCEPTED" | "REFUSED" | "EFFECTIVE" | "CANCELLED"
      /** Only requests where we are this side. */
      side?: "gaining" | "losing"
      /** Only requests of this taxpayer. */
      taxpayerSiren?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: PortabilityRequest[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns a request to change platforms, with its messages */
  "GET /v1/portability/requests/{portabilityRequestId}": {
    path: {
      /** Identifier of the request, `port_…`. */
      portabilityRequestId: string
    }
    answer: PortabilityRequest
  }
  /** Asks for the end of the organization */
  "POST /v1/organization/deletion": {
    body: {
      /** Identifier of the organization, as a confirmation. */
      confirm: string
      /** Days until everything is deleted (7 to 90, default 30). */
      graceDays?: number
    }
    answer: OrganizationDeletion
  }
  /** Cancels the deletion of the organization */
  "POST /v1/organization/deletion/cancel": {
    answer: OrganizationDeletion
  }
  /** Creates an API key */
  "POST /v1/api-keys": {
    body: {
      /** Name of the key, such as its purpose. */
      name: string
      label?: string | null
      companyId?: string | null
      /** Scopes of the key. By default, the scopes of the caller. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
      expiresAt?: string | null
      /**
       * Requests per minute. The value can only be lower than the limit of the plan and of the key that creates
       * this one.
       */
      rateLimit?: number | null
      /** Networks (CIDR) that the key may be used from. All when absent, or those of the key that created it. */
      allowedNetworks?: string[]
    }
    answer: NewApiKey
  }
  /** Lists the API keys that are not revoked, newest first */
  "GET /v1/api-keys": {
    query?: {
      /** Only keys of this kind. */
      kind?: "secret" | "agent"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: ApiKey[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Replaces an API key by a new one with the same rights */
  "POST /v1/api-keys/{keyId}/rotate": {
    path: {
      /** Identifier of the key, `key_…`. */
      keyId: string
    }
    body?: {
      /** Hours for which the old key still works (default 24, at most 168). 0 revokes it at once. */
      overlapHours?: number
      /** When the new key expires. By default it lives as long as the old one was to live. */
      expiresAt?: string | null
    }
    answer: NewApiKey
  }
  /** Changes the name, the label or the scopes of an API key at once */
  "PATCH /v1/api-keys/{keyId}": {
    path: {
      /** Identifier of the key, `key_…`. */
      keyId: string
    }
    body?: {
      /** Name of the key, such as its purpose. */
      name?: string
      label?: string | null
      /** All scopes that the key has from now on. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
    }
    answer: ApiKey
  }
  /** Revokes an API key at once, and with it the agents that it let in */
  "DELETE /v1/api-keys/{keyId}": {
    path: {
      /** Identifier of the key, `key_…`. */
      keyId: string
    }
    answer: undefined
  }
  /** Returns the organization of the caller */
  "GET /v1/organization": {
    answer: Organization
  }
  /** Changes the profile of the organization */
  "PATCH /v1/organization": {
    body?: {
      /** Name. */
      name?: string
      /** Country code. */
      country?: string | null
      /** VAT number. */
      vatNumber?: string | null
      /** Address for mails about the organization, such as warnings. */
      contactEmail?: string | null
    }
    answer: Organization
  }
  /**
   * Lists the people of the organization who were seen with a token of the identity provider, with their roles,
   * scopes and last activity, by user identifier
   */
  "GET /v1/organization/members": {
    query?: {
      /** Only people with this role. */
      role?: "owner" | "admin" | "developer" | "accountant" | "viewer"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Member[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Makes a page for your customer, with your brand */
  "POST /v1/platform/companies/{companyId}/onboarding-links": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body?: {
      /** For how many hours the link works. */
      ttlHours?: number
    }
    answer: NewOnboardingLink
  }
  /** Lists the onboarding links of a company, newest first, with what was signed, by whom and when */
  "GET /v1/platform/companies/{companyId}/onboarding-links": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    query?: {
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: OnboardingLink[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Onboards a company in one call */
  "POST /v1/platform/companies": {
    body: {
      /** VAT number: two capital letters for the country, then the number. */
      vatNumber: string
      /**
       * Identifier of the object in the caller's own system. It is unique in the organization, and paths can name
       * the object by it: `ext:<identifier>`.
       */
      externalId?: string
      /** Display name. */
      name?: string
      address?: AddressInput
      /** Other identifiers, such as GLN, DUNS or SIRET. */
      additionalIdentifiers?: IdentifierInput[]
      capabilities?: CapabilitiesInput
      /**
       * Preferences of the company. `defaultCurrency`: currency of documents that state none (default EUR).
       * `emailFallback`: whether an invoice goes by e-mail when the network cannot deliver it (default false).
       * `autoCreatePartners`: whether an exchange with a new party creates a partner (default true).
       * `autoReporting`: whether reports to authorities are sent automatically: true (default), false, or by
       * country as in `{"FR": false}`. `collectionReporting`: of which invoices the French portal is told the
       * collection (status 212): `all` (default), or `vat_on_collection` for those whose VAT is due when it is
       * paid. `vatRegime`: how a French company declares its VAT, which decides the periods of e-reporting:
       * `monthly` (default), `quarterly`, `simplified` or `exempt`. `contact`: `name`, `phone` and `email` of the
       * contact on the invoices of the company, which Germany requires. `account`: `iban`, `bic` and `name` of
       * the bank account on invoices whose bodies say no means of payment. `letterhead`: colour and logo of the
       * readable views of its documents, as in `{"color": "#1f4e79", "logo": "data:image/png;base64,…"}`.
       */
      settings?: Record<string, unknown>
      /** Status of the reporting to authorities, by country code. */
      compliance?: Record<string, unknown>
      /**
       * Free data as names with text values: at most 40 names, each of at most 40 characters, with values of at
       * most 500 characters.
       */
      metadata?: Record<string, string | null>
      /** Whether the company receives documents (default true). One that only sends is not published. */
      receiveDocuments?: boolean
      /**
       * Whether the registry and the network are asked about the company before it is stored (default true). What
       * they say is in the answer. Without it, `name` is required.
       */
      autoVerify?: boolean
      quotas?: CompanyQuotasInput
      /** A webhook for the events of the company, created with it. */
      webhook?: OnboardingWebhookInput
      /** An API key that is bound to the company, created with it. */
      apiKey?: OnboardingKeyInput
    }
    answer: Onboarding
  }
  /**
   * Lists the managed companies, newest first by default, each with its usage of this month, its quota, its last
   * activity and its health
   */
  "GET /v1/platform/companies": {
    query?: {
      /** Only companies of this country. */
      country?: string
      /** Only companies with it. */
      status?: "active" | "inactive" | "suspended"
      /** Only companies whose publication has this status. */
      smpStatus?: "none" | "pending" | "registered" | "failed"
      /** Only the company that the caller's own system calls so. */
      externalId?: string
      /** Text to find in the name, legal name, VAT number, participant id or `externalId`. */
      q?: string
      /** Only companies that were registered at this time or later. */
      createdFrom?: string
      /** Only companies that were registered before this time. */
      createdTo?: string
      /** Only companies that sent more documents in this month. */
      usageAbove?: number
      /** True: only companies that used 80 % or more of a quota. */
      nearQuota?: boolean
      /** Field to order by (default `createdAt`). */
      sortBy?: "createdAt" | "name"
      /** Direction of the order (default `desc`). */
      order?: "asc" | "desc"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: ManagedCompany[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /**
   * Returns how many documents the organization exchanged in a period, in total and by company, country or kind
   * of document, with the period before
   */
  "GET /v1/platform/usage": {
    query?: {
      /** What a row stands for (default `company`). */
      groupBy?: "company" | "country" | "type"
      /** The period around today (default `month`). */
      period?: "day" | "week" | "month" | "quarter" | "year"
      /** First day, instead of a period. */
      from?: string
      /** Last day, instead of a period (default: today). */
      to?: string
      /** Number of groups, those with most documents first (default 100, at most 10000). */
      rows?: number
    }
    answer: PlatformUsage
  }
  /** Onboards up to 500 companies */
  "POST /v1/platform/companies/batch": {
    body: {
      /** Companies to onboard, at most 500. */
      items: OnboardingItem[]
    }
    answer: {
      /** One result for each item, in the same order. */
      results: ({
        /** Position in the batch, from 0. */
        index: number
        /** Always true: the item succeeded. */
        ok: true
        onboarded: Onboarding
      } | {
        /** Position in the batch, from 0. */
        index: number
        /** Always false: the item was refused. */
        ok: false
        error: Refusal
      })[]
      /** Number of items that succeeded. */
      succeeded: number
      /** Number of items that were refused. */
      failed: number
    }
  }
  /** Returns the progress of a batch of companies that are onboarded, while it runs and for a month after */
  "GET /v1/platform/companies/batch/{requestId}": {
    path: {
      /** Identifier of the import's request: `req_…`, or the UUID that the caller sent as `X-Request-Id`. */
      requestId: string
    }
    answer: CompanyImport
  }
  /** Suspends a company */
  "POST /v1/platform/companies/{companyId}/suspend": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body?: {
      /** Why. It is shown to the company. */
      reason?: string | null
      /** Whether documents that arrive meanwhile are refused (default false: they are stored). */
      bounce?: boolean
    }
    answer: Company
  }
  /** Resumes a suspended company, with its keys and with the webhooks that rested with it */
  "POST /v1/platform/companies/{companyId}/resume": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: Company
  }
  /** Ends the life of a company on the platform */
  "POST /v1/platform/companies/{companyId}/offboard": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: Company
  }
  /** Brings back a company that has left */
  "POST /v1/platform/companies/{companyId}/reactivate": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    answer: Company
  }
  /** Sets what a company may use */
  "PATCH /v1/platform/companies/{companyId}/quotas": {
    path: {
      /**
       * The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`.
       */
      companyId: string
    }
    body?: {
      /** Documents that the company may send in a month. */
      documentsPerMonth?: number | null
      /** Requests per minute of all keys of the company together. */
      requestsPerMinute?: number | null
      /** Megabytes (1,000,000 bytes) that stored documents may take, after which the company sends no more. */
      storageMegabytes?: number | null
    }
    answer: Company
  }
  /** Returns what needs attention at all managed companies */
  "GET /v1/platform/health": {
    query?: {
      /** Number of companies, those with most first (default 100). */
      rows?: number
    }
    answer: PlatformHealth
  }
  /**
   * Returns the branding of the organization and what its new companies begin with, or the branding of one
   * company with what it inherits
   */
  "GET /v1/platform/settings": {
    query?: {
      /** The company, with a white-label key. */
      companyId?: string
    }
    answer: PlatformSettings
  }
  /** Changes the branding of the organization and what its new companies begin with */
  "PATCH /v1/platform/settings": {
    body?: {
      /** The company, with a white-label key. */
      companyId?: string
      branding?: BrandingInput
      defaults?: CompanyDefaultsInput
      /** The claimed domain that links in mails begin with, where several are active. Null: the oldest. */
      customDomain?: string | null
    }
    answer: PlatformSettings
  }
  /** Claims a domain for the organization, or with a white-label key for one company */
  "POST /v1/platform/domains": {
    body: {
      /** The domain. Letters beyond ASCII are written as `xn--…`. */
      domain: string
      /** The company that it is for, with a white-label key. */
      companyId?: string
    }
    answer: Domain
  }
  /** Lists the own domains of the organization and its companies, newest first */
  "GET /v1/platform/domains": {
    query?: {
      /** Only domains with this status. */
      status?: "pending" | "verified" | "active" | "failed"
      /** Only domains of this company. */
      companyId?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Domain[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns an own domain with the records that it needs in the DNS, and what is missing */
  "GET /v1/platform/domains/{domainId}": {
    path: {
      /** Identifier of the domain, `dom_…`. */
      domainId: string
    }
    answer: Domain
  }
  /** Releases a domain */
  "DELETE /v1/platform/domains/{domainId}": {
    path: {
      /** Identifier of the domain, `dom_…`. */
      domainId: string
    }
    answer: undefined
  }
  /** Looks up the records of a domain at once */
  "POST /v1/platform/domains/{domainId}/check": {
    path: {
      /** Identifier of the domain, `dom_…`. */
      domainId: string
    }
    answer: Domain
  }
  /** Lists what was changed in keys, webhooks, quotas, settings and the life of companies, newest first */
  "GET /v1/platform/audit": {
    query?: {
      /** Only changes of this kind. */
      kind?: "key" | "webhook" | "quotas" | "settings" | "domain" | "company" | "organization" | "member"
      /** Only changes of this object: a key, webhook or company. */
      subjectId?: string
      /** Only changes that concern this company. */
      companyId?: string
      /** Only changes by this API key or user. */
      by?: string
      /** Only changes at this time or later. */
      from?: string
      /** Only changes before this time. */
      to?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: AuditEntry[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Creates an API key for one of the managed companies, or for all of them */
  "POST /v1/platform/api-keys": {
    body: {
      /** Name of the key, such as its purpose. */
      name: string
      label?: string | null
      /** The company to bind the key to. When absent, the key is for all companies. */
      companyId?: string | null
      /**
       * Kind of key, for one that is bound to no company: the kind of the caller or `personal`, and of a user the
       * kinds that the plan allows. By default the kind of the caller.
       */
      type?: "personal" | "platform" | "white_label"
      /** Scopes of the key. By default, the scopes of the caller. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
      expiresAt?: string | null
      rateLimit?: KeyLimitsInput | null
      /** Networks (CIDR) that the key may be used from. All when absent, or those of the key that created it. */
      allowedNetworks?: string[]
    }
    answer: NewPlatformApiKey
  }
  /**
   * Lists the API keys of the organization and of all its companies that are not revoked, newest first, with
   * their last use
   */
  "GET /v1/platform/api-keys": {
    query?: {
      /** Only keys that are bound to this company. */
      companyId?: string
      /** Only keys that were not used for so many days, such as 90. */
      unusedForDays?: number
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: PlatformApiKey[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Replaces an API key of any managed company by a new one with the same rights */
  "POST /v1/platform/api-keys/{keyId}/rotate": {
    path: {
      /** Identifier of the key, `key_…`. */
      keyId: string
    }
    body?: {
      /** Hours for which the old key still works (default 24, at most 168). 0 revokes it at once. */
      overlapHours?: number
      /** When the new key expires. By default it lives as long as the old one was to live. */
      expiresAt?: string | null
    }
    answer: NewPlatformApiKey
  }
  /** Revokes an API key of any managed company at once */
  "DELETE /v1/platform/api-keys/{keyId}": {
    path: {
      /** Identifier of the key, `key_…`. */
      keyId: string
    }
    answer: undefined
  }
  /** Subscribes an endpoint to events */
  "POST /v1/webhooks": {
    body: {
      /** Address that events are posted to. It must be a public https address. */
      url: string
      /** Kinds of events to send. `*` stands for all kinds. */
      events: ("*" | "document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed")[]
      /**
       * A GraphQL subscription that says what is posted: its answer about the event (`data` and, if there are
       * any, `errors`), with the rights of the webhook. When absent, the event is posted as in the feed.
       */
      document?: string
      /** Secret that signs the deliveries. When absent, a secret is created. */
      secret?: string
      /** Only events about this company. When absent, events about all companies. */
      companyId?: string | null
    }
    answer: NewWebhook
  }
  /** Lists the webhooks of the organization, newest first */
  "GET /v1/webhooks": {
    query?: {
      /** Only webhooks for this company. */
      companyId?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Webhook[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** One webhook */
  "GET /v1/webhooks/{webhookId}": {
    path: {
      /** Identifier of the webhook, `wh_…`. */
      webhookId: string
    }
    answer: Webhook
  }
  /** Changes a webhook, renews its secret, pauses it or activates it */
  "PATCH /v1/webhooks/{webhookId}": {
    path: {
      /** Identifier of the webhook, `wh_…`. */
      webhookId: string
    }
    body?: {
      /** Address that events are posted to. It must be a public https address. */
      url?: string
      /** Kinds of events to send. `*` stands for all kinds. */
      events?: ("*" | "document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed")[]
      /** The GraphQL subscription whose answer is posted. Null to post the events as they are in the feed. */
      document?: string | null
      /** `paused` stops deliveries, `active` starts them again. */
      status?: "active" | "paused"
      /** Whether to create a new secret. Only this answer contains it. */
      rotateSecret?: boolean
    }
    answer: ChangedWebhook
  }
  /** Deletes a webhook with its log of deliveries */
  "DELETE /v1/webhooks/{webhookId}": {
    path: {
      /** Identifier of the webhook, `wh_…`. */
      webhookId: string
    }
    answer: undefined
  }
  /**
   * Posts an event of the kind `webhook.test` to a webhook at once, even to a paused one, and returns the result
   * with what was posted
   */
  "POST /v1/webhooks/{webhookId}/test": {
    path: {
      /** Identifier of the webhook, `wh_…`. */
      webhookId: string
    }
    answer: TestedDelivery
  }
  /** Lists the deliveries to a webhook, newest first, with all attempts of each */
  "GET /v1/webhooks/{webhookId}/deliveries": {
    path: {
      /** Identifier of the webhook, `wh_…`. */
      webhookId: string
    }
    query?: {
      /** Only deliveries with this status. */
      status?: "pending" | "delivered" | "failed"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: WebhookDelivery[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns one delivery to a webhook, with all its attempts */
  "GET /v1/webhook-deliveries/{deliveryId}": {
    path: {
      /** Identifier of the delivery, `dlv_…`. */
      deliveryId: string
    }
    answer: WebhookDelivery
  }
  /** Returns the request that a delivery posts */
  "GET /v1/webhook-deliveries/{deliveryId}/request": {
    path: {
      /** Identifier of the delivery, `dlv_…`. */
      deliveryId: string
    }
    answer: WebhookDeliveryRequest
  }
  /** Sends the event of a delivery to its webhook again, as a new delivery with the full schedule of attempts */
  "POST /v1/webhooks/deliveries/{deliveryId}/redeliver": {
    path: {
      /** Identifier of the delivery, `dlv_…`. */
      deliveryId: string
    }
    answer: WebhookDelivery
  }
  /** Lists the events of the organization, oldest first */
  "GET /v1/events": {
    query?: {
      /** Only events of these kinds. */
      type?: ("document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed")[]
      /** Only events about this company. */
      companyId?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
      /** Only events after the event with this `seq`, or after the page with this `cursor`. */
      after?: string
      /** Whether to include acknowledged events (default false). */
      includeAcked?: boolean
    }
    answer: {
      /** The rows of the page. */
      data: Event[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Lists the events of all managed companies, oldest first, acknowledged or not */
  "GET /v1/platform/events": {
    query?: {
      /** Only events of these kinds. */
      type?: ("document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed")[]
      /** Only events about this company. */
      companyId?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Event[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Streams the events of the organization in order */
  "GET /v1/events/stream": {
    query?: {
      /** Start after the event with this `seq`. Without it, the stream starts with the next new event. */
      after?: string
      /** Only events of these kinds. */
      type?: ("document.received" | "document.sent" | "document.delivered" | "document.failed" | "document.retrying" | "document.updated" | "lifecycle.updated" | "payment.reversed" | "company.created" | "company.updated" | "company.deregistered" | "company.smp_registered" | "company.address_added" | "company.address_published" | "company.address_ended" | "company.ownership_granted" | "company.ownership_pending" | "company.ownership_rejected" | "company.join_requested" | "company.join_accepted" | "company.join_rejected" | "domain.claimed" | "domain.verified" | "domain.activated" | "domain.failed" | "domain.released" | "company.suspended" | "company.resumed" | "company.offboarded" | "company.reactivated" | "company.mandate_signed" | "company.requirements_changed" | "organization.updated" | "platform.settings_updated" | "quota.storage_warning" | "quota.warning" | "cart.received" | "cart.ordered" | "cart.discarded" | "partner.created" | "partner.updated" | "partner.deleted" | "compliance.reported" | "compliance.period_reported" | "portability.changed" | "bulk.completed" | "handoff.created" | "handoff.redeemed")[]
      /** Only events about this company. */
      companyId?: string
      /** Only events about this document. */
      documentId?: string
      /** Only events about this partner, and about documents exchanged with it. */
      partnerId?: string
      /** Only events about documents that have one of these business statuses when the event is sent. */
      lifecycleStatus?: ("draft" | "issued" | "received" | "under_review" | "approved" | "disputed" | "partially_paid" | "paid" | "rejected")[]
      /** Only events about documents that have this tag when the event is sent. */
      tag?: string
    }
    answer: never
  }
  /** Returns one event, acknowledged or not */
  "GET /v1/events/{eventId}": {
    path: {
      /** Identifier of the event, `evt_…`. */
      eventId: string
    }
    answer: Event
  }
  /** Acknowledges an event */
  "POST /v1/events/{eventId}/ack": {
    path: {
      /** Identifier of the event, `evt_…`. */
      eventId: string
    }
    answer: undefined
  }
  /** Acknowledges several events */
  "POST /v1/events/ack": {
    body: {
      /** Identifiers of the events, `evt_…`. */
      eventIds: string[]
    }
    answer: Acknowledgement
  }
  /** Sends an event again to every webhook that subscribes to it now */
  "POST /v1/events/{eventId}/replay": {
    path: {
      /** Identifier of the event, `evt_…`. */
      eventId: string
    }
    answer: Replay
  }
  /** Starts the export of a whole list into a file */
  "POST /v1/bulk/exports": {
    body: {
      /** A GraphQL query that selects `nodes` or `edges` of one list, without arguments for pages. */
      query: string
      /** Format of the result: `jsonl` (default) or `csv`. */
      format?: "jsonl" | "csv" | "zip"
    }
    answer: BulkOperation
  }
  /** Starts the export of everything that the organization has */
  "POST /v1/bulk/organization-exports": {
    body?: {
      /** Only what this company has: an archive to keep, which is not imported. */
      companyId?: string
    }
    answer: BulkOperation
  }
  /** Sends up to 100,000 documents in the background */
  "POST /v1/bulk/sends": {
    body: {
      /**
       * The lines (JSONL), plain or packed by gzip: at most 25 MB as they are sent, and 250 MB unpacked. A line
       * has at most 1 MB.
       */
      file: string
    } | RawBody
    answer: BulkOperation
  }
  /** Lists bulk operations, newest first */
  "GET /v1/bulk": {
    query?: {
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: BulkOperation[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Returns a bulk operation */
  "GET /v1/bulk/{bulkOperationId}": {
    path: {
      /** Identifier of the bulk operation, `bulk_…`. */
      bulkOperationId: string
    }
    answer: BulkOperation
  }
  /** Cancels a bulk operation */
  "POST /v1/bulk/{bulkOperationId}/cancel": {
    path: {
      /** Identifier of the bulk operation, `bulk_…`. */
      bulkOperationId: string
    }
    answer: BulkOperation
  }
  /** Returns the result of a bulk operation that has ended */
  "GET /v1/bulk/{bulkOperationId}/result": {
    path: {
      /** Identifier of the bulk operation, `bulk_…`. */
      bulkOperationId: string
    }
    answer: FileAnswer
  }
  /** Configures a partner's web shop, which people open to fill a cart (OCI or cXML PunchOut) */
  "POST /v1/procurement/shops": {
    body: {
      /**
       * The partner: its identifier `part_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant
       * id>`. A number finds the partner of the caller first, then the one that all companies share, then the one
       * of the oldest company.
       */
      partnerId: string
      /** The company that buys there. When absent, that of the caller, or all of the organization. */
      companyId?: string | null
      /** Name of the shop. */
      name: string
      /** How the shop opens, and hands a cart back. */
      protocol: "oci" | "cxml"
      /** OCI: where the browser goes. cXML: where the setup request is posted. A public https address. */
      url: string
      currency?: string | null
      /** Of OCI: the fields that the shop wants at its entrance, such as user name and password. */
      parameters?: ShopParameterInput[]
      /** Of cXML: who buys (`From`). */
      from?: ShopIdentityInput
      /** Of cXML: who sells (`To`). */
      to?: ShopIdentityInput
      /** Of cXML: who sends the setup request (`Sender`). */
      sender?: ShopIdentityInput
      /** Of cXML: the secret of the setup request. It is stored encrypted and never shown. */
      sharedSecret?: string
      /** Of cXML: who may bring a cart. */
      senders?: ShopSenderInput[]
      /** Fields that mean something else in this shop than in the standard, or nothing there. */
      fieldMapping?: ShopFieldMappingInput[]
      /** Units that only this shop has. */
      unitMapping?: ShopUnitMappingInput[]
      /** Addresses that a browser may be sent back to: each one, and what is below its path. */
      returnUrls?: string[]
      /** How long a visit may last, in minutes (default 480). */
      sessionMinutes?: number
    }
    answer: Shop
  }
  /** Lists the shops of partners, newest first */
  "GET /v1/procurement/shops": {
    query?: {
      /** Only shops where this company buys, with those that are shared. */
      companyId?: string
      /** Only shops of this partner. */
      partnerId?: string
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Shop[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** One shop of a partner */
  "GET /v1/procurement/shops/{shopId}": {
    path: {
      /** Identifier of the shop, `shop_…`. */
      shopId: string
    }
    answer: Shop
  }
  /** Changes a shop */
  "PATCH /v1/procurement/shops/{shopId}": {
    path: {
      /** Identifier of the shop, `shop_…`. */
      shopId: string
    }
    body?: {
      /** Name of the shop. */
      name?: string
      /** OCI: where the browser goes. cXML: where the setup request is posted. A public https address. */
      url?: string
      currency?: string | null
      /** Of OCI: the fields that the shop wants at its entrance, such as user name and password. */
      parameters?: ShopParameterInput[]
      /** Of cXML: who buys (`From`). */
      from?: ShopIdentityInput
      /** Of cXML: who sells (`To`). */
      to?: ShopIdentityInput
      /** Of cXML: who sends the setup request (`Sender`). */
      sender?: ShopIdentityInput
      /** Of cXML: the secret of the setup request. It is stored encrypted and never shown. */
      sharedSecret?: string
      /** Of cXML: who may bring a cart. */
      senders?: ShopSenderInput[]
      /** Fields that mean something else in this shop than in the standard, or nothing there. */
      fieldMapping?: ShopFieldMappingInput[]
      /** Units that only this shop has. */
      unitMapping?: ShopUnitMappingInput[]
      /** Addresses that a browser may be sent back to: each one, and what is below its path. */
      returnUrls?: string[]
      /** How long a visit to the shop may last, in minutes. */
      sessionMinutes?: number
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: Shop
  }
  /** Deletes a shop */
  "DELETE /v1/procurement/shops/{shopId}": {
    path: {
      /** Identifier of the shop, `shop_…`. */
      shopId: string
    }
    answer: undefined
  }
  /** Starts a visit to a shop of the protocol OCI */
  "POST /v1/procurement/shops/{shopId}/carts": {
    path: {
      /** Identifier of the shop, `shop_…`. */
      shopId: string
    }
    body?: {
      /** The company that buys. When absent, that of the caller, of the shop, or the only one there is. */
      companyId?: string | null
      /** The purchase in the caller's own system. When absent, one is made up. */
      threadId?: string
      /** Where the browser goes with the cart. It must be below an address in `returnUrls` of the shop. */
      returnUrl?: string | null
    }
    answer: ShopVisit
  }
  /** Starts a visit to a shop of the protocol cXML */
  "POST /v1/procurement/shops/{shopId}/punch-out": {
    path: {
      /** Identifier of the shop, `shop_…`. */
      shopId: string
    }
    body?: {
      /** The company that buys. When absent, that of the caller, of the shop, or the only one there is. */
      companyId?: string | null
      /** The purchase in the caller's own system. When absent, one is made up. */
      threadId?: string
      /** Where the browser goes with the cart. It must be below an address in `returnUrls` of the shop. */
      returnUrl?: string | null
      /** What the buyer goes there for (default `create`). The others need `cartId`. */
      operation?: "create" | "edit" | "inspect"
      /** The cart to change or to look at again. The visit belongs to its thread. */
      cartId?: string
    }
    answer: ShopVisit
  }
  /** Lists the carts that came back from shops, newest first */
  "GET /v1/procurement/carts": {
    query?: {
      /** Only carts of this company. */
      companyId?: string
      /** Only carts of this purchase. */
      threadId?: string
      /** Only carts from this shop. */
      shopId?: string
      /** Only carts with this status. */
      status?: "open" | "ordered" | "discarded" | "replaced"
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Cart[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** One cart that came back from a shop */
  "GET /v1/procurement/carts/{cartId}": {
    path: {
      /** Identifier of the cart, `cart_…`. */
      cartId: string
    }
    answer: Cart
  }
  /** Orders an open cart */
  "POST /v1/procurement/carts/{cartId}/order": {
    path: {
      /** Identifier of the cart, `cart_…`. */
      cartId: string
    }
    body: {
      /** Number of the purchase order. */
      number: string
      /** Date of the order (default: today). */
      issueDate?: string
      /** Day on which the goods are wanted. */
      deliveryDate?: string
      /** Note on the order. */
      note?: string
      /** Lines that are ordered in another quantity. Prices are those of the cart. */
      quantities?: OrderedQuantityInput[]
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: Cart
  }
  /** Discards an open cart */
  "POST /v1/procurement/carts/{cartId}/discard": {
    path: {
      /** Identifier of the cart, `cart_…`. */
      cartId: string
    }
    body?: {
      /**
       * The `updatedAt` that you have read. The change is carried out only if the object was not changed since;
       * otherwise it is refused (`PRECONDITION_FAILED`). In REST the header `If-Match` says the same.
       */
      ifUpdatedAt?: string
    }
    answer: Cart
  }
  /** Creates a temporary organization with a company and a test key */
  "POST /v1/sandbox/bootstrap": {
    body?: {
      /** A name for your experiment. */
      label?: string
      /** E-mail address for notices. */
      email?: string | null
      /** Kind of API key to create. */
      keyType?: "personal" | "platform" | "white_label"
    }
    answer: Sandbox
  }
  /** Deletes the stored data of the calling organization */
  "POST /v1/sandbox/reset": {
    body: {
      /** Confirmation: the word `yes`. */
      confirm: "yes"
      /** Which data to delete (default: everything). */
      scope?: "all" | "documents" | "events" | "idempotency"
    }
    answer: SandboxReset
  }
  /**
   * Answers every request of the organization with the status 429 for the given time, to test how a client
   * handles it
   */
  "POST /v1/sandbox/rate-limit/exhaust": {
    body?: {
      /** Duration in seconds (default 60, at most 3600). */
      durationSeconds?: number
    }
    answer: Exhaustion
  }
  /** Moves the virtual clock of a company forward */
  "POST /v1/sandbox/clock/advance": {
    body: {
      /** Identifier of the company, `comp_…`. */
      companyId: string
      /** How far to move the clock: `30s`, `10min`, `1h`, `3d`, `2w`, `1m` (30 days), `1y`. */
      by: string
    }
    answer: AdvancedClock
  }
  /** Sets the virtual clock of a company back to the real time */
  "POST /v1/sandbox/clock/reset": {
    body: {
      /** The company. */
      companyId: string
    }
    answer: Clock
  }
  /** Deletes the stored answers of the calling API key, so that its idempotency keys can be used again */
  "POST /v1/sandbox/idempotency/flush": {
    answer: Flush
  }
  /** Lists the use cases of XP Z12-014 that can be played in the sandbox, with what happens in each */
  "GET /v1/sandbox/stories": {
    answer: {
      /** The rows of the page. */
      data: SandboxStory[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Plays a use case of XP Z12-014 between two French companies of the sandbox, which are made with the first one */
  "POST /v1/sandbox/stories/play": {
    body: {
      /** The story to play. */
      story: "nominal" | "rejected" | "refused" | "corrected" | "credited" | "suspended" | "partially_collected" | "deposit"
    }
    answer: SandboxPlay
  }
  /** Lists the scopes that a program can request, with what each of them allows */
  "GET /v1/oauth/scopes": {
    answer: {
      /** The scopes. */
      scopes: OauthScope[]
    }
  }
  /** Asks for access to an organization */
  "POST /v1/oauth/authorize": {
    body: {
      /** What the program calls itself. Required without `clientId`. */
      client_name?: string
      /** The registered client, if the program is registered. */
      client_id?: string
      /** Scopes to ask for. Required without `clientId`. Of a registered client by default those for reading. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
      /** SHA-256 of the verifier, in base64url without padding. */
      code_challenge: string
      /** How the challenge was made: `S256`. `plain` is refused. */
      code_challenge_method?: "S256"
      /** Where the outcome is told. When absent, the page shows a code to copy. */
      redirect_uri?: string | null
      /** Returned with the outcome as it is. */
      state?: string | null
      /** Whether the token can be renewed. */
      offline?: boolean
    }
    answer: StartedAuthorization
  }
  /** Exchanges a code, a refresh token, a device code or an API key for an access token */
  "POST /v1/oauth/token": {
    body: {
      /** What is exchanged. */
      grant_type: "authorization_code" | "refresh_token" | "device_code" | "client_credentials"
      /** The code. Required for `authorization_code`. */
      code?: string
      /** The verifier of PKCE. Required for `authorization_code`. */
      code_verifier?: string
      /** The refresh token. Required for `refresh_token`. */
      refresh_token?: string
      /** The code of the device. Required for `device_code`. */
      device_code?: string
      /** The registered client; of `client_credentials` the id of the key. */
      client_id?: string
      /** Of `client_credentials`, the value of the key. */
      client_secret?: string
      /** Checked against that of the request, when it is sent. */
      redirect_uri?: string | null
      /** Fewer scopes, for `client_credentials`. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
    }
    answer: Token
  }
  /** Registers a program that asks for access (RFC 7591) */
  "POST /v1/oauth/register": {
    body?: {
      /** What the program calls itself. It is shown to whoever decides. By default, the host of its address. */
      client_name?: string
      /**
       * Addresses at which it is told the outcome: https, http on the own machine with any port, or the scheme of
       * an app, which is a domain in reverse: `com.example.app:/callback`.
       */
      redirect_uris?: string[]
      /** How it gets tokens. With `refresh_token`, its tokens can be renewed. */
      grant_types?: string[]
      /** How it proves itself at the token endpoint. Only `none` is supported, and is always answered. */
      token_endpoint_auth_method?: string
    }
    answer: OauthClient
  }
  /** Asks for access for a program without a browser (RFC 8628) */
  "POST /v1/oauth/device": {
    body?: {
      /** What the program calls itself. Required without `clientId`. */
      client_name?: string
      /** The registered client, if the program is registered. */
      client_id?: string
      /** Scopes to ask for. By default, those for reading. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
      /** Whether the token can be renewed. */
      offline?: boolean
    }
    answer: StartedDeviceAuthorization
  }
  /** Ends the access of a program by its access token or its refresh token (RFC 7009) */
  "POST /v1/oauth/revoke": {
    body: {
      /** The access token or the refresh token. */
      token: string
    }
    answer: object
  }
  /** Ends all access that a person has given */
  "POST /v1/oauth/revoke-user": {
    body: {
      /** Subject of the person at the identity provider: `allowedByUser` of an API key. */
      userId: string
    }
    answer: EndedAccess
  }
  /** Tells whether an access token of the own organization is in use, and what it allows (RFC 7662) */
  "POST /v1/oauth/introspect": {
    body: {
      /** The access token. */
      token: string
    }
    answer: TokenState
  }
  /** Shows what a program asks for, while the request waits for a decision */
  "GET /v1/oauth/requests/{consentId}": {
    path: {
      /** Identifier of the request, `areq_…`. */
      consentId: string
    }
    answer: ConsentRequest
  }
  /** Allows or refuses what a program asks for */
  "POST /v1/oauth/requests/{consentId}/decision": {
    path: {
      /** Identifier of the request, `areq_…`. */
      consentId: string
    }
    body: {
      /** Whether the program gets access. */
      allow: boolean
      /** Fewer scopes than the program asks for. By default, all that you have. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
      /** The one company that the program acts for. When absent, that of the caller, or the organization. */
      companyId?: string | null
    }
    answer: ConsentDecision
  }
  /** Creates a link that gives a program access once */
  "POST /v1/oauth/handoff": {
    body?: {
      /** Scopes that it gives. By default, those of the caller. */
      scopes?: ("send" | "receive" | "documents.read" | "documents.search" | "documents.write" | "companies.read" | "companies.write" | "directory" | "partners" | "partners.read" | "payments" | "lifecycle" | "compliance" | "stats" | "platform" | "*")[]
      /** What it is for. The agent is listed under this name. */
      label?: string | null
      /** For how many seconds it can be redeemed: at most 3600. */
      ttl_seconds?: number
      /** The one company that it gives access to. By default, as the caller. */
      companyId?: string | null
      /** The registered client that it is for. The page then has a button that opens it. */
      client_id?: string | null
      /**
       * Where the page hands it over, as `handoff_token` in the address: exactly one that the client registered.
       * Needed when it registered several.
       */
      redirect_uri?: string | null
    }
    answer: NewHandoff
  }
  /** Creates a temporary organization with a company, and a handoff token that gives access to it once */
  "POST /v1/oauth/handoff/sandbox": {
    answer: SandboxHandoff
  }
  /** Exchanges a handoff token for an access token, once */
  "POST /v1/oauth/handoff/exchange": {
    body: {
      /** The handoff token, `hand_…`. */
      handoff_token: string
    }
    answer: Token
  }
  /** Shows what a handoff token gives, and does not use it up */
  "POST /v1/oauth/handoff/preview": {
    body: {
      /** The handoff token, `hand_…`. */
      handoff_token: string
    }
    answer: HandoffPreview
  }
  /** Lists handoffs, newest first, with what became of them */
  "GET /v1/oauth/handoffs": {
    query?: {
      /** Number of rows from the start of the list (default 20, at most 100). */
      limit?: number
      /** Only rows after this cursor. */
      cursor?: string
    }
    answer: {
      /** The rows of the page. */
      data: Handoff[]
      /** Whether more rows follow. */
      hasMore: boolean
      /** Cursor of the next page. Send it as `cursor` to read that page. Null on the last page. */
      cursor: string | null
    }
  }
  /** Revokes a handoff that nobody redeemed */
  "DELETE /v1/oauth/handoffs/{handoffId}": {
    path: {
      /** Identifier of the handoff, `hand_…`. */
      handoffId: string
    }
    answer: undefined
  }
}
