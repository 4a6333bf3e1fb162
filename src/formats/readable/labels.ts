/** The words of the readable view, a row a word: English, French, Dutch, German, Italian. */
export const languages = ['en', 'fr', 'nl', 'de', 'it'] as const
export type Language = (typeof languages)[number]
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English.',
  fr: 'French.',
  nl: 'Dutch.',
  de: 'German.',
  it: 'Italian.',
}

type Row = readonly [en: string, fr: string, nl: string, de: string, it: string]

const words = {
  invoice: ['Invoice', 'Facture', 'Factuur', 'Rechnung', 'Fattura'],
  creditNote: ['Credit note', 'Avoir', 'Creditnota', 'Gutschrift', 'Nota di credito'],
  debitNote: ['Debit note', 'Note de débit', 'Debetnota', 'Lastschrift', 'Nota di debito'],
  selfBilled: [
    'Self-billed invoice',
    'Facture en autofacturation',
    'Self-billing factuur',
    'Gutschriftverfahren',
    'Autofattura',
  ],
  correctedInvoice: [
    'Corrected invoice',
    'Facture rectificative',
    'Gecorrigeerde factuur',
    'Korrigierte Rechnung',
    'Fattura rettificativa',
  ],
  prepaymentInvoice: [
    'Prepayment invoice',
    "Facture d'acompte",
    'Voorschotfactuur',
    'Anzahlungsrechnung',
    'Fattura di acconto',
  ],
  order: ['Purchase order', 'Commande', 'Bestelling', 'Bestellung', "Ordine d'acquisto"],
  orderResponse: [
    'Sales order',
    'Confirmation de commande',
    'Orderbevestiging',
    'Auftragsbestätigung',
    "Conferma d'ordine",
  ],
  quotation: ['Quotation', 'Devis', 'Offerte', 'Angebot', 'Preventivo'],
  request: ['Purchase request', "Demande d'achat", 'Aankoopaanvraag', 'Anfrage', "Richiesta d'acquisto"],
  seller: ['Seller', 'Vendeur', 'Verkoper', 'Verkäufer', 'Venditore'],
  buyer: ['Buyer', 'Acheteur', 'Koper', 'Käufer', 'Acquirente'],
  payee: ['Payee', 'Bénéficiaire', 'Begunstigde', 'Zahlungsempfänger', 'Beneficiario'],
  taxRepresentative: [
    'Tax representative',
    'Représentant fiscal',
    'Fiscaal vertegenwoordiger',
    'Steuervertreter',
    'Rappresentante fiscale',
  ],
  delivery: ['Delivery', 'Livraison', 'Levering', 'Lieferung', 'Consegna'],
  vatNumber: ['VAT', 'TVA', 'Btw', 'USt-IdNr.', 'P. IVA'],
  taxNumber: ['Tax number', 'N° fiscal', 'Fiscaal nummer', 'Steuernummer', 'Codice fiscale'],
  legalId: ['Registration', 'Immatriculation', 'Ondernemingsnr.', 'Registernummer', 'Registro imprese'],
  number: ['Number', 'Numéro', 'Nummer', 'Nummer', 'Numero'],
  issueDate: ['Date', 'Date', 'Datum', 'Datum', 'Data'],
  dueDate: ['Due date', 'Échéance', 'Vervaldatum', 'Fällig am', 'Scadenza'],
  validUntil: ['Valid until', "Valable jusqu'au", 'Geldig tot', 'Gültig bis', 'Valido fino al'],
  period: ['Period', 'Période', 'Periode', 'Zeitraum', 'Periodo'],
  buyerReference: ['Your reference', 'Votre référence', 'Uw referentie', 'Ihr Zeichen', 'Vostro riferimento'],
  orderReference: ['Order', 'Commande', 'Bestelling', 'Bestellung', 'Ordine'],
  salesOrderReference: ['Sales order', 'Ordre de vente', 'Verkooporder', 'Auftrag', 'Ordine di vendita'],
  contractReference: ['Contract', 'Contrat', 'Contract', 'Vertrag', 'Contratto'],
  projectReference: ['Project', 'Projet', 'Project', 'Projekt', 'Progetto'],
  despatchAdviceReference: ['Despatch advice', "Avis d'expédition", 'Verzendbericht', 'Lieferschein', 'DDT'],
  precedingInvoice: [
    'Concerns invoice',
    'Concerne la facture',
    'Betreft factuur',
    'Zu Rechnung',
    'Riferita alla fattura',
  ],
  description: ['Description', 'Désignation', 'Omschrijving', 'Beschreibung', 'Descrizione'],
  quantity: ['Quantity', 'Quantité', 'Aantal', 'Menge', 'Quantità'],
  unitPrice: ['Unit price', 'Prix unitaire', 'Eenheidsprijs', 'Einzelpreis', 'Prezzo unitario'],
  vat: ['VAT', 'TVA', 'Btw', 'USt.', 'IVA'],
  net: ['Net amount', 'Montant HT', 'Bedrag excl.', 'Nettobetrag', 'Imponibile'],
  allowance: ['Discount', 'Remise', 'Korting', 'Nachlass', 'Sconto'],
  charge: ['Charge', 'Frais', 'Toeslag', 'Zuschlag', 'Maggiorazione'],
  linesTotal: ['Sum of lines', 'Total des lignes', 'Som van de regels', 'Summe der Positionen', 'Totale righe'],
  withoutVat: ['Total without VAT', 'Total HT', 'Totaal excl. btw', 'Gesamt netto', 'Totale imponibile'],
  vatTotal: ['Total VAT', 'Total TVA', 'Totaal btw', 'Umsatzsteuer', 'Totale IVA'],
  withVat: ['Total with VAT', 'Total TTC', 'Totaal incl. btw', 'Gesamt brutto', 'Totale documento'],
  prepaid: ['Already paid', 'Déjà payé', 'Reeds betaald', 'Bereits bezahlt', 'Già pagato'],
  rounding: ['Rounding', 'Arrondi', 'Afronding', 'Rundung', 'Arrotondamento'],
  payable: ['Amount due', 'Net à payer', 'Te betalen', 'Zahlbetrag', 'Totale da pagare'],
  base: ['Base', 'Base', 'Grondslag', 'Bemessung', 'Base'],
  rate: ['Rate', 'Taux', 'Tarief', 'Satz', 'Aliquota'],
  payment: ['Payment', 'Paiement', 'Betaling', 'Zahlung', 'Pagamento'],
  iban: ['Account', 'Compte', 'Rekening', 'Konto', 'Conto'],
  bic: ['BIC', 'BIC', 'BIC', 'BIC', 'BIC'],
  card: ['Card', 'Carte', 'Kaart', 'Karte', 'Carta'],
  mandate: ['Mandate', 'Mandat', 'Mandaat', 'Mandat', 'Mandato'],
  reference: ['Reference', 'Référence', 'Mededeling', 'Verwendungszweck', 'Causale'],
  terms: ['Terms', 'Conditions', 'Voorwaarden', 'Bedingungen', 'Condizioni'],
  notes: ['Notes', 'Mentions', 'Opmerkingen', 'Hinweise', 'Note'],
  attachments: ['Attachments', 'Pièces jointes', 'Bijlagen', 'Anlagen', 'Allegati'],
  scanToPay: ['Scan to pay', 'Scannez pour payer', 'Scan om te betalen', 'Scannen und zahlen', 'Scansiona per pagare'],
  page: ['Page', 'Page', 'Pagina', 'Seite', 'Pagina'],
  categoryAE: ['Reverse charge', 'Autoliquidation', 'Btw verlegd', 'Reverse-Charge', 'Inversione contabile'],
  categoryB: ['Split payment', 'TVA scindée', 'Gesplitste betaling', 'Split Payment', 'Scissione dei pagamenti'],
  categoryE: ['Exempt', 'Exonéré', 'Vrijgesteld', 'Steuerbefreit', 'Esente'],
  categoryG: ['Export', 'Exportation', 'Uitvoer', 'Ausfuhr', 'Esportazione'],
  categoryK: [
    'Intra-Community supply',
    'Livraison intracommunautaire',
    'Intracommunautaire levering',
    'Innergemeinschaftliche Lieferung',
    'Cessione intracomunitaria',
  ],
  categoryL: ['IGIC', 'IGIC', 'IGIC', 'IGIC', 'IGIC'],
  categoryM: ['IPSI', 'IPSI', 'IPSI', 'IPSI', 'IPSI'],
  categoryO: ['Outside scope', 'Hors champ', 'Buiten toepassing', 'Nicht steuerbar', 'Fuori campo'],
  categoryS: ['Standard rate', 'Taux normal', 'Normaal tarief', 'Regelsatz', 'Aliquota ordinaria'],
  categoryZ: ['Zero rate', 'Taux zéro', 'Nultarief', 'Nullsatz', 'Aliquota zero'],
  outsideScope: ['out of scope', 'hors champ', 'buiten toepassing', 'nicht steuerbar', 'fuori campo'],
} as const satisfies Record<string, Row>

export type Word = keyof typeof words
export type Labels = Readonly<Record<Word, string>>

/** A category of VAT in words; a code that is none is shown as it is. */
export const showCategory = (code: string, labels: Labels): string =>
  (labels as Readonly<Record<string, string>>)[`category${code}`] ?? code

export const labelsIn = (language: Language): Labels => {
  const column = languages.indexOf(language)
  return Object.fromEntries(Object.entries(words).map(([word, row]) => [word, row[column] ?? row[0]])) as Record<
    Word,
    string
  >
}
