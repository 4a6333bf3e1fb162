import { networkDocumentOf } from '../../src/values/peppol-documents.ts'
import type { Outgoing } from '../../src/upstreams/access-point/port.ts'
import { randomUUID } from 'node:crypto'

const invoice = networkDocumentOf('invoice', 'peppol-billing')
if (!invoice) throw new Error('The table of documents has no invoice.')

/** A message as the sending side hands it over; `edit` changes the envelope and leaves what the call says. */
export const outgoing = (message: Partial<Outgoing> = {}, edit: (xml: string) => string = (xml) => xml): Outgoing => {
  const facts = {
    instanceId: randomUUID(),
    senderId: '0208:0123456749',
    receiverId: '9930:DE123456789',
    documentTypeId: invoice.documentTypeId,
    processId: invoice.processIds[0] ?? '',
    countryC1: 'BE',
    ...message,
  }
  return { ...facts, envelope: message.envelope ?? new Uint8Array(Buffer.from(edit(envelopeOf(facts)))) }
}

const envelopeOf = (facts: Omit<Outgoing, 'envelope'>): string => `<?xml version="1.0" encoding="UTF-8"?>
<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">
<StandardBusinessDocumentHeader>
<HeaderVersion>1.0</HeaderVersion>
<Sender><Identifier Authority="iso6523-actorid-upis">${facts.senderId}</Identifier></Sender>
<Receiver><Identifier Authority="iso6523-actorid-upis">${facts.receiverId}</Identifier></Receiver>
<DocumentIdentification>
  <Standard>urn:oasis:names:specification:ubl:schema:xsd:Invoice-2</Standard>
  <TypeVersion>2.1</TypeVersion>
  <InstanceIdentifier>${facts.instanceId}</InstanceIdentifier>
  <Type>Invoice</Type>
  <CreationDateAndTime>2026-11-21T10:00:00Z</CreationDateAndTime>
</DocumentIdentification>
<BusinessScope>
<Scope>
  <Type>DOCUMENTID</Type>
  <InstanceIdentifier>${facts.documentTypeId}</InstanceIdentifier>
  <Identifier>busdox-docid-qns</Identifier>
</Scope>
<Scope>
  <Type>PROCESSID</Type>
  <InstanceIdentifier>${facts.processId}</InstanceIdentifier>
  <Identifier>cenbii-procid-ubl</Identifier>
</Scope>
<Scope><Type>COUNTRY_C1</Type><InstanceIdentifier>${facts.countryC1}</InstanceIdentifier></Scope>
</BusinessScope></StandardBusinessDocumentHeader>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">
  <ID xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">F-1</ID>
</Invoice>
</StandardBusinessDocument>
`

/** A signal that never aborts. */
export const patient = new AbortController().signal
