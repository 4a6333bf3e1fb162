/**
 * What one request may bring, and what one answer may hold. Doors, errors, the OpenAPI document, READMEs and tests read
 * this table. The unit stands in the name. Times, pools and limits of formats stand where they are used.
 */
const KB = 1024
const MB = 1024 * KB

interface Limit {
  value: number
  /** What is limited, for readers of the documentation. */
  what: string
  /** Why it is this much. */
  why: string
}

const limit = (value: number, what: string, why: string): Limit => ({ value, what, why })

/** In the order of the documentation. */
export const limitTable = {
  jsonBodyBytes: limit(10 * MB, 'A body in JSON', 'A batch of 100 invoices of 100 lines has 4 MB.'),
  publicBodyBytes: limit(16 * KB, 'A body without credentials', 'Nothing public needs more.'),
  fileBytes: limit(25 * MB, 'A file', 'The longest invoices with their attachments.'),
  formBytes: limit(26 * MB, 'A form (`multipart/form-data`)', 'A file with the fields beside it.'),
  formFields: limit(50, 'Fields of a form', 'No operation has half as many.'),
  formFiles: limit(20, 'Files of a form', 'A GraphQL request may bring several.'),
  flowBytes: limit(100 * MB, 'A file of `/afnor`', 'As much as the norm names.'),
  flowFormBytes: limit(101 * MB, 'A form of `/afnor`', 'A file with its signaling beside it.'),
  directoryIgnoredRows: limit(10_000, 'Rows that a search of the French directory leaves out', 'Filters find sooner.'),
  companyAddresses: limit(
    1_000,
    'Further electronic addresses of a company',
    'Large towns have some hundreds of codes.',
  ),
  networkBodyBytes: limit(110 * MB, 'What an access point delivers', 'Peppol allows envelopes of 100 MB.'),
  socketMessageBytes: limit(MB, 'A message on a websocket', 'Subscriptions are short questions.'),
  streamOperations: limit(100, 'Operations on one stream of GraphQL over SSE', 'As many as a dashboard has.'),
  namelessSockets: limit(
    50,
    'Websockets of one address whose caller is not known yet',
    'Each names its caller with its first message.',
  ),
  jsonValues: limit(1_000_000, 'Values in a JSON text', 'A batch of 100 invoices of 1,000 lines has a tenth fewer.'),
  jsonEntries: limit(
    12_000,
    'Entries of one object or list in a JSON text',
    'The lines of a document, and some more, so that the rule for lines can say how many are allowed.',
  ),
  jsonLevels: limit(1_000, 'Levels of nesting in a JSON text', 'A parser takes memory for each.'),
  inputLevels: limit(100, 'Levels of nesting in an input', 'Serializers and the database go through them recursively.'),
  inputNames: limit(1_000, 'Names in one object of an input', 'No object that the product knows has a tenth of it.'),

  freeObjectBytes: limit(
    64 * KB,
    'A free object (`settings`, `compliance`, `enrichment`, `context`, `metadata` of a document), as JSON',
    'Room for a logo of 32 kB in base64. A hundred rows of one such object fit into an answer.',
  ),
  metadataNames: limit(40, 'Names in the metadata of a company or partner', 'Labels, not documents.'),
  metadataNameCharacters: limit(40, 'Characters of a name in metadata', 'Labels, not documents.'),
  metadataValueCharacters: limit(500, 'Characters of a value in metadata', 'As much as a filter can compare.'),
  idCharacters: limit(200, 'Characters of an identifier', 'No identifier has half as many.'),
  externalIdCharacters: limit(100, 'Characters of an `externalId`', 'Two UUIDs, and an index holds it.'),
  usageRows: limit(10_000, 'Groups of an answer about usage', 'Twice the companies of a large platform.'),
  quotaDocuments: limit(1_000_000_000, 'Documents in a monthly quota', 'More than anybody sends.'),
  quotaMegabytes: limit(1_000_000_000, 'Megabytes in a quota of storage', 'A petabyte.'),
  domains: limit(10_000, 'Own domains of an organization', 'One for each company of a large platform, and some more.'),
  keyNetworks: limit(50, 'Networks of an API key', 'The offices and machines of a company.'),
  codeCharacters: limit(
    200,
    'Characters of a code or reference in a document',
    'References of the formats are shorter.',
  ),
  nameCharacters: limit(1_000, 'Characters of a name in a document', 'Names of the formats are shorter.'),
  textCharacters: limit(20_000, 'Characters of a text in a document', 'Terms of payment and notes.'),
  decimalCharacters: limit(40, 'Characters of a decimal number', 'Amounts have 15 digits, and prices 10 decimals.'),
  columnCharacters: limit(
    500,
    "Characters of a document's number, names and references in lists",
    'As much as a filter can compare, and an index can hold. The document itself keeps longer texts.',
  ),
  searchedCharacters: limit(20_000, 'Characters of a document that a search for words reads', 'Its first pages.'),
  cursorCharacters: limit(2_000, 'Characters of a cursor', 'The longest key of a list, with its signature.'),
  idempotencyKeyCharacters: limit(255, 'Characters of an `Idempotency-Key`', 'Several UUIDs, or a hash.'),

  documentLines: limit(10_000, 'Lines of a document', 'The longest invoices of telephone companies.'),
  documentAttachments: limit(
    1_000,
    'Attachments of a document that are listed',
    'A hundred are allowed in JSON. The document itself keeps the others.',
  ),
  documentActions: limit(5_000, 'Actions on one document that change it', 'The timeline is answered whole.'),
  documentNotes: limit(500, 'Notes on one document', 'They are answered whole, each with up to 5,000 characters.'),
  documentTags: limit(1_000, 'Tags of one document', 'They are answered whole, with each document.'),
  batchDocuments: limit(100, 'Documents sent in one batch', 'One transaction of some seconds.'),
  batchUpdates: limit(500, 'Updates, actions or events in one call', 'One transaction of a second.'),
  batchOnboardings: limit(500, 'Companies onboarded in one call', 'One transaction of some seconds.'),
  batchImports: limit(2_000, 'Companies imported in one call', 'A day of work of a registry is more.'),
  reportedRows: limit(2_000, 'Rows of one call of e-reporting', 'The days of two months by kind and rate.'),
  reportedFileBytes: limit(MB, 'A CSV file of e-reporting', 'Its rows have some hundred bytes.'),
  paymentOrderDocuments: limit(10_000, 'Documents paid by one order', 'Banks take no larger files.'),
  bulkOperations: limit(5, 'Bulk operations of an organization at the same time', 'Further ones would not be faster.'),
  bulkLines: limit(100_000, 'Documents sent by one bulk operation', 'The invoices of a month of a large sender.'),
  bulkLineBytes: limit(MB, 'A line of a bulk send', 'An invoice of some thousand lines. Larger ones are sent alone.'),
  bulkSendBytes: limit(250 * MB, 'The lines of a bulk send, unpacked', 'They are uploaded packed, within a file.'),
  bulkUnpackTimes: limit(300, 'Times that packed lines of a bulk send unpack to their size', 'Ten times usual lines.'),
  bulkResultBytes: limit(2_000 * MB, 'The result of a bulk operation', 'A million documents of 2 kB.'),
  archivePieceBytes: limit(100 * MB, 'A piece of rows in an archive, unpacked', 'Some hundred rows with long texts.'),
  archiveBytes: limit(50_000 * MB, 'The entries of an imported archive, unpacked', 'What 2,000 MB of XML unpack to.'),
  archiveEntries: limit(10_000_000, 'Entries of an imported archive', 'Some millions of documents.'),
  cartBytes: limit(5 * MB, 'A cart that a shop hands back', 'A thousand lines with long texts.'),
  cartLines: limit(1_000, 'Lines of a cart', 'More is no longer a purchase that a person makes in a shop.'),
  shopFields: limit(100, 'Mapped fields, and mapped units, of a shop', 'Twice the fields of OCI.'),
  shopAddresses: limit(20, 'Return addresses, and senders, of a shop', 'A few systems of a buyer.'),

  nodeIds: limit(100, 'Identifiers in `nodes(ids)`', 'As many as a page has rows.'),
  filterConditions: limit(200, 'Conditions of one filter', 'Far more than a form of a dashboard has.'),
  filterListValues: limit(500, 'Values of one comparison with `in`', 'Far more than somebody chooses from a list.'),
  filterValues: limit(10_000, 'Values of one filter in total', 'Well within what one statement can bind.'),
  searchConditions: limit(50, 'Filter objects of one search', 'Far more than a form of a dashboard has.'),

  pageRows: limit(100, 'Rows of a page', 'More rows are no longer read by a person.'),
  defaultPageRows: limit(20, 'Rows of a page where none are asked for', 'What fits on a screen.'),
  foundCompanies: limit(50, 'Companies found by a search', 'More are found by better words.'),
  answerBytes: limit(
    10 * MB,
    'An answer in JSON',
    'As much as a body. A page of large rows has fewer of them, and says that more follow.',
  ),

  contentBytes: limit(
    4 * MB,
    'XML in one answer beside the documents',
    'With the fields that stand in it, it stays within an answer. What is larger is fetched alone.',
  ),

  queryCharacters: limit(100_000, 'Characters of a GraphQL document', 'Values belong into variables.'),
  queryTokens: limit(2_000, 'Tokens of a GraphQL document', 'Ten times a real dashboard.'),
  queryLevels: limit(12, 'Levels of a GraphQL document', 'From a page to the lines of related documents.'),
  queryBrackets: limit(
    150,
    'Brackets that are open at the same time in a GraphQL document',
    'The levels of an input inside those of a document. The parser is recursive.',
  ),
  queryAliases: limit(30, 'Aliases of a GraphQL document', 'A dashboard of many counters.'),
  queryCostFields: limit(
    20_000,
    'Fields of a GraphQL document, each counted for every row',
    'A page of rows of 200 fields.',
  ),
  queryRootFields: limit(20, 'Fields at the root of a GraphQL document', 'Each is an operation.'),
  queryIntrospections: limit(2, '`__schema` and `__type` in a GraphQL document', 'As many as a tool asks at once.'),
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable

export const limits = Object.fromEntries(
  Object.entries(limitTable).map(([name, { value }]) => [name, value]),
) as Readonly<Record<LimitName, number>>

/** Not by `toLocaleString`: with it a start would load how all languages write, which is a hundredth of it. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** `10 MB`, `16 kB`, or `10,000`: how errors and documentation write a limit. */
export const shownLimit = (name: LimitName): string => {
  const value = limits[name]
  if (!name.endsWith('Bytes')) return String(value).replace(THOUSANDS, ',')
  return value >= MB ? `${value / MB} MB` : `${value / KB} kB`
}
