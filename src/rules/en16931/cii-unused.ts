import type { UnusedPaths } from '../unused.ts'

/**
 * CII-SR-*: elements of CII D16B outside the core, by the element they would stand in. All are warnings. `-` marks
 * numbers that are given to other rules, or to none.
 */
type UnusedPlace = { readonly at: string; readonly within?: string; readonly rows: readonly UnusedPaths[] }

const party = 'ram:DefinedTradeContact'
/** What a contact, an electronic address and a tax registration do not use, for seller (227) and buyer (256) alike. */
const contact = (first: number, from: string): readonly UnusedPaths[] => [
  [
    first,
    `${from}/${party}`,
    'ram:ID ram:TypeCode ram:JobTitle ram:Responsibility ram:PersonID ' +
      'ram:TelephoneUniversalCommunication/ram:URIID ram:TelephoneUniversalCommunication/ram:ChannelCode ' +
      'ram:DirectTelephoneUniversalCommunication ram:MobileTelephoneUniversalCommunication ' +
      'ram:FaxUniversalCommunication ram:EmailURIUniversalCommunication/ram:ChannelCode ' +
      'ram:EmailURIUniversalCommunication/ram:CompleteNumber ram:TelexUniversalCommunication ' +
      'ram:VOIPUniversalCommunication ram:InstantMessagingUniversalCommunication ram:SpecifiedNote ' +
      'ram:SpecifiedContactPerson',
  ],
  [
    first + 17,
    from,
    'ram:URIUniversalCommunication/ram:ChannelCode ram:URIUniversalCommunication/ram:CompleteNumber ' +
      'ram:SpecifiedTaxRegistration/ram:AssociatedRegisteredTax ram:EndPointURIUniversalCommunication ' +
      'ram:LogoAssociatedSpecifiedBinaryFile',
  ],
]

const header: readonly UnusedPlace[] = [
  {
    at: 'rsm:ExchangedDocumentContext',
    rows: [
      [
        1,
        '',
        'ram:SpecifiedTransactionID ram:TestIndicator - - - ram:BIMSpecifiedDocumentContextParameter ' +
          'ram:ScenarioSpecifiedDocumentContextParameter ram:ApplicationSpecifiedDocumentContextParameter',
      ],
      [11, '', 'ram:SubsetSpecifiedDocumentContextParameter ram:MessageStandardSpecifiedDocumentContextParameter'],
    ],
  },
  {
    at: 'rsm:ExchangedDocument',
    rows: [
      [
        13,
        '',
        'ram:Name - ram:IssueDateTime/udt:DateTime ram:CopyIndicator ram:Purpose ' +
          'ram:ControlRequirementIndicator ram:LanguageID ram:PurposeCode ram:RevisionDateTime ram:VersionID ' +
          'ram:GlobalID ram:RevisionID ram:PreviousRevisionID ram:CategoryCode ram:IncludedNote/ram:Subject ' +
          'ram:IncludedNote/ram:ContentCode',
      ],
      [32, '', 'ram:IncludedNote/ram:ID ram:EffectiveSpecifiedPeriod ram:IssuerTradeParty'],
    ],
  },
  { at: 'rsm:CrossIndustryInvoice', rows: [[438, '', 'rsm:ValuationBreakdownStatement']] },
]

