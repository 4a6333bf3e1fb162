import type { Binding } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { fixedAttribute, ignored } from '../xml/fixed-bindings.ts'
import { text } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import type {
  Adjustment,
  Fattura,
  FatturaBody,
  FatturaFile,
  FatturaLine,
  FatturaParty,
  FatturaPlace,
  FiscalId,
  Fund,
  PaymentDetail,
  PaymentTerms,
  DocumentReference,
  Summary,
  Transmission,
} from './fattura.ts'
import { ascii, base64, cents, day, fine, latin, midnight } from './values.ts'

const said =
  (values: readonly string[]) =>
  ({ text }: XmlElement): boolean =>
    values.includes(text.trim())

const fiscalId = tableOf<FiscalId>()
const fiscalIdRows = [fiscalId.must('IdPaese', 'country', text), fiscalId.must('IdCodice', 'code', ascii(28))]

const transmission = tableOf<Transmission>()
const transmissionRows = [
  transmission.mustGroup('IdTrasmittente', 'sender', fiscalIdRows),
  transmission.must('ProgressivoInvio', 'progressive', ascii(10)),
  transmission.must('FormatoTrasmissione', 'format', text),
  transmission.must('CodiceDestinatario', 'recipientCode', text),
  transmission.one('PECDestinatario', 'pec', text),
]

const place = tableOf<FatturaPlace>()
const placeRows = [
  place.must('Indirizzo', 'street', latin(60)),
  place.one('NumeroCivico', 'number', ascii(8)),
  place.must('CAP', 'postalCode', text),
  place.must('Comune', 'city', latin(60)),
  place.one('Provincia', 'province', text),
  place.must('Nazione', 'country', text),
]

const party = tableOf<FatturaParty>()
const nameRows = [
  party.one('Denominazione', 'name', latin(80)),
  party.one('Nome', 'firstName', latin(60)),
  party.one('Cognome', 'lastName', latin(60)),
]
const identityRows = [
  party.group('IdFiscaleIVA', 'vat', fiscalIdRows),
  party.one('CodiceFiscale', 'fiscalCode', text),
  party.wrap('Anagrafica', nameRows),
  party.one('RegimeFiscale', 'regime', text),
]
const partyRows = [
  party.wrap('DatiAnagrafici', identityRows),
  party.group('Sede', 'place', placeRows),
  party.wrap('Contatti', [party.one('Telefono', 'phone', ascii(12)), party.one('Email', 'email', text)]),
  party.one('RiferimentoAmministrazione', 'reference', ascii(20)),
]

const related = tableOf<DocumentReference>()
const relatedRows = [
  related.many('RiferimentoNumeroLinea', 'lines', text),
  related.must('IdDocumento', 'id', ascii(20)),
  related.one('Data', 'date', day),
  related.one('NumItem', 'item', ascii(20)),
  related.one('CodiceCUP', 'cup', ascii(15)),
  related.one('CodiceCIG', 'cig', ascii(15)),
]

const fund = tableOf<Fund>()
const waybill = tableOf<FatturaBody['waybills'][number]>()
const transport = tableOf<NonNullable<FatturaBody['transport']>>()
const body = tableOf<FatturaBody>()
const general = body.wrap('DatiGenerali', [
  body.wrap('DatiGeneraliDocumento', [
    body.must('TipoDocumento', 'documentType', text),
    body.must('Divisa', 'currency', text),
    body.must('Data', 'date', day),
    body.must('Numero', 'number', ascii(20)),
    body.list('DatiCassaPrevidenziale', 'funds', [
      fund.must('TipoCassa', 'kind', text),
      fund.must('AlCassa', 'percent', cents),
      fund.must('ImportoContributoCassa', 'amount', cents),
      fund.one('ImponibileCassa', 'base', cents),
      fund.must('AliquotaIVA', 'vatRate', cents),
      fund.one('Natura', 'nature', text),
    ]),
    body.one('ImportoTotaleDocumento', 'total', cents),
    body.one('Arrotondamento', 'rounding', cents),
    body.many('Causale', 'reasons', latin(200)),
  ]),
  body.list('DatiOrdineAcquisto', 'orders', relatedRows),
  body.list('DatiContratto', 'contracts', relatedRows),
  body.list('DatiRicezione', 'receipts', relatedRows),
  body.list('DatiFattureCollegate', 'linkedInvoices', relatedRows),
  body.list('DatiDDT', 'waybills', [
    waybill.must('NumeroDDT', 'number', ascii(20)),
    waybill.must('DataDDT', 'date', day),
  ]),
  body.group('DatiTrasporto', 'transport', [
    transport.group('IndirizzoResa', 'place', placeRows),
    transport.one('DataOraConsegna', 'deliveredAt', midnight),
  ]),
])

