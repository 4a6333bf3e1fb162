-- CreateEnum
CREATE TYPE "Direction" AS ENUM ('incoming', 'outgoing');

-- CreateEnum
CREATE TYPE "DocumentStatus" AS ENUM ('draft', 'sent', 'delivered', 'rejected');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'delivered', 'failed', 'rejected');

-- CreateEnum
CREATE TYPE "LifecycleStatus" AS ENUM ('draft', 'issued', 'received', 'under_review', 'approved', 'disputed', 'partially_paid', 'paid', 'rejected');

-- CreateEnum
CREATE TYPE "AttemptOutcome" AS ENUM ('delivered', 'accepted', 'rejected', 'failed');

-- CreateTable
CREATE TABLE "documents" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "typeCode" TEXT,
    "direction" "Direction" NOT NULL,
    "number" TEXT NOT NULL,
    "issueDate" DATE,
    "dueDate" DATE,
    "currency" TEXT,
    "grossAmount" DECIMAL(15,2),
    "netAmount" DECIMAL(15,2),
    "vatAmount" DECIMAL(15,2),
    "prepaidAmount" DECIMAL(15,2),
    "amountDue" DECIMAL(15,2),
    "status" "DocumentStatus" NOT NULL,
    "deliveryStatus" "DeliveryStatus",
    "lifecycleStatus" "LifecycleStatus" NOT NULL,
    "senderPeppolId" TEXT,
    "senderName" TEXT,
    "senderVatNumber" TEXT,
    "receiverPeppolId" TEXT,
    "receiverName" TEXT,
    "receiverVatNumber" TEXT,
    "buyerReference" TEXT,
    "orderReference" TEXT,
    "billingReference" TEXT,
    "paymentIban" TEXT,
    "paymentReference" TEXT,
    "selfBilled" BOOLEAN NOT NULL DEFAULT false,
    "format" TEXT NOT NULL,
    "syntax" TEXT,
    "specification" TEXT,
    "process" TEXT,
    "documentTypeId" TEXT,
    "processId" TEXT,
    "instanceId" TEXT,
    "fileHash" TEXT,
    "fileName" TEXT,
    "fileType" TEXT,
    "evidence" JSONB NOT NULL DEFAULT '{}',
    "validation" JSONB NOT NULL DEFAULT '{}',
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "duplicateKey" TEXT,
    "searchText" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "receivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "endpoint" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "outcome" "AttemptOutcome" NOT NULL,
    "errorCode" TEXT,
    "detail" TEXT,
    "receiptHash" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "document_tags" (
    "organizationId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "document_tags_pkey" PRIMARY KEY ("organizationId","documentId","tag")
);

-- CreateTable
CREATE TABLE "document_notes" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_notes_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "document_links" (
    "organizationId" TEXT NOT NULL,
    "fromId" TEXT NOT NULL,
    "toId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_links_pkey" PRIMARY KEY ("organizationId","fromId","toId")
);

-- CreateTable
CREATE TABLE "document_attachments" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "description" TEXT,
    "fileHash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "document_attachments_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "stored_files" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_files_pkey" PRIMARY KEY ("organizationId","hash")
);

-- CreateTable
CREATE TABLE "participants" (
    "peppolId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,

    CONSTRAINT "participants_pkey" PRIMARY KEY ("peppolId","organizationId","companyId")
);

-- CreateTable
CREATE TABLE "simulated_messages" (
    "instanceId" TEXT NOT NULL,
    "receiverId" TEXT NOT NULL,
    "documentTypeId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulated_messages_pkey" PRIMARY KEY ("instanceId")
);

-- CreateIndex
CREATE INDEX "documents_organizationId_companyId_id_idx" ON "documents"("organizationId", "companyId", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_orderReference_idx" ON "documents"("organizationId", "orderReference");

-- CreateIndex
CREATE UNIQUE INDEX "documents_organizationId_duplicateKey_key" ON "documents"("organizationId", "duplicateKey");

-- CreateIndex
CREATE UNIQUE INDEX "documents_organizationId_direction_instanceId_key" ON "documents"("organizationId", "direction", "instanceId");

-- CreateIndex
CREATE INDEX "delivery_attempts_organizationId_documentId_number_idx" ON "delivery_attempts"("organizationId", "documentId", "number");

-- CreateIndex
CREATE INDEX "document_tags_organizationId_tag_idx" ON "document_tags"("organizationId", "tag");

-- CreateIndex
CREATE INDEX "document_notes_organizationId_documentId_idx" ON "document_notes"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "document_links_organizationId_toId_idx" ON "document_links"("organizationId", "toId");

-- CreateIndex
CREATE INDEX "document_attachments_organizationId_documentId_idx" ON "document_attachments"("organizationId", "documentId");

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_tags" ADD CONSTRAINT "document_tags_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_notes" ADD CONSTRAINT "document_notes_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_organizationId_fromId_fkey" FOREIGN KEY ("organizationId", "fromId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_organizationId_toId_fkey" FOREIGN KEY ("organizationId", "toId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_attachments" ADD CONSTRAINT "document_attachments_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Full text over number, parties, references and descriptions; and the orders that lists can have. The schema language
-- has no words for indexes on expressions.
CREATE INDEX "documents_search_idx" ON "documents" USING GIN (to_tsvector('simple', "searchText"));
CREATE INDEX "documents_issue_date_order_idx" ON "documents" ("organizationId", COALESCE("issueDate", '-infinity'::date), "id");
CREATE INDEX "documents_due_date_order_idx" ON "documents" ("organizationId", COALESCE("dueDate", '-infinity'::date), "id");
CREATE INDEX "documents_gross_amount_order_idx" ON "documents" ("organizationId", COALESCE("grossAmount", '-Infinity'::numeric), "id");
CREATE INDEX "documents_number_order_idx" ON "documents" ("organizationId", "number", "id");
-- CreateIndex
CREATE INDEX "participants_organizationId_companyId_idx" ON "participants"("organizationId", "companyId");

-- AddForeignKey
ALTER TABLE "participants" ADD CONSTRAINT "participants_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
