/** Written by `npm run print` from the table of paths: methods by resource. */
import type { FileAnswer } from './file-answer.ts'
import type { RequestOptions as Options } from './request.ts'
import type { AnswerOf, List } from './rest.ts'
import type { Routes } from './rest.generated.ts'

type Body<C extends keyof Routes> = Routes[C] extends { body?: infer B } ? B : never
type Query<C extends keyof Routes> = Routes[C] extends { query?: infer Q } ? Q : never
type Answer<C extends keyof Routes> = Promise<AnswerOf<Routes[C]>>

/** Kind, input and path of each method (`resource-row.ts`). */
export const table =
  'gn/health/liveness gn/health/serving gn/health/readiness gn/health/contracts Gn/v1/me Lq/v1/request-logs lq/v1/request-logs/usage Pb/v1/companies Lq/v1/companies gq/v1/companies/search gq/v1/companies/resolve pb/v1/companies/import Pb/v1/companies/import/batch lq/v1/companies/join-requests pb/v1/documents/send pb/v1/documents/send/batch pb/v1/documents/validate pb/v1/documents/preview/pdf pb/v1/documents/preview/html pb/v1/documents/preview/xml pb/v1/documents/read Lq/v1/documents pb/v1/documents/search pb/v1/documents/actions pb/v1/documents/lifecycle/batch gq/v1/compliance/status lq/v1/compliance/reports gq/v1/compliance/reports/by-day pb/v1/compliance/e-reporting/transactions pb/v1/compliance/e-reporting/payments Lq/v1/compliance/e-reporting/periods lq/v1/directory/search pb/v1/directory/verify Pb/v1/partners Lq/v1/partners gq/v1/partners/by-account-number Gq/v1/stats gq/v1/stats/insight Lq/v1/categorization/groups Pb/v1/categorization/groups pb/v1/categorization/objects/tags/auto Lq/v1/payments gq/v1/payments/ageing pb/v1/payments/export/iso20022 pb/v1/payments/import pb/v1/portability/build pb/v1/portability/parse pb/v1/portability/messages pb/v1/portability/received-messages Lq/v1/portability/requests pb/v1/organization/deletion pn/v1/organization/deletion/cancel Pb/v1/api-keys Lq/v1/api-keys Gn/v1/organization Ub/v1/organization lq/v1/organization/members Pb/v1/platform/companies Lq/v1/platform/companies gq/v1/platform/usage Pb/v1/platform/companies/batch gq/v1/platform/health Gq/v1/platform/settings Ub/v1/platform/settings Pb/v1/platform/domains Lq/v1/platform/domains lq/v1/platform/audit Pb/v1/platform/api-keys Lq/v1/platform/api-keys Pb/v1/webhooks Lq/v1/webhooks Lq/v1/events lq/v1/platform/events pb/v1/events/ack pb/v1/bulk/exports pb/v1/bulk/organization-exports pb/v1/bulk/sends Lq/v1/bulk Pb/v1/procurement/shops Lq/v1/procurement/shops Lq/v1/procurement/carts pb/v1/sandbox/bootstrap pb/v1/sandbox/reset pb/v1/sandbox/rate-limit/exhaust pb/v1/sandbox/clock/advance pb/v1/sandbox/clock/reset pn/v1/sandbox/idempotency/flush ln/v1/sandbox/stories pb/v1/sandbox/stories/play gn/v1/oauth/scopes pb/v1/oauth/authorize pb/v1/oauth/token pb/v1/oauth/register pb/v1/oauth/device pb/v1/oauth/revoke pb/v1/oauth/revoke-user pb/v1/oauth/introspect pb/v1/oauth/handoff pn/v1/oauth/handoff/sandbox pb/v1/oauth/handoff/exchange pb/v1/oauth/handoff/preview Lq/v1/oauth/handoffs Gn/v1/requests/{requestId} gn/v1/requests/{requestId}/replay Gn/v1/companies/import/batch/{requestId} Gn/v1/companies/{companyId} Ub/v1/companies/{companyId} Dn/v1/companies/{companyId} pn/v1/companies/{companyId}/register pn/v1/companies/{companyId}/join Ln/v1/companies/{companyId}/addresses Pb/v1/companies/{companyId}/addresses pn/v1/companies/{companyId}/migration-key pb/v1/companies/{companyId}/migration-key/redeem Ln/v1/companies/{companyId}/ownership Pb/v1/companies/{companyId}/ownership pb/v1/companies/{companyId}/ownership/confirm pn/v1/documents/{documentId}/resend Gn/v1/documents/{documentId} gn/v1/documents/{documentId}/structured fq/v1/documents/{documentId}/xml fq/v1/documents/{documentId}/ubl fq/v1/documents/{documentId}/cii fq/v1/documents/{documentId}/pdf fq/v1/documents/{documentId}/html fq/v1/documents/{documentId}/facturx fq/v1/documents/{documentId}/fatturapa fq/v1/documents/{documentId}/original Ln/v1/documents/{documentId}/attachments Fn/v1/documents/{documentId}/evidence ln/v1/documents/{documentId}/timeline lq/v1/documents/{documentId}/related lq/v1/purchase-orders/{purchaseOrderId}/invoices ln/v1/documents/{documentId}/attempts ln/v1/documents/{documentId}/notes ln/v1/documents/{documentId}/message-statuses pb/v1/documents/{documentId}/actions Gq/v1/documents/{documentId}/lifecycle Pb/v1/documents/{documentId}/lifecycle gn/v1/documents/{documentId}/lifecycle/recipient pb/v1/documents/by-number/{number}/lifecycle Gn/v1/compliance/e-reporting/periods/{periodId} Gn/v1/directory/{participantId} Gn/v1/partners/{partnerId} Ub/v1/partners/{partnerId} Dn/v1/partners/{partnerId} lq/v1/partners/{partnerId}/invoices pb/v1/partners/{partnerId}/merge Ub/v1/categorization/groups/{groupId} Dn/v1/categorization/groups/{groupId} Ln/v1/categorization/groups/{groupId}/tags Pb/v1/categorization/groups/{groupId}/tags Ub/v1/categorization/tags/{tagId} Dn/v1/categorization/tags/{tagId} Ln/v1/categorization/objects/{objectId}/tags Pb/v1/categorization/objects/{objectId}/tags Gn/v1/payments/documents/{documentId} pb/v1/payments/documents/{documentId}/pay pb/v1/payments/{paymentId}/reverse Fn/v1/payments/exports/{exportId} Gn/v1/portability/requests/{portabilityRequestId} pb/v1/api-keys/{keyId}/rotate Ub/v1/api-keys/{keyId} Dn/v1/api-keys/{keyId} Pb/v1/platform/companies/{companyId}/onboarding-links Lq/v1/platform/companies/{companyId}/onboarding-links Gn/v1/platform/companies/batch/{requestId} pb/v1/platform/companies/{companyId}/suspend pn/v1/platform/companies/{companyId}/resume pn/v1/platform/companies/{companyId}/offboard pn/v1/platform/companies/{companyId}/reactivate ub/v1/platform/companies/{companyId}/quotas Gn/v1/platform/domains/{domainId} Dn/v1/platform/domains/{domainId} pn/v1/platform/domains/{domainId}/check pb/v1/platform/api-keys/{keyId}/rotate Dn/v1/platform/api-keys/{keyId} Gn/v1/webhooks/{webhookId} Ub/v1/webhooks/{webhookId} Dn/v1/webhooks/{webhookId} pn/v1/webhooks/{webhookId}/test lq/v1/webhooks/{webhookId}/deliveries Gn/v1/webhook-deliveries/{deliveryId} gn/v1/webhook-deliveries/{deliveryId}/request pn/v1/webhooks/deliveries/{deliveryId}/redeliver Gn/v1/events/{eventId} pn/v1/events/{eventId}/ack pn/v1/events/{eventId}/replay Gn/v1/bulk/{bulkOperationId} pn/v1/bulk/{bulkOperationId}/cancel fn/v1/bulk/{bulkOperationId}/result Gn/v1/procurement/shops/{shopId} Ub/v1/procurement/shops/{shopId} Dn/v1/procurement/shops/{shopId} pb/v1/procurement/shops/{shopId}/carts pb/v1/procurement/shops/{shopId}/punch-out Gn/v1/procurement/carts/{cartId} pb/v1/procurement/carts/{cartId}/order pb/v1/procurement/carts/{cartId}/discard Gn/v1/oauth/requests/{consentId} pb/v1/oauth/requests/{consentId}/decision Dn/v1/oauth/handoffs/{handoffId} pn/v1/companies/{companyId}/join-requests/{joinRequestId}/accept pn/v1/companies/{companyId}/join-requests/{joinRequestId}/reject pb/v1/companies/{companyId}/addresses/{addressId}/end Fn/v1/documents/{documentId}/attachments/{attachmentId} Fn/v1/documents/{documentId}/evidence/{messageHash} Dn/v1/categorization/objects/{objectId}/tags/{tagId}'

