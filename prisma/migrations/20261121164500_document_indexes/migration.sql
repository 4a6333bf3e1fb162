-- DropIndex
DROP INDEX "document_tags_organizationId_tag_idx";

-- DropIndex
DROP INDEX "documents_organizationId_billingReference_idx";

-- DropIndex
DROP INDEX "documents_organizationId_createdAt_idx";

-- DropIndex
DROP INDEX "documents_organizationId_orderReference_idx";

-- DropIndex
DROP INDEX "documents_organizationId_type_id_idx";

-- CreateIndex
CREATE INDEX "document_tags_organizationId_tag_documentId_idx" ON "document_tags"("organizationId", "tag", "documentId");

-- CreateIndex
CREATE INDEX "documents_organizationId_direction_id_idx" ON "documents"("organizationId", "direction", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_archived_id_idx" ON "documents"("organizationId", "archived", "id");

-- What a document was made on: lists of days long past are found by their days.
CREATE INDEX "documents_created_day_idx" ON "documents"("organizationId", (("createdAt" AT TIME ZONE 'UTC')::date), "id");

-- What most documents do not have, or have in common, costs those nothing: related documents, references that payers write,
-- kinds and currencies that may be few, the inbox.
CREATE INDEX "documents_order_reference_idx" ON "documents"("organizationId", "orderReference") WHERE "orderReference" IS NOT NULL;
CREATE INDEX "documents_billing_reference_idx" ON "documents"("organizationId", "billingReference") WHERE "billingReference" IS NOT NULL;
DROP INDEX "documents_reference_as_written_idx";
CREATE INDEX "documents_reference_as_written_idx" ON "documents"("organizationId", (regexp_replace(upper("paymentReference"), '[^A-Z0-9]+', '', 'g'))) WHERE "paymentReference" IS NOT NULL;
CREATE INDEX "documents_type_idx" ON "documents"("organizationId", "type", "id") WHERE "type" <> 'invoice';
CREATE INDEX "documents_currency_idx" ON "documents"("organizationId", "currency", "id") WHERE "currency" <> 'EUR';
CREATE INDEX "documents_unread_idx" ON "documents"("organizationId", "id") WHERE "direction" = 'incoming' AND NOT "read";

-- A range of net amounts.
CREATE INDEX "documents_net_amount_idx" ON "documents"("organizationId", "netAmount") WHERE "netAmount" IS NOT NULL;
