/**
 * One business term: its number, the norm's name, where the model keeps it and how JSON calls it (the same where not
 * said).
 */
type Term = { id: string; name: string; model: string; json: string }

type Row = readonly [id: string, name: string, model: string, json?: string]

const within = (model: string, json: string, rows: readonly Row[]): Row[] =>
  rows.map(([id, name, path, jsonPath]) => [id, name, `${model}.${path}`, `${json}.${jsonPath ?? path}`])

const address = (ids: readonly [string, string, string, string, string, string, string]): Row[] => [
  [ids[0], 'Address line 1', 'address.street'],
  [ids[1], 'Address line 2', 'address.streetLine2'],
  [ids[2], 'Address line 3', 'address.streetLine3'],
  [ids[3], 'City', 'address.city'],
  [ids[4], 'Post code', 'address.postalCode'],
  [ids[5], 'Country subdivision', 'address.subdivision'],
  [ids[6], 'Country code', 'address.country'],
]

const allowance = (ids: readonly [string, string, string, string, string], what: string): Row[] => [
  [ids[0], `${what} amount`, 'amount'],
  [ids[1], `${what} base amount`, 'base'],
  [ids[2], `${what} percentage`, 'percent'],
  [ids[3], `${what} reason`, 'reason'],
  [ids[4], `${what} reason code`, 'reasonCode'],
]

const header: readonly Row[] = [
  ['BT-1', 'Invoice number', 'number'],
  ['BT-2', 'Invoice issue date', 'issueDate'],
  ['BT-3', 'Invoice type code', 'typeCode'],
  ['BT-5', 'Invoice currency code', 'currency'],
  ['BT-6', 'VAT accounting currency code', 'vatCurrency'],
  ['BT-7', 'Value added tax point date', 'taxPointDate'],
  ['BT-8', 'Value added tax point date code', 'taxPointCode'],
  ['BT-9', 'Payment due date', 'dueDate'],
  ['BT-10', 'Buyer reference', 'buyerReference'],
  ['BT-11', 'Project reference', 'projectReference'],
  ['BT-12', 'Contract reference', 'contractReference'],
  ['BT-13', 'Purchase order reference', 'orderReference'],
  ['BT-14', 'Sales order reference', 'salesOrderReference'],
  ['BT-15', 'Receiving advice reference', 'receivingAdviceReference'],
  ['BT-16', 'Despatch advice reference', 'despatchAdviceReference'],
  ['BT-17', 'Tender or lot reference', 'tenderReference'],
  ['BT-18', 'Invoiced object identifier', 'invoicedObject.value'],
  ['BT-18-1', 'Scheme of the invoiced object identifier', 'invoicedObject.scheme'],
  ['BT-19', 'Buyer accounting reference', 'buyerAccountingReference'],
  ['BT-20', 'Payment terms', 'paymentTerms'],
  ['BT-21', 'Invoice note subject code', 'notes[].subject'],
  ['BT-22', 'Invoice note', 'notes[].text'],
  ['BT-23', 'Business process type', 'process', 'businessProcess'],
  ['BT-24', 'Specification identifier', 'specification'],
  ['BT-25', 'Preceding invoice reference', 'precedingInvoices[].number'],
  ['BT-26', 'Preceding invoice issue date', 'precedingInvoices[].issueDate'],
]

const tradingParty = (ids: readonly string[]): Row[] => {
  const [
    name = '',
    trading = '',
    identifier = '',
    legal = '',
    vat = '',
    electronic = '',
    contact = '',
    phone = '',
    email = '',
  ] = ids
  return [
    [name, 'Name', 'name'],
    [trading, 'Trading name', 'tradingName'],
    [identifier, 'Identifier', 'identifiers[].value'],
    [`${identifier}-1`, 'Scheme of the identifier', 'identifiers[].scheme'],
    [legal, 'Legal registration identifier', 'legalId.value'],
    [`${legal}-1`, 'Scheme of the legal registration identifier', 'legalId.scheme'],
    [vat, 'VAT identifier', 'vatNumber'],
    [electronic, 'Electronic address', 'electronicAddress.value', 'id'],
    [`${electronic}-1`, 'Scheme of the electronic address', 'electronicAddress.scheme', 'id'],
    [contact, 'Contact point', 'contact.name'],
    [phone, 'Contact telephone number', 'contact.phone'],
    [email, 'Contact email address', 'contact.email'],
  ]
}

