/**
 * What small XML files of the network have in common: receipts, envelopes, statuses. Rows name by its number the one
 * that they are deflated with, so none of them ever changes, and a better one gets the next number.
 */
const joined = (xml: string): Buffer => Buffer.from(xml.trim().replaceAll(/>\s+</g, '><').replaceAll(/\s+/g, ' '))

/** What is most frequent stands last, nearest to what is deflated. Values that differ are left out. */
const first = joined(`
<ram:BusinessProcessSpecifiedDocumentContextParameter>
  <ram:ID>REGULATED</ram:ID>
</ram:BusinessProcessSpecifiedDocumentContextParameter>
<ram:ID>urn.cpro.gouv.fr:1p0:CDV:einvoicingF2</ram:ID>
<ram:RecipientTradeParty>
  <ram:GlobalID schemeID="0238">9998</ram:GlobalID>
  <ram:Name>PPF</ram:Name>
  <ram:RoleCode>DFH</ram:RoleCode>
</ram:RecipientTradeParty>
<ram:SpecifiedDocumentStatus>
  <ram:ReasonCode></ram:ReasonCode>
  <ram:Reason></ram:Reason>
  <ram:SequenceNumeric>1</ram:SequenceNumeric>
  <ram:IncludedNote>
    <ram:Content></ram:Content>
  </ram:IncludedNote>
  <ram:SpecifiedDocumentCharacteristic>
    <ram:TypeCode>MEN</ram:TypeCode>
    <ram:ValuePercent>20</ram:ValuePercent>
    <ram:ValueAmount currencyID="EUR"></ram:ValueAmount>
  </ram:SpecifiedDocumentCharacteristic>
</ram:SpecifiedDocumentStatus>
<cdar:CrossDomainAcknowledgementAndResponse
  xmlns:cdar="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"
  xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100">
  <cdar:ExchangedDocumentContext>
    <ram:GuidelineSpecifiedDocumentContextParameter>
      <ram:ID>urn.cpro.gouv.fr:1p0:CDV:invoice</ram:ID>
    </ram:GuidelineSpecifiedDocumentContextParameter>
  </cdar:ExchangedDocumentContext>
  <cdar:ExchangedDocument>
    <ram:ID></ram:ID>
    <ram:Name></ram:Name>
    <ram:IssueDateTime>
      <udt:DateTimeString format="204"></udt:DateTimeString>
    </ram:IssueDateTime>
    <ram:SenderTradeParty>
      <ram:RoleCode>WK</ram:RoleCode>
    </ram:SenderTradeParty>
    <ram:IssuerTradeParty>
      <ram:GlobalID schemeID="0002"></ram:GlobalID>
      <ram:Name></ram:Name>
      <ram:RoleCode>BY</ram:RoleCode>
    </ram:IssuerTradeParty>
    <ram:IssuerTradeParty>
      <ram:RoleCode>WK</ram:RoleCode>
    </ram:IssuerTradeParty>
    <ram:RecipientTradeParty>
      <ram:GlobalID schemeID="0002"></ram:GlobalID>
      <ram:Name></ram:Name>
      <ram:RoleCode>SE</ram:RoleCode>
      <ram:URIUniversalCommunication>
        <ram:URIID schemeID="0225"></ram:URIID>
      </ram:URIUniversalCommunication>
    </ram:RecipientTradeParty>
  </cdar:ExchangedDocument>
  <cdar:AcknowledgementDocument>
    <ram:MultipleReferencesIndicator>
      <udt:Indicator>false</udt:Indicator>
    </ram:MultipleReferencesIndicator>
    <ram:TypeCode>305</ram:TypeCode>
    <ram:IssueDateTime>
      <udt:DateTimeString format="204"></udt:DateTimeString>
    </ram:IssueDateTime>
    <ram:ReferenceReferencedDocument>
      <ram:IssuerAssignedID></ram:IssuerAssignedID>
      <ram:StatusCode>45</ram:StatusCode>
      <ram:TypeCode>380</ram:TypeCode>
      <ram:ReceiptDateTime>
        <udt:DateTimeString format="204"></udt:DateTimeString>
      </ram:ReceiptDateTime>
      <ram:FormattedIssueDateTime>
        <qdt:DateTimeString format="102"></qdt:DateTimeString>
      </ram:FormattedIssueDateTime>
      <ram:ProcessConditionCode></ram:ProcessConditionCode>
      <ram:ProcessCondition></ram:ProcessCondition>
      <ram:IssuerTradeParty>
        <ram:GlobalID schemeID="0002"></ram:GlobalID>
      </ram:IssuerTradeParty>
    </ram:ReferenceReferencedDocument>
  </cdar:AcknowledgementDocument>
</cdar:CrossDomainAcknowledgementAndResponse>
<sbd:Standard>urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100</sbd:Standard>
<sbd:TypeVersion>D22B</sbd:TypeVersion>
<sbd:InstanceIdentifier></sbd:InstanceIdentifier>
<sbd:Type>CrossDomainAcknowledgementAndResponse</sbd:Type>
<sbd:InstanceIdentifier>urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100::CrossDomainAcknowledgementAndResponse##urn:peppol:france:billing:cdv:1.0::D22B</sbd:InstanceIdentifier>
<sbd:InstanceIdentifier>urn:peppol:france:billing:regulated</sbd:InstanceIdentifier>
<sbd:Standard>urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100</sbd:Standard>
<sbd:Type>CrossIndustryInvoice</sbd:Type>
<sbd:InstanceIdentifier>urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:extended:1.0::D22B</sbd:InstanceIdentifier>
<sbd:InstanceIdentifier>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0::2.1</sbd:InstanceIdentifier>
<sbd:Standard>urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2</sbd:Standard>
<sbd:Type>CreditNote</sbd:Type>
<sbd:InstanceIdentifier>urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1</sbd:InstanceIdentifier>
<sbd:Standard>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2</sbd:Standard>
<sbd:TypeVersion>2.1</sbd:TypeVersion>
<sbd:InstanceIdentifier></sbd:InstanceIdentifier>
<sbd:Type>Invoice</sbd:Type>
<sbd:InstanceIdentifier>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1</sbd:InstanceIdentifier>
<sbd:Scope>
  <sbd:Type>PROCESSID</sbd:Type>
  <sbd:InstanceIdentifier>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</sbd:InstanceIdentifier>
  <sbd:Identifier>cenbii-procid-ubl</sbd:Identifier>
</sbd:Scope>
<sbd:Scope>
  <sbd:Type>COUNTRY_C1</sbd:Type>
  <sbd:InstanceIdentifier>FR</sbd:InstanceIdentifier>
</sbd:Scope>
<sbd:Scope>
  <sbd:Type>MLS_TO</sbd:Type>
  <sbd:InstanceIdentifier>0242:000000</sbd:InstanceIdentifier>
  <sbd:Identifier>iso6523-actorid-upis</sbd:Identifier>
</sbd:Scope>
<sbd:Scope>
  <sbd:Type>MLS_TYPE</sbd:Type>
  <sbd:InstanceIdentifier>ALWAYS_SEND</sbd:InstanceIdentifier>
</sbd:Scope>
</sbd:BusinessScope>
</sbd:StandardBusinessDocumentHeader>
</sbd:StandardBusinessDocument>
<sbd:InstanceIdentifier>urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1</sbd:InstanceIdentifier>
<sbd:InstanceIdentifier>urn:fdc:peppol.eu:poacc:bis:invoice_response:3</sbd:InstanceIdentifier>
<cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:invoice_response:3</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:invoice_response:3</cbc:ProfileID>
<cbc:ID>stat_</cbc:ID>
<cbc:IssueDate></cbc:IssueDate>
<cbc:IssueTime></cbc:IssueTime>
<cac:SenderParty>
  <cbc:EndpointID schemeID="0225"></cbc:EndpointID>
  <cac:PartyLegalEntity>
    <cbc:RegistrationName></cbc:RegistrationName>
  </cac:PartyLegalEntity>
</cac:SenderParty>
<cac:ReceiverParty>
  <cbc:EndpointID schemeID="0208"></cbc:EndpointID>
  <cac:PartyLegalEntity>
    <cbc:RegistrationName></cbc:RegistrationName>
  </cac:PartyLegalEntity>
</cac:ReceiverParty>
<cac:DocumentResponse>
  <cac:Response>
    <cbc:ResponseCode>IP</cbc:ResponseCode>
    <cbc:Description></cbc:Description>
    <cbc:EffectiveDate></cbc:EffectiveDate>
    <cac:Status>
      <cbc:ConditionCode></cbc:ConditionCode>
      <cbc:StatusReasonCode listID="OPStatusReason"></cbc:StatusReasonCode>
      <cbc:StatusReasonCode listID="OPStatusAction"></cbc:StatusReasonCode>
      <cbc:StatusReason></cbc:StatusReason>
      <cac:Condition>
        <cbc:AttributeID></cbc:AttributeID>
        <cbc:Description></cbc:Description>
      </cac:Condition>
    </cac:Status>
  </cac:Response>
  <cac:DocumentReference>
    <cbc:ID></cbc:ID>
    <cbc:IssueDate></cbc:IssueDate>
    <cbc:DocumentTypeCode>380</cbc:DocumentTypeCode>
  </cac:DocumentReference>
  <cac:IssuerParty>
    <cac:PartyName>
      <cbc:Name></cbc:Name>
    </cac:PartyName>
  </cac:IssuerParty>
  <cac:RecipientParty>
    <cac:PartyName>
      <cbc:Name></cbc:Name>
    </cac:PartyName>
  </cac:RecipientParty>
</cac:DocumentResponse>
<ds:Reference xmlns:ds="http://www.w3.org/2000/09/xmldsig#" URI="#phase4-msg-">
  <ds:Transforms>
    <ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">
      <ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="S12"/>
    </ds:Transform>
    <ds:Transform Algorithm="http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Ciphertext-Transform"/>
  </ds:Transforms>
</ds:Reference>
<?xml version="1.0" encoding="UTF-8"?>
<eb:SignalMessage xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/">
  <eb:MessageInfo>
    <eb:Timestamp></eb:Timestamp>
    <eb:MessageId></eb:MessageId>
    <eb:RefToMessageId></eb:RefToMessageId>
  </eb:MessageInfo>
  <eb:Receipt>
    <ebbp:NonRepudiationInformation xmlns:ebbp="http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0">
      <ebbp:MessagePartNRInformation>
        <ds:Reference xmlns:ds="http://www.w3.org/2000/09/xmldsig#" URI="cid:">
          <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
          <ds:DigestValue></ds:DigestValue>
        </ds:Reference>
      </ebbp:MessagePartNRInformation>
    </ebbp:NonRepudiationInformation>
  </eb:Receipt>
</eb:SignalMessage>
<?xml version="1.0" encoding="UTF-8"?>
<sbd:StandardBusinessDocument
  xmlns:sbd="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">
  <sbd:StandardBusinessDocumentHeader>
    <sbd:HeaderVersion>1.0</sbd:HeaderVersion>
    <sbd:Sender>
      <sbd:Identifier Authority="iso6523-actorid-upis">0242:000000</sbd:Identifier>
    </sbd:Sender>
    <sbd:Receiver>
      <sbd:Identifier Authority="iso6523-actorid-upis">0242:000000</sbd:Identifier>
    </sbd:Receiver>
    <sbd:DocumentIdentification>
      <sbd:Standard>urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2</sbd:Standard>
      <sbd:TypeVersion>2.1</sbd:TypeVersion>
      <sbd:InstanceIdentifier></sbd:InstanceIdentifier>
      <sbd:Type>ApplicationResponse</sbd:Type>
      <sbd:CreationDateAndTime></sbd:CreationDateAndTime>
    </sbd:DocumentIdentification>
    <sbd:BusinessScope>
      <sbd:Scope>
        <sbd:Type>DOCUMENTID</sbd:Type>
        <sbd:InstanceIdentifier>urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1</sbd:InstanceIdentifier>
        <sbd:Identifier>busdox-docid-qns</sbd:Identifier>
      </sbd:Scope>
      <sbd:Scope>
        <sbd:Type>PROCESSID</sbd:Type>
        <sbd:InstanceIdentifier>urn:peppol:edec:mls</sbd:InstanceIdentifier>
        <sbd:Identifier>cenbii-procid-ubl</sbd:Identifier>
      </sbd:Scope>
      <sbd:Scope>
        <sbd:Type>COUNTRY_C1</sbd:Type>
        <sbd:InstanceIdentifier>BE</sbd:InstanceIdentifier>
      </sbd:Scope>
    </sbd:BusinessScope>
  </sbd:StandardBusinessDocumentHeader>
  <ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
    <cbc:CustomizationID>urn:peppol:edec:mls:1.0</cbc:CustomizationID>
    <cbc:ProfileID>urn:peppol:edec:mls</cbc:ProfileID>
    <cbc:ID></cbc:ID>
    <cbc:IssueDate></cbc:IssueDate>
    <cbc:IssueTime></cbc:IssueTime>
    <cac:SenderParty>
      <cbc:EndpointID schemeID="0242">000000</cbc:EndpointID>
    </cac:SenderParty>
    <cac:ReceiverParty>
      <cbc:EndpointID schemeID="0242">000000</cbc:EndpointID>
    </cac:ReceiverParty>
    <cac:DocumentResponse>
      <cac:Response>
        <cbc:ResponseCode>AP</cbc:ResponseCode>
      </cac:Response>
      <cac:DocumentReference>
        <cbc:ID></cbc:ID>
      </cac:DocumentReference>
    </cac:DocumentResponse>
  </ApplicationResponse>
</sbd:StandardBusinessDocument>
`)

export const dictionaries: ReadonlyMap<number, Uint8Array> = new Map([[1, first]])