const article = tableOf<FatturaLine['articles'][number]>()
const datum = tableOf<FatturaLine['data'][number]>()
const adjustment = tableOf<Adjustment>()
const line = tableOf<FatturaLine>()
const lineRows = [
  line.must('NumeroLinea', 'number', text),
  line.one('TipoCessionePrestazione', 'kind', text, { accepts: said(['SC', 'AC']) }),
  line.list('CodiceArticolo', 'articles', [
    article.must('CodiceTipo', 'type', ascii(35)),
    article.must('CodiceValore', 'value', latin(35)),
  ]),
  line.must('Descrizione', 'description', latin(1000)),
  line.one('Quantita', 'quantity', fine),
  line.one('UnitaMisura', 'unit', ascii(10)),
  line.one('DataInizioPeriodo', 'start', day),
  line.one('DataFinePeriodo', 'end', day),
  line.must('PrezzoUnitario', 'unitPrice', fine),
  line.list('ScontoMaggiorazione', 'adjustments', [
    adjustment.must('Tipo', 'kind', text),
    adjustment.one('Percentuale', 'percent', cents),
    adjustment.one('Importo', 'amount', fine),
  ]),
  line.must('PrezzoTotale', 'total', fine),
  line.must('AliquotaIVA', 'vatRate', cents),
  line.one('Natura', 'nature', text),
  line.one('RiferimentoAmministrazione', 'reference', ascii(20)),
  line.list('AltriDatiGestionali', 'data', [
    datum.must('TipoDato', 'type', ascii(10)),
    datum.one('RiferimentoTesto', 'text', latin(60)),
  ]),
]

const summary = tableOf<Summary>()
const summaryRows = [
  summary.must('AliquotaIVA', 'vatRate', cents),
  summary.one('Natura', 'nature', text),
  summary.must('ImponibileImporto', 'taxable', cents),
  summary.must('Imposta', 'vat', cents),
  summary.one('EsigibilitaIVA', 'chargeability', text),
  summary.one('RiferimentoNormativo', 'law', latin(100)),
]

const detail = tableOf<PaymentDetail>()
const terms = tableOf<PaymentTerms>()
const paymentRows = [
  terms.must('CondizioniPagamento', 'terms', text),
  terms.list('DettaglioPagamento', 'details', [
    detail.one('Beneficiario', 'payee', latin(200)),
    detail.must('ModalitaPagamento', 'means', text),
    detail.one('DataScadenzaPagamento', 'dueDate', day),
    detail.must('ImportoPagamento', 'amount', cents),
    detail.one('IBAN', 'iban', text),
    detail.one('BIC', 'bic', text),
    detail.one('CodicePagamento', 'code', ascii(60)),
  ]),
]

const file = tableOf<FatturaFile>()
const fileRows = [
  file.must('NomeAttachment', 'name', latin(60)),
  file.one('FormatoAttachment', 'format', ascii(10)),
  file.one('DescrizioneAttachment', 'description', latin(100)),
  file.must('Attachment', 'content', base64),
]

const fattura = tableOf<Fattura>()
/** `p:FatturaElettronica`, in the order of its schema. */
export const fatturaRows: readonly Binding<Fattura>[] = [
  fixedAttribute('versione', ({ transmission: { format } }) => format),
  fixedAttribute('SistemaEmittente', () => undefined),
  fattura.wrap('FatturaElettronicaHeader', [
    fattura.mustGroup('DatiTrasmissione', 'transmission', transmissionRows),
    fattura.mustGroup('CedentePrestatore', 'seller', partyRows),
    fattura.group('RappresentanteFiscale', 'taxRepresentative', [party.wrap('DatiAnagrafici', identityRows)]),
    fattura.mustGroup('CessionarioCommittente', 'buyer', partyRows),
    fattura.one('SoggettoEmittente', 'issuer', text),
  ]),
  fattura.list('FatturaElettronicaBody', 'bodies', [
    general,
    body.wrap('DatiBeniServizi', [
      body.list('DettaglioLinee', 'lines', lineRows),
      body.list('DatiRiepilogo', 'summaries', summaryRows),
    ]),
    body.list('DatiPagamento', 'payments', paymentRows),
    body.list('Allegati', 'files', fileRows),
  ]),
  ignored('ds:Signature'),
]
