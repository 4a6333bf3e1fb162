/** Two good reports of the French e-reporting (flux 10): of transactions and of payments. */
const document = `<ReportDocument>
  <Id>TX-2026-09-1</Id>
  <IssueDateTime><DateTimeString>20260911083000</DateTimeString></IssueDateTime>
  <TypeCode>IN</TypeCode>
  <Sender><Id schemeId="0238">0777</Id><Name>Plateforme</Name><RoleCode>WK</RoleCode></Sender>
  <Issuer><Id schemeId="0002">403265045</Id><Name>Vendeur SARL</Name><RoleCode>SE</RoleCode></Issuer>
</ReportDocument>`

const period = '<ReportPeriod><StartDate>20260901</StartDate><EndDate>20260910</EndDate></ReportPeriod>'

export const transactionsReport = `<?xml version="1.0" encoding="UTF-8"?>
<Report>${document}
<TransactionsReport>${period}
<Invoice>
  <ID>F-2026/17</ID><IssueDate>20260902</IssueDate><TypeCode>380</TypeCode><CurrencyCode>EUR</CurrencyCode>
  <DueDate>20261002</DueDate><TaxDueDateTypeCode>5</TaxDueDateTypeCode>
  <BusinessProcess><ID>S1</ID><TypeID>urn.cpro.gouv.fr:1p0:ereporting</TypeID></BusinessProcess>
  <Seller><CompanyId schemeId="0002">403265045</CompanyId>
    <TaxRegistrationId qualifyingId="VAT">FR40403265045</TaxRegistrationId>
    <PostalAddress><CountryId>FR</CountryId></PostalAddress></Seller>
  <Buyer><CompanyId schemeId="0223">DE123456788</CompanyId>
    <TaxRegistrationId qualifyingId="VAT">DE123456788</TaxRegistrationId>
    <PostalAddress><CountryId>DE</CountryId></PostalAddress></Buyer>
  <Delivery><Date>20260901</Date><Location><CountryId>DE</CountryId></Location></Delivery>
  <InvoicePeriod><StartDate>20260801</StartDate><EndDate>20260831</EndDate></InvoicePeriod>
  <AllowanceCharge ChargeIndicator="false"><Amount>10.00</Amount><TaxCategoryCode>S</TaxCategoryCode>
    <TaxPercent>20.00</TaxPercent></AllowanceCharge>
  <MonetaryTotal><TaxExclusiveAmount>150.00</TaxExclusiveAmount><TaxAmount CurrencyCode="EUR">20.00</TaxAmount></MonetaryTotal>
  <TaxSubTotal><TaxableAmount>100.00</TaxableAmount><TaxAmount>20.00</TaxAmount>
    <TaxCategory><Code>S</Code><Percent>20.00</Percent></TaxCategory></TaxSubTotal>
  <TaxSubTotal><TaxableAmount>50.00</TaxableAmount><TaxAmount>0.00</TaxAmount>
    <TaxCategory><Code>E</Code><Percent>0</Percent><TaxExemptionReason>Exempt</TaxExemptionReason>
      <TaxExemptionReasonCode>VATEX-EU-132</TaxExemptionReasonCode></TaxCategory></TaxSubTotal>
  <Line>
    <BilledQuantity UnitCode="HUR">2.5</BilledQuantity>
    <ReferencedDocument><ID>F-2026/16</ID><IssueDate>20260815</IssueDate></ReferencedDocument>
    <Delivery><Location><CountryId>DE</CountryId></Location></Delivery>
    <InvoicePeriod><StartDate>20260801</StartDate><EndDate>20260815</EndDate></InvoicePeriod>
    <AllowanceCharge ChargeIndicator="true"><Amount>5.00</Amount></AllowanceCharge>
    <Price><PriceAmount>60</PriceAmount><AllowanceChargeAmount>4</AllowanceChargeAmount>
      <AllowanceChargeBaseAmount>64</AllowanceChargeBaseAmount></Price>
    <Product><Name>Conseil</Name></Product>
  </Line>
</Invoice>
<Transactions>
  <Date>20260903</Date><TransactionsCurrency>EUR</TransactionsCurrency><CategoryCode>TPS1</CategoryCode>
  <TaxExclusiveAmount>300.00</TaxExclusiveAmount><TaxTotal>49.99</TaxTotal><TransactionsCount>12</TransactionsCount>
  <TaxSubtotal><TaxPercent>20</TaxPercent><TaxableAmount>200.00</TaxableAmount><TaxTotal>40.00</TaxTotal></TaxSubtotal>
  <TaxSubtotal><TaxPercent>10</TaxPercent><TaxableAmount>100.00</TaxableAmount><TaxTotal>10.00</TaxTotal></TaxSubtotal>
</Transactions>
</TransactionsReport>
</Report>`

export const paymentsReport = `<?xml version="1.0" encoding="UTF-8"?>
<Report>${document}
<PaymentsReport>${period}
<Invoice><InvoiceID>F-2026/17</InvoiceID><IssueDate>20260902</IssueDate>
  <Payment><Date>20260909</Date>
    <SubTotals><TaxPercent>20</TaxPercent><CurrencyCode>EUR</CurrencyCode><Amount>120.00</Amount></SubTotals></Payment></Invoice>
<Transactions>
  <Payment><Date>20260908</Date>
    <SubTotals><TaxPercent>5.5</TaxPercent><CurrencyCode>EUR</CurrencyCode><Amount>211.00</Amount></SubTotals></Payment></Transactions>
</PaymentsReport>
</Report>`
