/** The identifiers of documents on the network, written out: they are no words of ours. */
export const INVOICE_TYPE =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'