const line: readonly UnusedPlace[] = [
  // 36 to 38 name elements of the line's document, but are tested at the line.
  {
    at: 'ram:IncludedSupplyChainTradeLineItem',
    rows: [
      [35, '', 'ram:DescriptionCode ram:ParentLineID ram:LineStatusCode ram:LineStatusReasonCode'],
      [221, '', 'ram:IncludedSubordinateTradeLineItem'],
    ],
  },
  {
    at: 'ram:AssociatedDocumentLineDocument',
    rows: [[41, 'ram:IncludedNote', 'ram:SubjectCode ram:ID ram:Subject ram:ContentCode']],
  },
  {
    at: 'ram:SpecifiedTradeProduct',
    rows: [
      [
        45,
        '',
        'ram:ID - - ram:ManufacturerAssignedID ram:TradeName ram:TypeCode ram:NetWeightMeasure ' +
          'ram:GrossWeightMeasure ram:ProductGroupID ram:EndItemTypeCode ram:EndItemName ram:AreaDensityMeasure ' +
          'ram:UseDescription ram:BrandName ram:SubBrandName ram:DrainedNetWeightMeasure ' +
          'ram:VariableMeasureIndicator ram:ColourCode ram:ColourDescription ram:Designation ' +
          'ram:FormattedCancellationAnnouncedLaunchDateTime ram:FormattedLatestProductDataChangeDateTime',
      ],
      [
        67,
        'ram:ApplicableProductCharacteristic',
        'ram:ID ram:TypeCode - ram:ValueMeasure ram:MeasurementMethodCode - ram:ValueCode ram:ValueDateTime ' +
          'ram:ValueIndicator ram:ContentTypeCode ram:ValueSpecifiedBinaryFile ' +
          'ram:ApplicableProductCharacteristicCondition ram:ApplicableReferencedStandard',
      ],
      [80, '', 'ram:ApplicableMaterialGoodsCharacteristic'],
      [
        81,
        'ram:DesignatedProductClassification',
        'ram:SystemID ram:SystemName ram:ClassName ram:SubClassCode ram:ClassProductCharacteristic ' +
          'ram:ApplicableReferencedStandard',
      ],
      [
        87,
        '',
        'ram:IndividualTradeProductInstance ram:CertificationEvidenceReferenceReferencedDocument ' +
          'ram:InspectionReferenceReferencedDocument - ram:OriginTradeCountry/ram:Name ' +
          'ram:OriginTradeCountry/ram:SubordinateTradeCountrySubDivision ram:LinearSpatialDimension ' +
          'ram:MinimumLinearSpatialDimension ram:MaximumLinearSpatialDimension ram:ManufacturerTradeParty ' +
          'ram:PresentationSpecifiedBinaryFile ram:MSDSReferenceReferencedDocument ' +
          'ram:AdditionalReferenceReferencedDocument ram:LegalRightsOwnerTradeParty ram:BrandOwnerTradeParty ' +
          'ram:IncludedReferencedProduct ram:InformationNote',
      ],
    ],
  },
  {
    at: 'ram:SpecifiedLineTradeAgreement',
    rows: [
      [
        104,
        '',
        'ram:BuyerReference ram:BuyerRequisitionerTradeParty ram:ApplicableTradeDeliveryTerms ' +
          'ram:SellerOrderReferencedDocument ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID ' +
          'ram:QuotationReferencedDocument ram:ContractReferencedDocument ram:DemandForecastReferencedDocument ' +
          'ram:PromotionalDealReferencedDocument ram:AdditionalReferencedDocument',
      ],
      [
        114,
        'ram:GrossPriceProductTradePrice',
        'ram:TypeCode ram:MinimumQuantity ram:MaximumQuantity ram:ChangeReason ram:OrderUnitConversionFactorNumeric',
      ],
      [
        120,
        'ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge',
        'ram:ID ram:SequenceNumeric ram:CalculationPercent ram:BasisAmount ram:BasisQuantity ' +
          'ram:PrepaidIndicator ram:UnitBasisAmount ram:ReasonCode ram:Reason ram:TypeCode ram:CategoryTradeTax ' +
          'ram:ActualTradeCurrencyExchange',
      ],
      [
        132,
        'ram:GrossPriceProductTradePrice',
        'ram:ValiditySpecifiedPeriod ram:DeliveryTradeLocation ram:TradeComparisonReferencePrice ' +
          'ram:AssociatedReferencedDocument',
      ],
      [
        136,
        'ram:NetPriceProductTradePrice',
        'ram:TypeCode - ram:MinimumQuantity ram:MaximumQuantity ram:ChangeReason ' +
          'ram:OrderUnitConversionFactorNumeric ram:AppliedTradeAllowanceCharge ram:ValiditySpecifiedPeriod ' +
          'ram:DeliveryTradeLocation ram:TradeComparisonReferencePrice ram:AssociatedReferencedDocument',
      ],
      [
        147,
        '',
        'ram:RequisitionerReferencedDocument ram:ItemSellerTradeParty ram:ItemBuyerTradeParty ' +
          'ram:IncludedSpecifiedMarketplace',
      ],
      [
        445,
        '',
        'ram:GrossPriceProductTradePrice/ram:IncludedTradeTax ' +
          'ram:NetPriceProductTradePrice/ram:IncludedTradeTax ram:UltimateCustomerOrderReferencedDocument',
      ],
    ],
  },
  {
    at: 'ram:SpecifiedLineTradeDelivery',
    rows: [
      [
        151,
        '',
        'ram:RequestedQuantity ram:ReceivedQuantity ram:ChargeFreeQuantity ram:PackageQuantity ' +
          'ram:ProductUnitQuantity ram:PerPackageUnitQuantity ram:NetWeightMeasure ram:GrossWeightMeasure ' +
          'ram:TheoreticalWeightMeasure ram:DespatchedQuantity ram:SpecifiedDeliveryAdjustment ' +
          'ram:IncludedSupplyChainPackaging ram:RelatedSupplyChainConsignment ram:ShipToTradeParty ' +
          'ram:UltimateShipToTradeParty ram:ShipFromTradeParty ram:ActualDespatchSupplyChainEvent ' +
          'ram:ActualPickUpSupplyChainEvent ram:RequestedDeliverySupplyChainEvent ' +
          'ram:ActualDeliverySupplyChainEvent ram:ActualReceiptSupplyChainEvent ram:AdditionalReferencedDocument ' +
          'ram:DespatchAdviceReferencedDocument ram:ReceivingAdviceReferencedDocument ' +
          'ram:DeliveryNoteReferencedDocument ram:ConsumptionReportReferencedDocument ' +
          'ram:PackingListReferencedDocument',
      ],
    ],
  },
  {
    at: 'ram:SpecifiedLineTradeSettlement',
    rows: [
      [
        178,
        '',
        'ram:PaymentReference ram:InvoiceIssuerReference ram:TotalAdjustmentAmount ram:DiscountIndicator ' +
          'ram:ApplicableTradeTax/ram:CalculatedAmount',
      ],
      [
        183,
        'ram:SpecifiedTradeAllowanceCharge',
        'ram:ChargeIndicator/udt:IndicatorString ram:ID ram:SequenceNumeric ram:CalculationPercent/@format ' +
          'ram:BasisQuantity ram:PrepaidIndicator ram:UnitBasisAmount ram:TypeCode ram:CategoryTradeTax ' +
          'ram:ActualTradeCurrencyExchange',
      ],
      [194, '', 'ram:SubtotalCalculatedTradeTax ram:SpecifiedLogisticsServiceCharge ram:SpecifiedTradePaymentTerms'],
      [
        197,
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        'ram:ChargeTotalAmount ram:AllowanceTotalAmount ram:TaxBasisTotalAmount ram:TaxTotalAmount ' +
          'ram:GrandTotalAmount ram:InformationAmount ram:TotalAllowanceChargeAmount ' +
          'ram:TotalRetailValueInformationAmount ram:GrossLineTotalAmount ram:NetLineTotalAmount ' +
          'ram:NetIncludingTaxesLineTotalAmount ram:ProductWeightLossInformationAmount',
      ],
      [
        209,
        '',
        'ram:SpecifiedFinancialAdjustment ram:InvoiceReferencedDocument - ram:PayableSpecifiedTradeAccountingAccount',
      ],
      [
        213,
        'ram:ReceivableSpecifiedTradeAccountingAccount',
        'ram:SetTriggerCode ram:TypeCode ram:AmountTypeCode ram:Name ram:CostReferenceDimensionPattern',
      ],
      [
        218,
        '',
        'ram:PurchaseSpecifiedTradeAccountingAccount ram:SalesSpecifiedTradeAccountingAccount ' +
          'ram:SpecifiedTradeSettlementFinancialCard',
      ],
    ],
  },
]