const parties: readonly Row[] = [
  ...within('seller', 'parties[seller]', [
    ...tradingParty(['BT-27', 'BT-28', 'BT-29', 'BT-30', 'BT-31', 'BT-34', 'BT-41', 'BT-42', 'BT-43']),
    ['BT-32', 'Tax registration identifier', 'taxNumber'],
    ['BT-33', 'Additional legal information', 'legalForm'],
    ...address(['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-39', 'BT-40']),
  ]),
  ...within('buyer', 'parties[buyer]', [
    ...tradingParty(['BT-44', 'BT-45', 'BT-46', 'BT-47', 'BT-48', 'BT-49', 'BT-56', 'BT-57', 'BT-58']),
    ...address(['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-54', 'BT-55']),
  ]),
  ...within('payee', 'parties[payee]', [
    ['BT-59', 'Payee name', 'name'],
    ['BT-60', 'Payee identifier', 'identifiers[].value'],
    ['BT-60-1', 'Scheme of the payee identifier', 'identifiers[].scheme'],
    ['BT-61', 'Payee legal registration identifier', 'legalId.value'],
    ['BT-61-1', 'Scheme of the payee legal registration identifier', 'legalId.scheme'],
  ]),
  ...within('taxRepresentative', 'parties[tax-representative]', [
    ['BT-62', 'Tax representative name', 'name'],
    ['BT-63', 'Tax representative VAT identifier', 'vatNumber'],
    ...address(['BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-67', 'BT-68', 'BT-69']),
  ]),
  ...within('delivery', 'delivery', [
    ['BT-70', 'Deliver to party name', 'name'],
    ['BT-71', 'Deliver to location identifier', 'location.value'],
    ['BT-71-1', 'Scheme of the deliver to location identifier', 'location.scheme'],
    ['BT-72', 'Actual delivery date', 'date'],
    ...address(['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80']),
  ]),
]

const payment: readonly Row[] = [
  ['BT-73', 'Invoicing period start date', 'period.start'],
  ['BT-74', 'Invoicing period end date', 'period.end'],
  ...within('paymentMeans[]', 'paymentMeans[]', [
    ['BT-81', 'Payment means type code', 'code'],
    ['BT-82', 'Payment means text', 'text'],
    ['BT-84', 'Payment account identifier', 'account', 'iban'],
    ['BT-85', 'Payment account name', 'accountName'],
    ['BT-86', 'Payment service provider identifier', 'bic'],
    ['BT-87', 'Payment card primary account number', 'cardNumber'],
    ['BT-88', 'Payment card holder name', 'cardHolder'],
    ['BT-91', 'Debited account identifier', 'debitedAccount', 'debitedIban'],
  ]),
  ['BT-83', 'Remittance information', 'paymentReference'],
  ['BT-89', 'Mandate reference identifier', 'mandateReference'],
  ['BT-90', 'Bank assigned creditor identifier', 'creditorIdentifier'],
]

const amounts: readonly Row[] = [
  ...within('allowances[]', 'allowances[]', [
    ...allowance(['BT-92', 'BT-93', 'BT-94', 'BT-97', 'BT-98'], 'Document level allowance'),
    ['BT-95', 'Document level allowance VAT category code', 'vat.category', 'vatCategory'],
    ['BT-96', 'Document level allowance VAT rate', 'vat.rate', 'vatRate'],
  ]),
  ...within('charges[]', 'charges[]', [
    ...allowance(['BT-99', 'BT-100', 'BT-101', 'BT-104', 'BT-105'], 'Document level charge'),
    ['BT-102', 'Document level charge VAT category code', 'vat.category', 'vatCategory'],
    ['BT-103', 'Document level charge VAT rate', 'vat.rate', 'vatRate'],
  ]),
  ...within('totals', 'totals', [
    ['BT-106', 'Sum of invoice line net amount', 'lines'],
    ['BT-107', 'Sum of allowances on document level', 'allowances'],
    ['BT-108', 'Sum of charges on document level', 'charges'],
    ['BT-109', 'Invoice total amount without VAT', 'withoutVat'],
    ['BT-110', 'Invoice total VAT amount', 'vat'],
    ['BT-112', 'Invoice total amount with VAT', 'withVat'],
    ['BT-115', 'Amount due for payment', 'payable'],
  ]),
  ['BT-111', 'Invoice total VAT amount in accounting currency', 'totals.vatInVatCurrency', 'vatAmountInVatCurrency'],
  ['BT-113', 'Paid amount', 'totals.prepaid', 'prepaidAmount'],
  ['BT-114', 'Rounding amount', 'totals.rounding', 'roundingAmount'],
  ...within('vatBreakdown[]', 'vatBreakdown[]', [
    ['BT-116', 'VAT category taxable amount', 'taxable'],
    ['BT-117', 'VAT category tax amount', 'vat'],
    ['BT-118', 'VAT category code', 'category'],
    ['BT-119', 'VAT category rate', 'rate'],
    ['BT-120', 'VAT exemption reason text', 'exemptionReason'],
    ['BT-121', 'VAT exemption reason code', 'exemptionCode'],
  ]),
  ...within('attachments[]', 'attachments[]', [
    ['BT-122', 'Supporting document reference', 'reference'],
    ['BT-123', 'Supporting document description', 'description'],
    ['BT-124', 'External document location', 'uri'],
    ['BT-125', 'Attached document', 'file.content', 'content'],
    ['BT-125-1', 'Attached document MIME code', 'file.mimeType', 'mimeType'],
    ['BT-125-2', 'Attached document filename', 'file.filename', 'filename'],
  ]),
]

