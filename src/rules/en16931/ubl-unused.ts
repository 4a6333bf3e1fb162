import type { UnusedPaths } from '../unused.ts'

/** Parts of UBL that repeat wherever the same kind of thing stands. */
const documentReference =
  'cbc:CopyIndicator cbc:UUID cbc:IssueDate cbc:IssueTime cbc:DocumentTypeCode cbc:DocumentType cbc:XPath ' +
  'cbc:LanguageID cbc:LocaleCode cbc:VersionID cbc:DocumentStatusCode cbc:DocumentDescription cac:Attachment ' +
  'cac:ValidityPeriod cac:IssuerParty cac:ResultOfVerification'
const address =
  'cbc:ID cbc:AddressTypeCode cbc:AddressFormatCode cbc:Postbox cbc:Floor cbc:Room cbc:BlockName ' +
  'cbc:BuildingName cbc:BuildingNumber cbc:InhouseMail cbc:Department cbc:MarkAttention cbc:MarkCare ' +
  'cbc:PlotIdentification cbc:CitySubdivisionName cbc:CountrySubentityCode cbc:Region cbc:District ' +
  'cbc:TimezoneOffset cac:Country/cbc:Name cac:LocationCoordinate'
const taxScheme =
  'cac:TaxScheme/cbc:Name cac:TaxScheme/cbc:TaxTypeCode cac:TaxScheme/cbc:CurrencyCode ' +
  'cac:TaxScheme/cac:JurisdictionRegionAddress'
const partyTaxScheme =
  'cbc:RegistrationName cbc:TaxLevelCode cbc:ExemptionReasonCode cbc:ExemptionReason cac:RegistrationAddress ' +
  `${taxScheme}`
const legalEntity =
  'cbc:SoleProprietorshipIndicator cbc:CompanyLiquidationStatusCode cbc:CorporateStockAmount ' +
  'cbc:FullyPaidSharesIndicator cac:RegistrationAddress cac:CorporateRegistrationScheme cac:HeadOfficeParty ' +
  'cac:ShareholderParty'
const contact = 'cac:Contact/cbc:ID cac:Contact/cbc:Telefax cac:Contact/cbc:Note cac:Contact/cac:OtherCommunication'
const partyHead = 'cbc:MarkCareIndicator cbc:MarkAttentionIndicator cbc:WebsiteURI cbc:LogoReferenceID'
const partyTail = 'cac:Person cac:AgentParty cac:ServiceProviderParty cac:PowerOfAttorney cac:FinancialAccount'
const account = 'cbc:AliasName cbc:AccountTypeCode cbc:AccountFormatCode cbc:CurrencyCode cbc:PaymentNote'
const allowanceCharge =
  'cbc:ID cbc:PrepaidIndicator cbc:SequenceNumeric cbc:AccountingCostCode cbc:AccountingCost cbc:PerUnitAmount'
const itemIdentification =
  'cbc:ExtendedID cbc:BarcodeSymbologyID cac:PhysicalAttribute cac:MeasurementDimension cac:IssuerParty'

const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'
const line = 'cac:InvoiceLine|cac:CreditNoteLine'