const agreement: UnusedPlace = {
  at: 'ram:ApplicableHeaderTradeAgreement',
  rows: [
    [442, '', 'ram:Reference'],
    [
      222,
      'ram:SellerTradeParty',
      'ram:RoleCode ram:SpecifiedLegalOrganization/ram:LegalClassificationCode ' +
        'ram:SpecifiedLegalOrganization/ram:Name ram:SpecifiedLegalOrganization/ram:PostalTradeAddress ' +
        'ram:SpecifiedLegalOrganization/ram:AuthorizedLegalRegistration',
    ],
    ...contact(227, 'ram:SellerTradeParty'),
    [
      249,
      'ram:BuyerTradeParty',
      'ram:RoleCode ram:Description ram:SpecifiedLegalOrganization/ram:LegalClassificationCode ' +
        'ram:SpecifiedLegalOrganization/ram:Name - ram:SpecifiedLegalOrganization/ram:PostalTradeAddress ' +
        'ram:SpecifiedLegalOrganization/ram:AuthorizedLegalRegistration',
    ],
    ...contact(256, 'ram:BuyerTradeParty'),
    [
      278,
      '',
      'ram:SalesAgentTradeParty ram:BuyerRequisitionerTradeParty ram:BuyerAssignedAccountantTradeParty ' +
        'ram:SellerAssignedAccountantTradeParty ram:BuyerTaxRepresentativeTradeParty',
    ],
    [
      282,
      'ram:SellerTaxRepresentativeTradeParty',
      'ram:ID ram:GlobalID ram:RoleCode ram:Description ram:SpecifiedLegalOrganization ram:DefinedTradeContact ' +
        'ram:URIUniversalCommunication ram:SpecifiedTaxRegistration/ram:AssociatedRegisteredTax ' +
        'ram:EndPointURIUniversalCommunication ram:LogoAssociatedSpecifiedBinaryFile',
    ],
    [
      292,
      '',
      'ram:ProductEndUserTradeParty ram:ApplicableTradeDeliveryTerms ' +
        'ram:SellerOrderReferencedDocument/ram:LineID ram:BuyerOrderReferencedDocument/ram:LineID ' +
        'ram:QuotationReferencedDocument ram:OrderResponseReferencedDocument ' +
        'ram:ContractReferencedDocument/ram:LineID ram:DemandForecastReferencedDocument ' +
        'ram:SupplyInstructionReferencedDocument ram:PromotionalDealReferencedDocument ' +
        'ram:PriceListReferencedDocument ram:AdditionalReferencedDocument/ram:LineID ' +
        'ram:RequisitionerReferencedDocument ram:BuyerAgentTradeParty ram:PurchaseConditionsReferencedDocument ' +
        'ram:SpecifiedProcuringProject/ram:Description',
    ],
    [448, '', 'ram:UltimateCustomerOrderReferencedDocument'],
  ],
}