export interface Resources {
  health: {
    /** Tells whether the process runs. */
    liveness(options?: Options): Answer<'GET /health/liveness'>
    /** Tells whether this instance should get traffic */
    serving(options?: Options): Answer<'GET /health/serving'>
    /** Tells whether the database and every external service can be used. */
    readiness(options?: Options): Answer<'GET /health/readiness'>
    /** Tells how the last call of each external service ended. */
    contracts(options?: Options): Answer<'GET /health/contracts'>
  }
  me: {
    /** Returns the owner of the credentials, their scopes, and the organizations that they can act for */
    get(options?: Options): Answer<'GET /v1/me'>
  }
  requestLogs: {
    /** Lists the recorded requests of the organization, newest first */
    list(query?: Query<'GET /v1/request-logs'>, options?: Options): List<'/v1/request-logs'>
    /** Counts the recorded requests and errors of each API key or user */
    usage(query?: Query<'GET /v1/request-logs/usage'>, options?: Options): List<'/v1/request-logs/usage'>
  }
  companies: {
    /** Registers a company by its VAT number */
    create(body: Body<'POST /v1/companies'>, options?: Options): Answer<'POST /v1/companies'>
    /** Lists the companies of the organization, newest first */
    list(query?: Query<'GET /v1/companies'>, options?: Options): List<'/v1/companies'>
    /** Finds companies of the organization by a part of their name or number, for suggestions while a user types */
    search(query: Query<'GET /v1/companies/search'>, options?: Options): Answer<'GET /v1/companies/search'>
    /** Looks up any company in its national registry and in the directory of the network */
    resolve(query: Query<'GET /v1/companies/resolve'>, options?: Options): Answer<'GET /v1/companies/resolve'>
    import: {
      /** Imports a French company from another provider by the SIRET of an establishment */
      (body?: Body<'POST /v1/companies/import'>, options?: Options): Answer<'POST /v1/companies/import'>
      batch: {
        /** Imports up to 2,000 French companies from another provider */
        create(body: Body<'POST /v1/companies/import/batch'>, options?: Options): Answer<'POST /v1/companies/import/batch'>
        /** Returns the progress of an import of companies, while it runs and for a month after */
        get(requestId: string, options?: Options): Answer<'GET /v1/companies/import/batch/{requestId}'>
      }
    }
    joinRequests: {
      /** Lists the requests to join companies of the organization, newest first */
      (query?: Query<'GET /v1/companies/join-requests'>, options?: Options): List<'/v1/companies/join-requests'>
      /** Accepts the request of a user to join a company */
      accept(companyId: string, joinRequestId: string, options?: Options): Answer<'POST /v1/companies/{companyId}/join-requests/{joinRequestId}/accept'>
      /** Rejects the request of a user to join a company */
      reject(companyId: string, joinRequestId: string, options?: Options): Answer<'POST /v1/companies/{companyId}/join-requests/{joinRequestId}/reject'>
    }
    /** Returns one company, by id, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant id>` */
    get(companyId: string, options?: Options): Answer<'GET /v1/companies/{companyId}'>
    /** Changes a company */
    update(companyId: string, body?: Body<'PATCH /v1/companies/{companyId}'>, options?: Options): Answer<'PATCH /v1/companies/{companyId}'>
    /** Removes a company from the network and marks it as inactive */
    delete(companyId: string, options?: Options): Answer<'DELETE /v1/companies/{companyId}'>
    /** Publishes a company on the network, in the background */
    register(companyId: string, options?: Options): Answer<'POST /v1/companies/{companyId}/register'>
    /** Requests that the calling user joins a company of the organization */
    join(companyId: string, options?: Options): Answer<'POST /v1/companies/{companyId}/join'>
    addresses: {
      /**
       * Lists the electronic addresses that a French company has beside its participant id, with those that
       * ended, oldest first
       */
      list(companyId: string, options?: Options): List<'/v1/companies/{companyId}/addresses'>
      /** Gives a French company a further electronic address, from a day on */
      create(companyId: string, body: Body<'POST /v1/companies/{companyId}/addresses'>, options?: Options): Answer<'POST /v1/companies/{companyId}/addresses'>
      /** Ends a further electronic address of a company, today or on a later day */
      end(companyId: string, addressId: string, body?: Body<'POST /v1/companies/{companyId}/addresses/{addressId}/end'>, options?: Options): Answer<'POST /v1/companies/{companyId}/addresses/{addressId}/end'>
    }
    migrationKey: {
      /** Makes a key with which another platform takes over the participant of a company */
      (companyId: string, options?: Options): Answer<'POST /v1/companies/{companyId}/migration-key'>
      /**
       * Takes over the participant of a company from another platform, with the key that the other platform has
       * made, and publishes the company
       */
      redeem(companyId: string, body: Body<'POST /v1/companies/{companyId}/migration-key/redeem'>, options?: Options): Answer<'POST /v1/companies/{companyId}/migration-key/redeem'>
    }
    ownership: {
      /** Lists the proofs of ownership that were started for a company, newest first */
      list(companyId: string, options?: Options): List<'/v1/companies/{companyId}/ownership'>
      /** Starts a proof that a company owns its participant id */
      create(companyId: string, body: Body<'POST /v1/companies/{companyId}/ownership'>, options?: Options): Answer<'POST /v1/companies/{companyId}/ownership'>
      /**
       * Completes a proof of ownership, with the code of the e-mail or, without a code, by looking up the DNS
       * record
       */
      confirm(companyId: string, body?: Body<'POST /v1/companies/{companyId}/ownership/confirm'>, options?: Options): Answer<'POST /v1/companies/{companyId}/ownership/confirm'>
    }
  }
  documents: {
    send: {
      /** Sends a document */
      (body: Body<'POST /v1/documents/send'>, options?: Options & { query?: Query<'POST /v1/documents/send'> }): Answer<'POST /v1/documents/send'>
      /** Sends up to 100 documents */
      batch(body: Body<'POST /v1/documents/send/batch'>, options?: Options): Answer<'POST /v1/documents/send/batch'>
    }
    /** Checks a document without sending it */
    validate(body: Body<'POST /v1/documents/validate'>, options?: Options & { query?: Query<'POST /v1/documents/validate'> }): Answer<'POST /v1/documents/validate'>
    preview: {
      /** Shows a document as it would be sent */
      pdf(body: Body<'POST /v1/documents/preview/pdf'>, options?: Options & { query?: Query<'POST /v1/documents/preview/pdf'> }): Answer<'POST /v1/documents/preview/pdf'>
      /** Shows a document as it would be sent */
      html(body: Body<'POST /v1/documents/preview/html'>, options?: Options & { query?: Query<'POST /v1/documents/preview/html'> }): Answer<'POST /v1/documents/preview/html'>
      /** Shows a document as it would be sent */
      xml(body: Body<'POST /v1/documents/preview/xml'>, options?: Options & { query?: Query<'POST /v1/documents/preview/xml'> }): Answer<'POST /v1/documents/preview/xml'>
    }
    /** Reads a file */
    read(body: Body<'POST /v1/documents/read'>, options?: Options): Answer<'POST /v1/documents/read'>
    /** Lists the documents of the organization, newest first by default */
    list(query?: Query<'GET /v1/documents'>, options?: Options): List<'/v1/documents'>
    /** Searches documents */
    search(body?: Body<'POST /v1/documents/search'>, options?: Options): Answer<'POST /v1/documents/search'>
    /** Performs up to 500 actions on documents, in the given order */
    actions(body: Body<'POST /v1/documents/actions'>, options?: Options): Answer<'POST /v1/documents/actions'>
    /** Performs one action on a document */
    actions(documentId: string, body: Body<'POST /v1/documents/{documentId}/actions'>, options?: Options): Answer<'POST /v1/documents/{documentId}/actions'>
    lifecycle: {
      /** Changes the business status of up to 500 documents */
      batch(body: Body<'POST /v1/documents/lifecycle/batch'>, options?: Options): Answer<'POST /v1/documents/lifecycle/batch'>
      /**
       * Returns the business status of a document with its reason, its history, the allowed next statuses, and
       * the reports to authorities
       */
      get(documentId: string, query?: Query<'GET /v1/documents/{documentId}/lifecycle'>, options?: Options): Answer<'GET /v1/documents/{documentId}/lifecycle'>
      /** Changes the business status of a document, and informs the other party and the authority */
      create(documentId: string, body: Body<'POST /v1/documents/{documentId}/lifecycle'>, options?: Options): Answer<'POST /v1/documents/{documentId}/lifecycle'>
      /** Tells before a status leaves whether the other side of a document takes it */
      recipient(documentId: string, options?: Options): Answer<'GET /v1/documents/{documentId}/lifecycle/recipient'>
    }
    /** Starts the delivery of a document again after it failed */
    resend(documentId: string, options?: Options): Answer<'POST /v1/documents/{documentId}/resend'>
    /** Returns one document, by id, `ext:<externalId>` or `number:<number>` */
    get(documentId: string, options?: Options): Answer<'GET /v1/documents/{documentId}'>
    /** Returns the content of a document, with the field names of the send body */
    structured(documentId: string, options?: Options): Answer<'GET /v1/documents/{documentId}/structured'>
    /** Returns a document as a file */
    xml(documentId: string, query?: Query<'GET /v1/documents/{documentId}/xml'>, options?: Options): Promise<FileAnswer>
    /** Returns a document as a file */
    ubl(documentId: string, query?: Query<'GET /v1/documents/{documentId}/ubl'>, options?: Options): Promise<FileAnswer>
    /** Returns a document as a file */
    cii(documentId: string, query?: Query<'GET /v1/documents/{documentId}/cii'>, options?: Options): Promise<FileAnswer>
    /** Returns a document as a file */
    pdf(documentId: string, query?: Query<'GET /v1/documents/{documentId}/pdf'>, options?: Options): Promise<FileAnswer>
    /** Returns a document as a file */
    html(documentId: string, query?: Query<'GET /v1/documents/{documentId}/html'>, options?: Options): Promise<FileAnswer>
    /** Returns a document as a file */
    facturx(documentId: string, query?: Query<'GET /v1/documents/{documentId}/facturx'>, options?: Options): Promise<FileAnswer>
    /** Returns a document as a file */
    fatturapa(documentId: string, query?: Query<'GET /v1/documents/{documentId}/fatturapa'>, options?: Options): Promise<FileAnswer>
    /** Returns a document as a file */
    original(documentId: string, query?: Query<'GET /v1/documents/{documentId}/original'>, options?: Options): Promise<FileAnswer>
    attachments: {
      /**
       * Lists the files that are embedded in a document (at most the first 1,000), with name, type, size and hash
       * of each
       */
      list(documentId: string, options?: Options): List<'/v1/documents/{documentId}/attachments'>
      /** Returns a file that is embedded in a document, with the bytes that its sender put there */
      get(documentId: string, attachmentId: string, options?: Options): Promise<FileAnswer>
    }
    evidence: {
      /** Returns the evidence of a document's exchange as one ZIP archive */
      get(documentId: string, options?: Options): Promise<FileAnswer>
      /** Returns one file of the evidence of a document's exchange as it went or came */
      get(documentId: string, messageHash: string, options?: Options): Promise<FileAnswer>
    }
    /** Lists what happened to a document, oldest first */
    timeline(documentId: string, options?: Options): List<'/v1/documents/{documentId}/timeline'>
    /** Lists the documents that belong to the same transaction, newest first */
    related(documentId: string, query?: Query<'GET /v1/documents/{documentId}/related'>, options?: Options): List<'/v1/documents/{documentId}/related'>
    /** Lists every attempt to deliver a document */
    attempts(documentId: string, options?: Options): List<'/v1/documents/{documentId}/attempts'>
    /** Lists the notes that the organization wrote about a document, oldest first */
    notes(documentId: string, options?: Options): List<'/v1/documents/{documentId}/notes'>
    /** Lists the Message Level Statuses and Responses of a document */
    messageStatuses(documentId: string, options?: Options): List<'/v1/documents/{documentId}/message-statuses'>
    byNumber: {
      /** Changes the business status of the document with this number */
      lifecycle(number: string, body: Body<'POST /v1/documents/by-number/{number}/lifecycle'>, options?: Options): Answer<'POST /v1/documents/by-number/{number}/lifecycle'>
    }
  }
  compliance: {
    /** Returns the status of reporting for each company */
    status(query?: Query<'GET /v1/compliance/status'>, options?: Options): Answer<'GET /v1/compliance/status'>
    reports: {
      /** Lists the reports to authorities, newest first */
      (query?: Query<'GET /v1/compliance/reports'>, options?: Options): List<'/v1/compliance/reports'>
      /** Counts reports by day and status, for a chart */
      byDay(query?: Query<'GET /v1/compliance/reports/by-day'>, options?: Options): Answer<'GET /v1/compliance/reports/by-day'>
    }
    eReporting: {
      /**
       * Collects transactions of a French company that no invoice tells, such as sales to consumers, for its next
       * report to the French portal
       */
      transactions(body?: Body<'POST /v1/compliance/e-reporting/transactions'>, options?: Options & { query?: Query<'POST /v1/compliance/e-reporting/transactions'> }): Answer<'POST /v1/compliance/e-reporting/transactions'>
      /**
       * Collects payments for services of a French company that no invoice tells, for its next report to the
       * French portal
       */
      payments(body?: Body<'POST /v1/compliance/e-reporting/payments'>, options?: Options & { query?: Query<'POST /v1/compliance/e-reporting/payments'> }): Answer<'POST /v1/compliance/e-reporting/payments'>
      periods: {
        /** Lists the periods of e-reporting, newest first */
        list(query?: Query<'GET /v1/compliance/e-reporting/periods'>, options?: Options): List<'/v1/compliance/e-reporting/periods'>
        /** Returns a period of e-reporting, with what it tells of each day, kind and VAT rate */
        get(periodId: string, options?: Options): Answer<'GET /v1/compliance/e-reporting/periods/{periodId}'>
      }
    }
  }
  directory: {
    /** Searches the participants of the network by name or number */
    search(query?: Query<'GET /v1/directory/search'>, options?: Options): List<'/v1/directory/search'>
    /** Checks whether a participant is registered on the network and receives a kind of document */
    verify(body: Body<'POST /v1/directory/verify'>, options?: Options & { query?: Query<'POST /v1/directory/verify'> }): Answer<'POST /v1/directory/verify'>
    /** Returns one participant of the network */
    get(participantId: string, options?: Options): Answer<'GET /v1/directory/{participantId}'>
  }
  partners: {
    /** Creates a trading partner by participant id or VAT number */
    create(body?: Body<'POST /v1/partners'>, options?: Options): Answer<'POST /v1/partners'>
    /** Lists the partners of the organization, newest first by default */
    list(query?: Query<'GET /v1/partners'>, options?: Options): List<'/v1/partners'>
    /** Returns the partner that has an account number in its metadata */
    byAccountNumber(query: Query<'GET /v1/partners/by-account-number'>, options?: Options): Answer<'GET /v1/partners/by-account-number'>
    /** Returns one partner, by id, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant id>` */
    get(partnerId: string, options?: Options): Answer<'GET /v1/partners/{partnerId}'>
    /** Changes a partner */
    update(partnerId: string, body?: Body<'PATCH /v1/partners/{partnerId}'>, options?: Options): Answer<'PATCH /v1/partners/{partnerId}'>
    /** Deletes a partner */
    delete(partnerId: string, options?: Options): Answer<'DELETE /v1/partners/{partnerId}'>
    /**
     * Lists the invoices, credit notes and debit notes of which a partner is the seller or the payer, newest
     * first
     */
    invoices(partnerId: string, query?: Query<'GET /v1/partners/{partnerId}/invoices'>, options?: Options): List<'/v1/partners/{partnerId}/invoices'>
    /** Merges two partners into one */
    merge(partnerId: string, body: Body<'POST /v1/partners/{partnerId}/merge'>, options?: Options): Answer<'POST /v1/partners/{partnerId}/merge'>
  }
  stats: {
    /**
     * Counts the documents that were sent, received, delivered and failed in a day, week, month, quarter or year
     * (UTC), by default the current month, by type, country and company, and as time series
     */
    get(query?: Query<'GET /v1/stats'>, options?: Options): Answer<'GET /v1/stats'>
    /**
     * Tells what was invoiced in a period, how long deliveries took, why documents failed or were rejected, and
     * who the busiest partners were
     */
    insight(query?: Query<'GET /v1/stats/insight'>, options?: Options): Answer<'GET /v1/stats/insight'>
  }
  categorization: {
    groups: {
      /** Lists the tag groups that the companies of the organization share and those of one company, by name */
      list(query?: Query<'GET /v1/categorization/groups'>, options?: Options): List<'/v1/categorization/groups'>
      /** Creates a tag group */
      create(body: Body<'POST /v1/categorization/groups'>, options?: Options): Answer<'POST /v1/categorization/groups'>
      /** Changes a tag group */
      update(groupId: string, body?: Body<'PATCH /v1/categorization/groups/{groupId}'>, options?: Options): Answer<'PATCH /v1/categorization/groups/{groupId}'>
      /** Deletes a tag group with its tags */
      delete(groupId: string, options?: Options): Answer<'DELETE /v1/categorization/groups/{groupId}'>
      tags: {
        /** Lists the tags of a group, by name */
        list(groupId: string, options?: Options): List<'/v1/categorization/groups/{groupId}/tags'>
        /** Creates a tag in a group */
        create(groupId: string, body: Body<'POST /v1/categorization/groups/{groupId}/tags'>, options?: Options): Answer<'POST /v1/categorization/groups/{groupId}/tags'>
      }
    }
    objects: {
      tags: {
        /**
         * Suggests tags for an object, the most probable first, learned from the assignments of the company of
         * the object alone
         */
        auto(body: Body<'POST /v1/categorization/objects/tags/auto'>, options?: Options): Answer<'POST /v1/categorization/objects/tags/auto'>
        /** Lists the tags of a document, partner or company, oldest assignment first */
        list(objectId: string, options?: Options): List<'/v1/categorization/objects/{objectId}/tags'>
        /** Assigns a tag to a document, partner or company */
        create(objectId: string, body: Body<'POST /v1/categorization/objects/{objectId}/tags'>, options?: Options): Answer<'POST /v1/categorization/objects/{objectId}/tags'>
        /** Removes a tag from a document, partner or company */
        delete(objectId: string, tagId: string, options?: Options): Answer<'DELETE /v1/categorization/objects/{objectId}/tags/{tagId}'>
      }
    }
    tags: {
      /** Changes the name, colour or code of a tag */
      update(tagId: string, body?: Body<'PATCH /v1/categorization/tags/{tagId}'>, options?: Options): Answer<'PATCH /v1/categorization/tags/{tagId}'>
      /** Deletes a tag */
      delete(tagId: string, options?: Options): Answer<'DELETE /v1/categorization/tags/{tagId}'>
    }
  }
  payments: {
    /** Lists the recorded payments, newest first */
    list(query?: Query<'GET /v1/payments'>, options?: Options): List<'/v1/payments'>
    /** Adds up what is not paid yet of invoices and debit notes, by currency and by how late it is today (UTC) */
    ageing(query?: Query<'GET /v1/payments/ageing'>, options?: Options): Answer<'GET /v1/payments/ageing'>
    export: {
      /** Creates a payment order for approved documents */
      iso20022(body: Body<'POST /v1/payments/export/iso20022'>, options?: Options): Answer<'POST /v1/payments/export/iso20022'>
    }
    /** Imports a bank file (camt.053, camt.054 or pain.002) */
    import(body: Body<'POST /v1/payments/import'>, options?: Options & { query?: Query<'POST /v1/payments/import'> }): Answer<'POST /v1/payments/import'>
    documents: {
      /** Returns the amounts of a document that are due, paid and remaining, and the account to pay to */
      get(documentId: string, options?: Options): Answer<'GET /v1/payments/documents/{documentId}'>
      /** Records a payment of an invoice, credit note or debit note */
      pay(documentId: string, body: Body<'POST /v1/payments/documents/{documentId}/pay'>, options?: Options): Answer<'POST /v1/payments/documents/{documentId}/pay'>
    }
    /** Reverses a recorded payment, for example when the bank returned it */
    reverse(paymentId: string, body?: Body<'POST /v1/payments/{paymentId}/reverse'>, options?: Options): Answer<'POST /v1/payments/{paymentId}/reverse'>
    exports: {
      /** Returns the file of a payment order, exactly as it was created */
      get(exportId: string, options?: Options): Promise<FileAnswer>
    }
  }
  portability: {
    /** Builds a message about changing platforms */
    build(body: Body<'POST /v1/portability/build'>, options?: Options): Answer<'POST /v1/portability/build'>
    /** Reads a message about changing platforms */
    parse(body: Body<'POST /v1/portability/parse'>, options?: Options): Answer<'POST /v1/portability/parse'>
    /** Makes a message about changing platforms, keeps it, and moves its request on */
    messages(body: Body<'POST /v1/portability/messages'>, options?: Options): Answer<'POST /v1/portability/messages'>
    /** Takes a message that another platform has sent, and moves its request on */
    receivedMessages(body: Body<'POST /v1/portability/received-messages'>, options?: Options): Answer<'POST /v1/portability/received-messages'>
    requests: {
      /** Lists requests to change platforms, newest first */
      list(query?: Query<'GET /v1/portability/requests'>, options?: Options): List<'/v1/portability/requests'>
      /** Returns a request to change platforms, with its messages */
      get(portabilityRequestId: string, options?: Options): Answer<'GET /v1/portability/requests/{portabilityRequestId}'>
    }
  }
  organization: {
    deletion: {
      /** Asks for the end of the organization */
      (body: Body<'POST /v1/organization/deletion'>, options?: Options): Answer<'POST /v1/organization/deletion'>
      /** Cancels the deletion of the organization */
      cancel(options?: Options): Answer<'POST /v1/organization/deletion/cancel'>
    }
    /** Returns the organization of the caller */
    get(options?: Options): Answer<'GET /v1/organization'>
    /** Changes the profile of the organization */
    update(body?: Body<'PATCH /v1/organization'>, options?: Options): Answer<'PATCH /v1/organization'>
    /**
     * Lists the people of the organization who were seen with a token of the identity provider, with their roles,
     * scopes and last activity, by user identifier
     */
    members(query?: Query<'GET /v1/organization/members'>, options?: Options): List<'/v1/organization/members'>
  }
  apiKeys: {
    /** Creates an API key */
    create(body: Body<'POST /v1/api-keys'>, options?: Options): Answer<'POST /v1/api-keys'>
    /** Lists the API keys that are not revoked, newest first */
    list(query?: Query<'GET /v1/api-keys'>, options?: Options): List<'/v1/api-keys'>
    /** Replaces an API key by a new one with the same rights */
    rotate(keyId: string, body?: Body<'POST /v1/api-keys/{keyId}/rotate'>, options?: Options): Answer<'POST /v1/api-keys/{keyId}/rotate'>
    /** Changes the name, the label or the scopes of an API key at once */
    update(keyId: string, body?: Body<'PATCH /v1/api-keys/{keyId}'>, options?: Options): Answer<'PATCH /v1/api-keys/{keyId}'>
    /** Revokes an API key at once, and with it the agents that it let in */
    delete(keyId: string, options?: Options): Answer<'DELETE /v1/api-keys/{keyId}'>
  }
  platform: {
    companies: {
      /** Onboards a company in one call */
      create(body: Body<'POST /v1/platform/companies'>, options?: Options): Answer<'POST /v1/platform/companies'>
      /**
       * Lists the managed companies, newest first by default, each with its usage of this month, its quota, its
       * last activity and its health
       */
      list(query?: Query<'GET /v1/platform/companies'>, options?: Options): List<'/v1/platform/companies'>
      batch: {
        /** Onboards up to 500 companies */
        create(body: Body<'POST /v1/platform/companies/batch'>, options?: Options): Answer<'POST /v1/platform/companies/batch'>
        /** Returns the progress of a batch of companies that are onboarded, while it runs and for a month after */
        get(requestId: string, options?: Options): Answer<'GET /v1/platform/companies/batch/{requestId}'>
      }
      onboardingLinks: {
        /** Makes a page for your customer, with your brand */
        create(companyId: string, body?: Body<'POST /v1/platform/companies/{companyId}/onboarding-links'>, options?: Options): Answer<'POST /v1/platform/companies/{companyId}/onboarding-links'>
        /** Lists the onboarding links of a company, newest first, with what was signed, by whom and when */
        list(companyId: string, query?: Query<'GET /v1/platform/companies/{companyId}/onboarding-links'>, options?: Options): List<'/v1/platform/companies/{companyId}/onboarding-links'>
      }
      /** Suspends a company */
      suspend(companyId: string, body?: Body<'POST /v1/platform/companies/{companyId}/suspend'>, options?: Options): Answer<'POST /v1/platform/companies/{companyId}/suspend'>
      /** Resumes a suspended company, with its keys and with the webhooks that rested with it */
      resume(companyId: string, options?: Options): Answer<'POST /v1/platform/companies/{companyId}/resume'>
      /** Ends the life of a company on the platform */
      offboard(companyId: string, options?: Options): Answer<'POST /v1/platform/companies/{companyId}/offboard'>
      /** Brings back a company that has left */
      reactivate(companyId: string, options?: Options): Answer<'POST /v1/platform/companies/{companyId}/reactivate'>
      /** Sets what a company may use */
      quotas(companyId: string, body?: Body<'PATCH /v1/platform/companies/{companyId}/quotas'>, options?: Options): Answer<'PATCH /v1/platform/companies/{companyId}/quotas'>
    }
    /**
     * Returns how many documents the organization exchanged in a period, in total and by company, country or kind
     * of document, with the period before
     */
    usage(query?: Query<'GET /v1/platform/usage'>, options?: Options): Answer<'GET /v1/platform/usage'>
    /** Returns what needs attention at all managed companies */
    health(query?: Query<'GET /v1/platform/health'>, options?: Options): Answer<'GET /v1/platform/health'>
    settings: {
      /**
       * Returns the branding of the organization and what its new companies begin with, or the branding of one
       * company with what it inherits
       */
      get(query?: Query<'GET /v1/platform/settings'>, options?: Options): Answer<'GET /v1/platform/settings'>
      /** Changes the branding of the organization and what its new companies begin with */
      update(body?: Body<'PATCH /v1/platform/settings'>, options?: Options): Answer<'PATCH /v1/platform/settings'>
    }
    domains: {
      /** Claims a domain for the organization, or with a white-label key for one company */
      create(body: Body<'POST /v1/platform/domains'>, options?: Options): Answer<'POST /v1/platform/domains'>
      /** Lists the own domains of the organization and its companies, newest first */
      list(query?: Query<'GET /v1/platform/domains'>, options?: Options): List<'/v1/platform/domains'>
      /** Returns an own domain with the records that it needs in the DNS, and what is missing */
      get(domainId: string, options?: Options): Answer<'GET /v1/platform/domains/{domainId}'>
      /** Releases a domain */
      delete(domainId: string, options?: Options): Answer<'DELETE /v1/platform/domains/{domainId}'>
      /** Looks up the records of a domain at once */
      check(domainId: string, options?: Options): Answer<'POST /v1/platform/domains/{domainId}/check'>
    }
    /** Lists what was changed in keys, webhooks, quotas, settings and the life of companies, newest first */
    audit(query?: Query<'GET /v1/platform/audit'>, options?: Options): List<'/v1/platform/audit'>
    apiKeys: {
      /** Creates an API key for one of the managed companies, or for all of them */
      create(body: Body<'POST /v1/platform/api-keys'>, options?: Options): Answer<'POST /v1/platform/api-keys'>
      /**
       * Lists the API keys of the organization and of all its companies that are not revoked, newest first, with
       * their last use
       */
      list(query?: Query<'GET /v1/platform/api-keys'>, options?: Options): List<'/v1/platform/api-keys'>
      /** Replaces an API key of any managed company by a new one with the same rights */
      rotate(keyId: string, body?: Body<'POST /v1/platform/api-keys/{keyId}/rotate'>, options?: Options): Answer<'POST /v1/platform/api-keys/{keyId}/rotate'>
      /** Revokes an API key of any managed company at once */
      delete(keyId: string, options?: Options): Answer<'DELETE /v1/platform/api-keys/{keyId}'>
    }
    /** Lists the events of all managed companies, oldest first, acknowledged or not */
    events(query?: Query<'GET /v1/platform/events'>, options?: Options): List<'/v1/platform/events'>
  }
  webhooks: {
    /** Subscribes an endpoint to events */
    create(body: Body<'POST /v1/webhooks'>, options?: Options): Answer<'POST /v1/webhooks'>
    /** Lists the webhooks of the organization, newest first */
    list(query?: Query<'GET /v1/webhooks'>, options?: Options): List<'/v1/webhooks'>
    /** One webhook */
    get(webhookId: string, options?: Options): Answer<'GET /v1/webhooks/{webhookId}'>
    /** Changes a webhook, renews its secret, pauses it or activates it */
    update(webhookId: string, body?: Body<'PATCH /v1/webhooks/{webhookId}'>, options?: Options): Answer<'PATCH /v1/webhooks/{webhookId}'>
    /** Deletes a webhook with its log of deliveries */
    delete(webhookId: string, options?: Options): Answer<'DELETE /v1/webhooks/{webhookId}'>
    /**
     * Posts an event of the kind `webhook.test` to a webhook at once, even to a paused one, and returns the
     * result with what was posted
     */
    test(webhookId: string, options?: Options): Answer<'POST /v1/webhooks/{webhookId}/test'>
    deliveries: {
      /** Lists the deliveries to a webhook, newest first, with all attempts of each */
      (webhookId: string, query?: Query<'GET /v1/webhooks/{webhookId}/deliveries'>, options?: Options): List<'/v1/webhooks/{webhookId}/deliveries'>
      /** Sends the event of a delivery to its webhook again, as a new delivery with the full schedule of attempts */
      redeliver(deliveryId: string, options?: Options): Answer<'POST /v1/webhooks/deliveries/{deliveryId}/redeliver'>
    }
  }
  events: {
    /** Lists the events of the organization, oldest first */
    list(query?: Query<'GET /v1/events'>, options?: Options): List<'/v1/events'>
    /** Acknowledges several events */
    ack(body: Body<'POST /v1/events/ack'>, options?: Options): Answer<'POST /v1/events/ack'>
    /** Acknowledges an event */
    ack(eventId: string, options?: Options): Answer<'POST /v1/events/{eventId}/ack'>
    /** Returns one event, acknowledged or not */
    get(eventId: string, options?: Options): Answer<'GET /v1/events/{eventId}'>
    /** Sends an event again to every webhook that subscribes to it now */
    replay(eventId: string, options?: Options): Answer<'POST /v1/events/{eventId}/replay'>
  }
  bulk: {
    /** Starts the export of a whole list into a file */
    exports(body: Body<'POST /v1/bulk/exports'>, options?: Options): Answer<'POST /v1/bulk/exports'>
    /** Starts the export of everything that the organization has */
    organizationExports(body?: Body<'POST /v1/bulk/organization-exports'>, options?: Options): Answer<'POST /v1/bulk/organization-exports'>
    /** Sends up to 100,000 documents in the background */
    sends(body: Body<'POST /v1/bulk/sends'>, options?: Options): Answer<'POST /v1/bulk/sends'>
    /** Lists bulk operations, newest first */
    list(query?: Query<'GET /v1/bulk'>, options?: Options): List<'/v1/bulk'>
    /** Returns a bulk operation */
    get(bulkOperationId: string, options?: Options): Answer<'GET /v1/bulk/{bulkOperationId}'>
    /** Cancels a bulk operation */
    cancel(bulkOperationId: string, options?: Options): Answer<'POST /v1/bulk/{bulkOperationId}/cancel'>
    /** Returns the result of a bulk operation that has ended */
    result(bulkOperationId: string, options?: Options): Promise<FileAnswer>
  }
  procurement: {
    shops: {
      /** Configures a partner's web shop, which people open to fill a cart (OCI or cXML PunchOut) */
      create(body: Body<'POST /v1/procurement/shops'>, options?: Options): Answer<'POST /v1/procurement/shops'>
      /** Lists the shops of partners, newest first */
      list(query?: Query<'GET /v1/procurement/shops'>, options?: Options): List<'/v1/procurement/shops'>
      /** One shop of a partner */
      get(shopId: string, options?: Options): Answer<'GET /v1/procurement/shops/{shopId}'>
      /** Changes a shop */
      update(shopId: string, body?: Body<'PATCH /v1/procurement/shops/{shopId}'>, options?: Options): Answer<'PATCH /v1/procurement/shops/{shopId}'>
      /** Deletes a shop */
      delete(shopId: string, options?: Options): Answer<'DELETE /v1/procurement/shops/{shopId}'>
      /** Starts a visit to a shop of the protocol OCI */
      carts(shopId: string, body?: Body<'POST /v1/procurement/shops/{shopId}/carts'>, options?: Options): Answer<'POST /v1/procurement/shops/{shopId}/carts'>
      /** Starts a visit to a shop of the protocol cXML */
      punchOut(shopId: string, body?: Body<'POST /v1/procurement/shops/{shopId}/punch-out'>, options?: Options): Answer<'POST /v1/procurement/shops/{shopId}/punch-out'>
    }
    carts: {
      /** Lists the carts that came back from shops, newest first */
      list(query?: Query<'GET /v1/procurement/carts'>, options?: Options): List<'/v1/procurement/carts'>
      /** One cart that came back from a shop */
      get(cartId: string, options?: Options): Answer<'GET /v1/procurement/carts/{cartId}'>
      /** Orders an open cart */
      order(cartId: string, body: Body<'POST /v1/procurement/carts/{cartId}/order'>, options?: Options): Answer<'POST /v1/procurement/carts/{cartId}/order'>
      /** Discards an open cart */
      discard(cartId: string, body?: Body<'POST /v1/procurement/carts/{cartId}/discard'>, options?: Options): Answer<'POST /v1/procurement/carts/{cartId}/discard'>
    }
  }
  sandbox: {
    /** Creates a temporary organization with a company and a test key */
    bootstrap(body?: Body<'POST /v1/sandbox/bootstrap'>, options?: Options): Answer<'POST /v1/sandbox/bootstrap'>
    /** Deletes the stored data of the calling organization */
    reset(body: Body<'POST /v1/sandbox/reset'>, options?: Options): Answer<'POST /v1/sandbox/reset'>
    rateLimit: {
      /**
       * Answers every request of the organization with the status 429 for the given time, to test how a client
       * handles it
       */
      exhaust(body?: Body<'POST /v1/sandbox/rate-limit/exhaust'>, options?: Options): Answer<'POST /v1/sandbox/rate-limit/exhaust'>
    }
    clock: {
      /** Moves the virtual clock of a company forward */
      advance(body: Body<'POST /v1/sandbox/clock/advance'>, options?: Options): Answer<'POST /v1/sandbox/clock/advance'>
      /** Sets the virtual clock of a company back to the real time */
      reset(body: Body<'POST /v1/sandbox/clock/reset'>, options?: Options): Answer<'POST /v1/sandbox/clock/reset'>
    }
    idempotency: {
      /** Deletes the stored answers of the calling API key, so that its idempotency keys can be used again */
      flush(options?: Options): Answer<'POST /v1/sandbox/idempotency/flush'>
    }
    stories: {
      /** Lists the use cases of XP Z12-014 that can be played in the sandbox, with what happens in each */
      (options?: Options): List<'/v1/sandbox/stories'>
      /**
       * Plays a use case of XP Z12-014 between two French companies of the sandbox, which are made with the first
       * one
       */
      play(body: Body<'POST /v1/sandbox/stories/play'>, options?: Options): Answer<'POST /v1/sandbox/stories/play'>
    }
  }
  oauth: {
    /** Lists the scopes that a program can request, with what each of them allows */
    scopes(options?: Options): Answer<'GET /v1/oauth/scopes'>
    /** Asks for access to an organization */
    authorize(body: Body<'POST /v1/oauth/authorize'>, options?: Options): Answer<'POST /v1/oauth/authorize'>
    /** Exchanges a code, a refresh token, a device code or an API key for an access token */
    token(body: Body<'POST /v1/oauth/token'>, options?: Options): Answer<'POST /v1/oauth/token'>
    /** Registers a program that asks for access (RFC 7591) */
    register(body?: Body<'POST /v1/oauth/register'>, options?: Options): Answer<'POST /v1/oauth/register'>
    /** Asks for access for a program without a browser (RFC 8628) */
    device(body?: Body<'POST /v1/oauth/device'>, options?: Options): Answer<'POST /v1/oauth/device'>
    /** Ends the access of a program by its access token or its refresh token (RFC 7009) */
    revoke(body: Body<'POST /v1/oauth/revoke'>, options?: Options): Answer<'POST /v1/oauth/revoke'>
    /** Ends all access that a person has given */
    revokeUser(body: Body<'POST /v1/oauth/revoke-user'>, options?: Options): Answer<'POST /v1/oauth/revoke-user'>
    /** Tells whether an access token of the own organization is in use, and what it allows (RFC 7662) */
    introspect(body: Body<'POST /v1/oauth/introspect'>, options?: Options): Answer<'POST /v1/oauth/introspect'>
    handoff: {
      /** Creates a link that gives a program access once */
      (body?: Body<'POST /v1/oauth/handoff'>, options?: Options): Answer<'POST /v1/oauth/handoff'>
      /** Creates a temporary organization with a company, and a handoff token that gives access to it once */
      sandbox(options?: Options): Answer<'POST /v1/oauth/handoff/sandbox'>
      /** Exchanges a handoff token for an access token, once */
      exchange(body: Body<'POST /v1/oauth/handoff/exchange'>, options?: Options): Answer<'POST /v1/oauth/handoff/exchange'>
      /** Shows what a handoff token gives, and does not use it up */
      preview(body: Body<'POST /v1/oauth/handoff/preview'>, options?: Options): Answer<'POST /v1/oauth/handoff/preview'>
    }
    handoffs: {
      /** Lists handoffs, newest first, with what became of them */
      list(query?: Query<'GET /v1/oauth/handoffs'>, options?: Options): List<'/v1/oauth/handoffs'>
      /** Revokes a handoff that nobody redeemed */
      delete(handoffId: string, options?: Options): Answer<'DELETE /v1/oauth/handoffs/{handoffId}'>
    }
    requests: {
      /** Shows what a program asks for, while the request waits for a decision */
      get(consentId: string, options?: Options): Answer<'GET /v1/oauth/requests/{consentId}'>
      /** Allows or refuses what a program asks for */
      decision(consentId: string, body: Body<'POST /v1/oauth/requests/{consentId}/decision'>, options?: Options): Answer<'POST /v1/oauth/requests/{consentId}/decision'>
    }
  }
  requests: {
    /** Returns the full trace of a request */
    get(requestId: string, options?: Options): Answer<'GET /v1/requests/{requestId}'>
    /** Reads the recorded input of a request once more, and returns what is wrong with it today */
    replay(requestId: string, options?: Options): Answer<'GET /v1/requests/{requestId}/replay'>
  }
  purchaseOrders: {
    /**
     * Lists the invoices, credit notes and debit notes that cite a purchase order and are between its two
     * parties, newest first
     */
    invoices(purchaseOrderId: string, query?: Query<'GET /v1/purchase-orders/{purchaseOrderId}/invoices'>, options?: Options): List<'/v1/purchase-orders/{purchaseOrderId}/invoices'>
  }
  webhookDeliveries: {
    /** Returns one delivery to a webhook, with all its attempts */
    get(deliveryId: string, options?: Options): Answer<'GET /v1/webhook-deliveries/{deliveryId}'>
    /** Returns the request that a delivery posts */
    request(deliveryId: string, options?: Options): Answer<'GET /v1/webhook-deliveries/{deliveryId}/request'>
  }
}