/** UBL-CR-*: elements of UBL 2.1 outside the core, from the document element; all are warnings. */
export const unusedInUbl: readonly UnusedPaths[] = [
  [
    1,
    '',
    'ext:UBLExtensions - cbc:ProfileExecutionID cbc:CopyIndicator cbc:UUID cbc:IssueTime ' +
      'cbc:PricingCurrencyCode cbc:PaymentCurrencyCode cbc:PaymentAlternativeCurrencyCode cbc:AccountingCostCode ' +
      'cbc:LineCountNumeric',
  ],
  [12, 'cac:InvoicePeriod', 'cbc:StartTime cbc:EndTime cbc:DurationMeasure cbc:Description'],
  [
    16,
    'cac:OrderReference',
    'cbc:CopyIndicator cbc:UUID cbc:IssueDate cbc:IssueTime cbc:CustomerReference cbc:OrderTypeCode ' +
      'cac:DocumentReference',
  ],
  [23, 'cac:BillingReference/cac:InvoiceDocumentReference', documentReference.replace('cbc:IssueDate ', '')],
  [
    38,
    'cac:BillingReference',
    'cac:SelfBilledInvoiceDocumentReference cac:CreditNoteDocumentReference ' +
      'cac:SelfBilledCreditNoteDocumentReference cac:DebitNoteDocumentReference cac:ReminderDocumentReference ' +
      'cac:AdditionalDocumentReference cac:BillingReferenceLine',
  ],
  [45, 'cac:DespatchDocumentReference', documentReference],
  [61, 'cac:ReceiptDocumentReference', documentReference],
  [77, '', 'cac:StatementDocumentReference'],
  [78, 'cac:OriginatorDocumentReference', documentReference],
  [94, 'cac:ContractDocumentReference', documentReference],
  [
    110,
    'cac:AdditionalDocumentReference',
    'cbc:CopyIndicator cbc:UUID cbc:IssueDate cbc:IssueTime cbc:DocumentType cbc:XPath cbc:LanguageID ' +
      'cbc:LocaleCode cbc:VersionID cbc:DocumentStatusCode',
  ],
  [
    121,
    'cac:AdditionalDocumentReference/cac:Attachment/cac:ExternalReference',
    'cbc:DocumentHash cbc:HashAlgorithmMethod cbc:ExpiryDate cbc:ExpiryTime cbc:MimeCode cbc:FormatCode ' +
      'cbc:EncodingCode cbc:CharacterSetCode cbc:FileName cbc:Description',
  ],
  [131, 'cac:AdditionalDocumentReference', 'cac:ValidityPeriod cac:IssuerParty cac:ResultOfVerification'],
  [134, 'cac:ProjectReference', 'cbc:UUID cbc:IssueDate cac:WorkPhaseReference'],
  [137, '', 'cac:Signature'],
  [
    138,
    'cac:AccountingSupplierParty',
    'cbc:CustomerAssignedAccountID cbc:AdditionalAccountID cbc:DataSendingCapability',
  ],
  [141, seller, `${partyHead} cbc:IndustryClassificationCode cac:Language`],
  [147, `${seller}/cac:PostalAddress`, address],
  [168, seller, 'cac:PhysicalLocation'],
  [169, `${seller}/cac:PartyTaxScheme`, partyTaxScheme],
  [
    178,
    `${seller}/cac:PartyLegalEntity`,
    `cbc:RegistrationDate cbc:RegistrationExpirationDate cbc:CompanyLegalFormCode ${legalEntity}`,
  ],
  [189, seller, `${contact} ${partyTail}`],
  [198, 'cac:AccountingSupplierParty', 'cac:DespatchContact cac:AccountingContact cac:SellerContact'],
  [
    201,
    'cac:AccountingCustomerParty',
    'cbc:CustomerAssignedAccountID cbc:SupplierAssignedAccountID cbc:AdditionalAccountID',
  ],
  [204, buyer, `${partyHead} cbc:IndustryClassificationCode cac:Language`],
  [210, `${buyer}/cac:PostalAddress`, address],
  [231, buyer, 'cac:PhysicalLocation'],
  [232, `${buyer}/cac:PartyTaxScheme`, partyTaxScheme],
  [
    241,
    `${buyer}/cac:PartyLegalEntity`,
    `cbc:RegistrationDate cbc:RegistrationExpirationDate cbc:CompanyLegalFormCode cbc:CompanyLegalForm ${legalEntity}`,
  ],
  [253, buyer, `${contact} ${partyTail}`],
  [262, 'cac:AccountingCustomerParty', 'cac:DeliveryContact cac:AccountingContact cac:BuyerContact'],
  [
    265,
    'cac:PayeeParty',
    `${partyHead} cbc:EndpointID cbc:IndustryClassificationCode cac:Language cac:PostalAddress ` +
      'cac:PhysicalLocation cac:PartyTaxScheme',
  ],
  [
    275,
    'cac:PayeeParty/cac:PartyLegalEntity',
    'cbc:RegistrationName cbc:RegistrationDate cbc:RegistrationExpirationDate cbc:CompanyLegalFormCode ' +
      `cbc:CompanyLegalForm ${legalEntity}`,
  ],
  [288, 'cac:PayeeParty', `cac:Contact ${partyTail}`],
  [294, '', 'cac:BuyerCustomerParty cac:SellerSupplierParty'],
  [
    296,
    'cac:TaxRepresentativeParty',
    `${partyHead} cbc:EndpointID cbc:IndustryClassificationCode cac:PartyIdentification cac:Language`,
  ],
  [304, 'cac:TaxRepresentativeParty/cac:PostalAddress', address],
  [325, 'cac:TaxRepresentativeParty', 'cac:PhysicalLocation'],
  [326, 'cac:TaxRepresentativeParty/cac:PartyTaxScheme', partyTaxScheme],
  [335, 'cac:TaxRepresentativeParty', `cac:PartyLegalEntity cac:Contact ${partyTail}`],
  [
    342,
    'cac:Delivery',
    'cbc:ID cbc:Quantity cbc:MinimumQuantity cbc:MaximumQuantity cbc:ActualDeliveryTime cbc:LatestDeliveryDate ' +
      'cbc:LatestDeliveryTime cbc:ReleaseID cbc:TrackingID',
  ],
  [
    351,
    'cac:Delivery/cac:DeliveryLocation',
    'cbc:Description cbc:Conditions cbc:CountrySubentity cbc:CountrySubentityCode cbc:LocationTypeCode ' +
      'cbc:InformationURI cbc:Name cac:ValidityPeriod',
  ],
  [359, 'cac:Delivery/cac:DeliveryLocation/cac:Address', address],
  [
    380,
    'cac:Delivery',
    'cac:DeliveryLocation/cac:SubsidiaryLocation cac:DeliveryLocation/cac:LocationCoordinate ' +
      'cac:AlternativeDeliveryLocation cac:RequestedDeliveryPeriod cac:EstimatedDeliveryPeriod cac:CarrierParty',
  ],
  [
    386,
    'cac:Delivery/cac:DeliveryParty',
    `${partyHead} cbc:EndpointID cbc:IndustryClassificationCode cac:PartyIdentification cac:Language ` +
      `cac:PostalAddress cac:PhysicalLocation cac:PartyTaxScheme cac:PartyLegalEntity cac:Contact ${partyTail}`,
  ],
  [
    404,
    'cac:Delivery',
    'cac:NotifyParty cac:Despatch cac:DeliveryTerms cac:MinimumDeliveryUnit cac:MaximumDeliveryUnit cac:Shipment',
  ],
  [410, '', 'cac:DeliveryTerms'],
  [411, 'cac:PaymentMeans', 'cbc:ID - cbc:PaymentChannelCode cbc:InstructionID'],
  [
    415,
    'cac:PaymentMeans/cac:CardAccount',
    'cbc:CardTypeCode cbc:ValidityStartDate cbc:ExpiryDate cbc:IssuerID cbc:IssueNumberID cbc:CV2ID ' +
      'cbc:CardChipCode cbc:ChipApplicationID',
  ],
  [
    424,
    'cac:PaymentMeans/cac:PayeeFinancialAccount',
    `${account} cac:FinancialInstitutionBranch/cbc:Name ` +
      'cac:FinancialInstitutionBranch/cac:FinancialInstitution/cbc:Name ' +
      'cac:FinancialInstitutionBranch/cac:FinancialInstitution/cac:Address ' +
      'cac:FinancialInstitutionBranch/cac:Address cac:Country',
  ],
  [434, 'cac:PaymentMeans', 'cac:CreditAccount'],
  [
    435,
    'cac:PaymentMeans/cac:PaymentMandate',
    'cbc:MandateTypeCode cbc:MaximumPaymentInstructionsNumeric cbc:MaximumPaidAmount cbc:SignatureID cac:PayerParty',
  ],
  [
    440,
    'cac:PaymentMeans/cac:PaymentMandate/cac:PayerFinancialAccount',
    `cbc:Name ${account} cac:FinancialInstitutionBranch cac:Country`,
  ],
  [448, 'cac:PaymentMeans/cac:PaymentMandate', 'cac:ValidityPeriod cac:PaymentReversalPeriod cac:Clause'],
  [451, 'cac:PaymentMeans', 'cac:TradeFinancing'],
  [
    452,
    'cac:PaymentTerms',
    'cbc:ID cbc:PaymentMeansID cbc:PrepaidPaymentReferenceID cbc:ReferenceEventCode ' +
      'cbc:SettlementDiscountPercent cbc:PenaltySurchargePercent cbc:PaymentPercent cbc:Amount ' +
      'cbc:SettlementDiscountAmount cbc:PenaltyAmount cbc:PaymentTermsDetailsURI cbc:PaymentDueDate ' +
      'cbc:InstallmentDueDate cbc:InvoicingPartyReference cac:SettlementPeriod cac:PenaltyPeriod ' +
      'cac:ExchangeRate cac:ValidityPeriod',
  ],
  [470, '', 'cac:PrepaidPayment'],
  [471, 'cac:AllowanceCharge', allowanceCharge],
  [
    477,
    'cac:AllowanceCharge/cac:TaxCategory',
    'cbc:Name cbc:BaseUnitMeasure cbc:PerUnitAmount cbc:TaxExemptionReasonCode cbc:TaxExemptionReason ' +
      `cbc:TierRange cbc:TierRatePercent ${taxScheme}`,
  ],
  [488, 'cac:AllowanceCharge', 'cac:TaxTotal cac:PaymentMeans'],
  [490, '', 'cac:TaxExchangeRate cac:PricingExchangeRate cac:PaymentExchangeRate cac:PaymentAlternativeExchangeRate'],
  [494, 'cac:TaxTotal', 'cbc:RoundingAmount cbc:TaxEvidenceIndicator cbc:TaxIncludedIndicator'],
  [
    497,
    'cac:TaxTotal/cac:TaxSubtotal',
    'cbc:CalculationSequenceNumeric cbc:TransactionCurrencyTaxAmount cbc:Percent cbc:BaseUnitMeasure ' +
      'cbc:PerUnitAmount cbc:TierRange cbc:TierRatePercent',
  ],
  [
    504,
    'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory',
    `cbc:Name cbc:BaseUnitMeasure cbc:PerUnitAmount cbc:TierRange cbc:TierRatePercent ${taxScheme}`,
  ],
  [513, '', 'cac:WithholdingTaxTotal cac:LegalMonetaryTotal/cbc:PayableAlternativeAmount'],
  [515, line, 'cbc:UUID cbc:TaxPointDate cbc:AccountingCostCode cbc:PaymentPurposeCode cbc:FreeOfChargeIndicator'],
  [
    520,
    `${line}/cac:InvoicePeriod`,
    'cbc:StartTime cbc:EndTime cbc:DurationMeasure cbc:DescriptionCode cbc:Description',
  ],
  [525, `${line}/cac:OrderLineReference`, 'cbc:SalesOrderLineID cbc:UUID cbc:LineStatusCode cac:OrderReference'],
  [529, line, 'cac:DespatchLineReference cac:ReceiptLineReference cac:BillingReference'],
  [532, `${line}/cac:DocumentReference`, documentReference.replace('cbc:DocumentTypeCode', '-')],
  [548, line, 'cac:PricingReference cac:OriginatorParty cac:Delivery cac:PaymentTerms'],
  [552, `${line}/cac:AllowanceCharge`, `${allowanceCharge} cac:TaxCategory cac:TaxTotal cac:PaymentMeans`],
  [561, line, 'cac:TaxTotal cac:WithholdingTaxTotal'],
  [
    563,
    `${line}/cac:Item`,
    'cbc:PackQuantity cbc:PackSizeNumeric cbc:CatalogueIndicator cbc:HazardousRiskIndicator ' +
      'cbc:AdditionalInformation cbc:Keyword cbc:BrandName cbc:ModelName',
  ],
  [571, `${line}/cac:Item/cac:BuyersItemIdentification`, itemIdentification],
  [576, `${line}/cac:Item/cac:SellersItemIdentification`, itemIdentification],
  [581, `${line}/cac:Item`, 'cac:ManufacturersItemIdentification'],
  [582, `${line}/cac:Item/cac:StandardItemIdentification`, itemIdentification],
  [
    587,
    `${line}/cac:Item`,
    'cac:CatalogueItemIdentification cac:AdditionalItemIdentification cac:CatalogueDocumentReference ' +
      'cac:ItemSpecificationDocumentReference cac:OriginCountry/cbc:Name',
  ],
  [592, `${line}/cac:Item/cac:CommodityClassification`, 'cbc:NatureCode cbc:CargoTypeCode cbc:CommodityCode'],
  [595, `${line}/cac:Item`, 'cac:TransactionConditions cac:HazardousItem'],
  [
    597,
    `${line}/cac:Item/cac:ClassifiedTaxCategory`,
    'cbc:Name cbc:BaseUnitMeasure cbc:PerUnitAmount cbc:TaxExemptionReasonCode cbc:TaxExemptionReason ' +
      `cbc:TierRange cbc:TierRatePercent ${taxScheme}`,
  ],
  [
    608,
    `${line}/cac:Item/cac:AdditionalItemProperty`,
    'cbc:ID cbc:NameCode cbc:TestMethod cbc:ValueQuantity cbc:ValueQualifier cbc:ImportanceCode cbc:ListValue ' +
      'cac:UsabilityPeriod cac:ItemPropertyGroup cac:RangeDimension cac:ItemPropertyRange',
  ],
  [
    619,
    `${line}/cac:Item`,
    'cac:ManufacturerParty cac:InformationContentProviderParty cac:OriginAddress cac:ItemInstance ' +
      'cac:Certificate cac:Dimension',
  ],
  // 629 and 630 look for aggregates among the basic components, and so find nothing; 631 repeats 628.
  [
    625,
    `${line}/cac:Price`,
    'cbc:PriceChangeReason cbc:PriceTypeCode cbc:PriceType cbc:OrderableUnitFactorRate cbc:ValidityPeriod ' +
      'cbc:PriceList cbc:OrderableUnitFactorRate',
  ],
  [
    632,
    `${line}/cac:Price/cac:AllowanceCharge`,
    'cbc:ID cbc:AllowanceChargeReasonCode cbc:AllowanceChargeReason cbc:MultiplierFactorNumeric ' +
      'cbc:PrepaidIndicator cbc:SequenceNumeric cbc:AccountingCostCode cbc:AccountingCost cbc:PerUnitAmount ' +
      'cac:TaxCategory cac:TaxTotal cac:PaymentMeans',
  ],
  [644, line, 'cac:Price/cac:PricingExchangeRate cac:DeliveryTerms cac:SubInvoiceLine cac:ItemPriceExtension'],
  [648, '', 'cbc:CustomizationID/@schemeID cbc:ProfileID/@schemeID cbc:ID/@schemeID cbc:SalesOrderID/@schemeID'],
  [
    653,
    'cac:PaymentMeans',
    'cbc:PaymentID/@schemeID cac:PayeeFinancialAccount/cbc:ID/@schemeID ' +
      'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID/@schemeID',
  ],
  [
    656,
    '',
    'cbc:InvoiceTypeCode/@listID cbc:DocumentCurrencyCode/@listID cbc:TaxCurrencyCode/@listID ' +
      'cac:AdditionalDocumentReference/cbc:DocumentTypeCode/@listID',
  ],
  [661, '', 'cac:PaymentMeans/cbc:PaymentMeansCode/@listID'],
  [672, '', 'cbc:CreditNoteTypeCode/@listID'],
  [681, '', 'cac:PaymentMeans/cbc:InstructionNote cac:Delivery/cac:DeliveryAddress'],
]