const delivery: UnusedPlace = {
  at: 'ram:ApplicableHeaderTradeDelivery',
  rows: [
    [308, '', 'ram:RelatedSupplyChainConsignment'],
    [
      309,
      'ram:ShipToTradeParty',
      'ram:RoleCode ram:Description ram:SpecifiedLegalOrganization ram:DefinedTradeContact ' +
        'ram:URIUniversalCommunication ram:SpecifiedTaxRegistration ram:EndPointURIUniversalCommunication ' +
        'ram:LogoAssociatedSpecifiedBinaryFile',
    ],
    [
      317,
      '',
      'ram:UltimateShipToTradeParty ram:ShipFromTradeParty ram:ActualDespatchSupplyChainEvent ' +
        'ram:ActualPickUpSupplyChainEvent',
    ],
    [
      321,
      'ram:ActualDeliverySupplyChainEvent',
      'ram:ID ram:OccurrenceDateTime/udt:DateTime ram:TypeCode ram:Description ram:DescriptionBinaryObject ' +
        'ram:UnitQuantity ram:LatestOccurrenceDateTime ram:EarliestOccurrenceDateTime ' +
        'ram:OccurrenceSpecifiedPeriod ram:OccurrenceLogisticsLocation',
    ],
    [
      331,
      '',
      'ram:ActualReceiptSupplyChainEvent ram:AdditionalReferencedDocument ' +
        'ram:DespatchAdviceReferencedDocument/ram:LineID - ram:DeliveryNoteReferencedDocument ' +
        'ram:ConsumptionReportReferencedDocument ram:PreviousDeliverySupplyChainEvent ' +
        'ram:PackingListReferencedDocument',
    ],
  ],
}