const lines: readonly Row[] = within('lines[]', 'lines[]', [
  ['BT-126', 'Invoice line identifier', 'id'],
  ['BT-127', 'Invoice line note', 'note'],
  ['BT-128', 'Invoice line object identifier', 'object.value'],
  ['BT-128-1', 'Scheme of the invoice line object identifier', 'object.scheme'],
  ['BT-129', 'Invoiced quantity', 'quantity'],
  ['BT-130', 'Invoiced quantity unit of measure code', 'unit'],
  ['BT-131', 'Invoice line net amount', 'net', 'netAmount'],
  ['BT-132', 'Referenced purchase order line reference', 'orderLineReference'],
  ['BT-133', 'Invoice line buyer accounting reference', 'buyerAccountingReference'],
  ['BT-134', 'Invoice line period start date', 'period.start'],
  ['BT-135', 'Invoice line period end date', 'period.end'],
  ...within(
    'allowances[]',
    'allowances[]',
    allowance(['BT-136', 'BT-137', 'BT-138', 'BT-139', 'BT-140'], 'Invoice line allowance'),
  ),
  ...within(
    'charges[]',
    'charges[]',
    allowance(['BT-141', 'BT-142', 'BT-143', 'BT-144', 'BT-145'], 'Invoice line charge'),
  ),
  ['BT-146', 'Item net price', 'price.net', 'unitPrice'],
  ['BT-147', 'Item price discount', 'price.discount', 'priceDiscount'],
  ['BT-148', 'Item gross price', 'price.gross', 'grossPrice'],
  ['BT-149', 'Item price base quantity', 'price.baseQuantity', 'priceQuantity'],
  ['BT-150', 'Item price base quantity unit of measure', 'price.baseUnit', 'priceUnit'],
  ['BT-151', 'Invoiced item VAT category code', 'vat.category', 'vatCategory'],
  ['BT-152', 'Invoiced item VAT rate', 'vat.rate', 'vatRate'],
  ['BT-153', 'Item name', 'item.name', 'description'],
  ['BT-154', 'Item description', 'item.description', 'longDescription'],
  ['BT-155', "Item seller's identifier", 'item.sellerCode', 'itemCode'],
  ['BT-156', "Item buyer's identifier", 'item.buyerCode', 'buyerItemCode'],
  ['BT-157', 'Item standard identifier', 'item.standardId.value', 'standardItemId.value'],
  ['BT-157-1', 'Scheme of the item standard identifier', 'item.standardId.scheme', 'standardItemId.scheme'],
  ['BT-158', 'Item classification identifier', 'item.classifications[].code', 'classifications[].code'],
  ['BT-158-1', 'Scheme of the item classification identifier', 'item.classifications[].list', 'classifications[].list'],
  [
    'BT-158-2',
    'Version of the item classification scheme',
    'item.classifications[].version',
    'classifications[].version',
  ],
  ['BT-159', 'Item country of origin', 'item.originCountry', 'originCountry'],
  ['BT-160', 'Item attribute name', 'item.attributes[].name', 'attributes[].name'],
  ['BT-161', 'Item attribute value', 'item.attributes[].value', 'attributes[].value'],
])

/** Every business term of EN 16931, in the order of the norm's groups. */
export const terms: readonly Term[] = [...header, ...parties, ...payment, ...amounts, ...lines].map(
  ([id, name, model, json]) => ({
    id,
    name,
    model,
    json: json ?? model,
  }),
)