const settlement: UnusedPlace = {
  at: 'ram:ApplicableHeaderTradeSettlement',
  rows: [
    [
      339,
      '',
      'ram:DuePayableAmount ram:CreditorReferenceTypeCode ram:CreditorReferenceType ' +
        'ram:CreditorReferenceIssuerID - ram:PaymentCurrencyCode ram:InvoiceIssuerReference ram:InvoiceDateTime ' +
        'ram:NextInvoiceDateTime ram:CreditReasonCode ram:CreditReason ram:InvoicerTradeParty ' +
        'ram:InvoiceeTradeParty',
    ],
    [
      352,
      'ram:PayeeTradeParty',
      'ram:RoleCode ram:Description ram:SpecifiedLegalOrganization/ram:LegalClassificationCode ' +
        'ram:SpecifiedLegalOrganization/ram:Name ram:SpecifiedLegalOrganization/ram:TradingBusinessName ' +
        'ram:SpecifiedLegalOrganization/ram:PostalTradeAddress ' +
        'ram:SpecifiedLegalOrganization/ram:AuthorizedLegalRegistration ram:DefinedTradeContact ' +
        'ram:PostalTradeAddress ram:URIUniversalCommunication ram:SpecifiedTaxRegistration ' +
        'ram:EndPointURIUniversalCommunication ram:LogoAssociatedSpecifiedBinaryFile',
    ],
    [
      365,
      '',
      'ram:PayerTradeParty ram:TaxApplicableTradeCurrencyExchange ram:InvoiceApplicableTradeCurrencyExchange ' +
        'ram:PaymentApplicableTradeCurrencyExchange',
    ],
    [
      369,
      'ram:SpecifiedTradeSettlementPaymentMeans',
      'ram:PaymentChannelCode ram:GuaranteeMethodCode ram:PaymentMethodCode',
    ],
    [
      372,
      'ram:SpecifiedTradeSettlementPaymentMeans/ram:ApplicableTradeSettlementFinancialCard',
      'ram:MicrochipIndicator ram:TypeCode - ram:ExpiryDate ram:VerificationNumeric ram:ValidFromDateTime ' +
        'ram:CreditLimitAmount ram:CreditAvailableAmount ram:InterestRatePercent ram:Description',
    ],
    [
      382,
      'ram:SpecifiedTradeSettlementPaymentMeans',
      'ram:PayerPartyDebtorFinancialAccount/ram:AccountName - ' +
        'ram:PayerSpecifiedDebtorFinancialInstitution/ram:ClearingSystemName ' +
        'ram:PayerSpecifiedDebtorFinancialInstitution/ram:Name ' +
        'ram:PayerSpecifiedDebtorFinancialInstitution/ram:LocationFinancialInstitutionAddress',
    ],
    [443, 'ram:SpecifiedTradeSettlementPaymentMeans', 'ram:ID ram:PayerPartyDebtorFinancialAccount/ram:ProprietaryID'],
    [
      388,
      'ram:SpecifiedTradeAllowanceCharge',
      'ram:ID ram:SequenceNumeric ram:BasisQuantity ram:PrepaidIndicator ram:UnitBasisAmount ram:TypeCode ' +
        'ram:ActualTradeCurrencyExchange',
    ],
    [395, '', 'ram:SubtotalCalculatedTradeTax ram:SpecifiedLogisticsServiceCharge'],
    [
      397,
      'ram:SpecifiedTradePaymentTerms',
      'ram:ID ram:FromEventCode ram:SettlementPeriodMeasure ram:DueDateDateTime/udt:DateTime ram:TypeCode ' +
        'ram:InstructionTypeCode - ram:PartialPaymentPercent ram:PaymentMeansID ram:PartialPaymentAmount ' +
        'ram:ApplicableTradePaymentPenaltyTerms ram:ApplicableTradePaymentDiscountTerms ram:PayeeTradeParty',
    ],
    [
      421,
      '',
      'ram:SpecifiedFinancialAdjustment ram:InvoiceReferencedDocument/ram:LineID ' +
        'ram:ProFormaInvoiceReferencedDocument ram:LetterOfCreditReferencedDocument ' +
        'ram:FactoringAgreementReferencedDocument ram:FactoringListReferencedDocument ' +
        'ram:PayableSpecifiedTradeAccountingAccount',
    ],
    [
      428,
      'ram:ReceivableSpecifiedTradeAccountingAccount',
      'ram:SetTriggerCode ram:TypeCode ram:AmountTypeCode ram:Name ram:CostReferenceDimensionPattern',
    ],
    [
      433,
      '',
      'ram:PurchaseSpecifiedTradeAccountingAccount ram:SalesSpecifiedTradeAccountingAccount ' +
        'ram:SpecifiedTradeSettlementFinancialCard ram:SpecifiedAdvancePayment ram:UltimatePayeeTradeParty',
    ],
  ],
}

const summation: UnusedPlace = {
  at: 'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
  rows: [
    [
      411,
      '',
      'ram:InformationAmount ram:TotalDiscountAmount ram:TotalAllowanceChargeAmount ' +
        'ram:RetailValueExcludingTaxInformationAmount ram:TotalDepositFeeInformationAmount ' +
        'ram:ProductValueExcludingTobaccoTaxInformationAmount ram:TotalRetailValueInformationAmount ' +
        'ram:GrossLineTotalAmount ram:NetLineTotalAmount ram:NetIncludingTaxesLineTotalAmount',
    ],
  ],
}

export const unusedInCii: readonly UnusedPlace[] = [...header, ...line, agreement, delivery, settlement, summation]

/** CII-DT-*: parts of the data types that repeat everywhere, by what the name of the element ends in. */
export const unusedInTaxes: readonly UnusedPaths[] = [
  [
    38,
    '',
    'ram:CalculatedRate ram:CalculationSequenceNumeric ram:BasisQuantity - ram:UnitBasisAmount ' +
      'ram:LineTotalBasisAmount ram:AllowanceChargeBasisAmount',
  ],
  [
    49,
    '',
    'ram:CurrencyCode ram:Jurisdiction ram:CustomsDutyIndicator - ram:TaxBasisAllowanceRate - ram:Type ' +
      'ram:InformationAmount ram:CategoryName - ram:RateApplicablePercent/@format ' +
      'ram:SpecifiedTradeAccountingAccount ram:ServiceSupplyTradeCountry ' +
      'ram:BuyerRepayableTaxSpecifiedTradeAccountingAccount ram:SellerPayableTaxSpecifiedTradeAccountingAccount ' +
      'ram:SellerRefundableTaxSpecifiedTradeAccountingAccount ' +
      'ram:BuyerDeductibleTaxSpecifiedTradeAccountingAccount ' +
      'ram:BuyerNonDeductibleTaxSpecifiedTradeAccountingAccount ram:PlaceApplicableTradeLocation',
  ],
]

export const unusedInReferences: readonly UnusedPaths[] = [
  [
    16,
    '',
    'ram:StatusCode ram:CopyIndicator - ram:GlobalID ram:RevisionID - - ram:Information - ram:SectionName ' +
      'ram:PreviousRevisionID - ram:EffectiveSpecifiedPeriod ram:IssuerTradeParty ram:AttachedSpecifiedBinaryFile',
  ],
]

export const unusedInPeriods: readonly UnusedPaths[] = [
  [
    68,
    '',
    'ram:StartDateTime/udt:DateTime ram:DurationMeasure ram:InclusiveIndicator ram:Description ' +
      'ram:EndDateTime/udt:DateTime ram:CompleteDateTime ram:OpenIndicator ram:SeasonCode ram:ID ram:Name ' +
      'ram:SequenceNumeric ram:StartDateFlexibilityCode ram:ContinuousIndicator ram:PurposeCode',
  ],
]

export const unusedInAddresses: readonly UnusedPaths[] = [
  [
    82,
    '',
    'ram:ID ram:PostOfficeBox ram:BuildingName - ram:LineFour ram:LineFive ram:StreetName ' +
      'ram:CitySubDivisionName ram:CountryName ram:CountrySubDivisionID ram:AttentionOf ram:CareOf ' +
      'ram:BuildingNumber ram:DepartmentName ram:AdditionalStreetName',
  ],
]
