-- CreateEnum
CREATE TYPE "FlowAckStatus" AS ENUM ('pending', 'ok', 'error');

-- CreateTable
CREATE TABLE "flows" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT,
    "trackingId" TEXT,
    "name" TEXT NOT NULL,
    "direction" "Direction" NOT NULL,
    "type" TEXT NOT NULL,
    "syntax" TEXT NOT NULL,
    "profile" TEXT,
    "processingRule" TEXT NOT NULL,
    "ruleGiven" BOOLEAN NOT NULL DEFAULT false,
    "sha256" TEXT,
    "ackStatus" "FlowAckStatus" NOT NULL,
    "ackDetails" JSONB NOT NULL DEFAULT '[]',
    "documentId" TEXT,
    "entryId" TEXT,
    "reportId" TEXT,
    "fileHash" TEXT,
    "fileType" TEXT,
    "givenHash" TEXT,
    "caller" JSONB,
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3),
    "unsettled" BOOLEAN NOT NULL DEFAULT true,
    "position" BIGSERIAL NOT NULL,

    CONSTRAINT "flows_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "flows_organizationId_companyId_updatedAt_idx" ON "flows"("organizationId", "companyId", "updatedAt");

-- CreateIndex
CREATE INDEX "flows_unsettled_idx" ON "flows"("position") WHERE (unsettled);

-- CreateIndex
CREATE INDEX "flows_tracking_idx" ON "flows"("organizationId", "trackingId", "updatedAt") WHERE ("trackingId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "flows_file_idx" ON "flows"("organizationId", "fileHash") WHERE ("fileHash" IS NOT NULL);

-- CreateIndex
CREATE INDEX "flows_report_idx" ON "flows"("organizationId", "reportId") WHERE ("reportId" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "flows_organizationId_updatedAt_key" ON "flows"("organizationId", "updatedAt");

-- AddForeignKey
ALTER TABLE "flows" ADD CONSTRAINT "flows_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What has moved before. Its moments are given by the relay, as to everything new.
INSERT INTO "flows" ("organizationId", "id", "companyId", "name", "direction", "type", "syntax", "profile",
  "processingRule", "sha256", "ackStatus", "documentId", "entryId", "submittedAt")
WITH invoices AS (
  SELECT *, (direction = 'incoming') = "selfBilled" AS "isSupplier",
    coalesce("senderVatNumber" LIKE 'FR%', "senderPeppolId" ~ '^(0002|0009|0225|9957):', false) AS "fromFrance",
    coalesce("receiverVatNumber" LIKE 'FR%', "receiverPeppolId" ~ '^(0002|0009|0225|9957):', false) AS "toFrance",
    "receiverVatNumber" IS NULL AND "receiverPeppolId" IS NULL AS "toNobody"
  FROM "documents"
  WHERE "type" IN ('invoice', 'credit-note', 'debit-note') AND "syntax" IN ('ubl', 'cii') AND "deliveryStatus" IS NOT NULL
), ruled AS (
  SELECT *, CASE
      WHEN "fromFrance" AND "toFrance" THEN 'B2B'
      WHEN "fromFrance" AND "toNobody" THEN 'B2C'
      WHEN "fromFrance" OR "toFrance" THEN 'B2BInt'
      ELSE 'OutOfScope' END AS "rule"
  FROM invoices
)
SELECT "organizationId", 'flow_' || substr("id", 5), "companyId",
  left(coalesce("fileName", "number" || '.xml'), 255), "direction",
  CASE WHEN "isSupplier" THEN 'CustomerInvoice' ELSE 'SupplierInvoice' END,
  CASE WHEN "originalType" = 'application/pdf' THEN 'Factur-X' ELSE upper("syntax") END,
  CASE
    WHEN "specification" LIKE '%extended-ctc-fr%' THEN 'Extended-CTC-FR'
    WHEN "specification" LIKE '%:basic%' THEN 'Basic'
    WHEN "specification" IS NOT NULL THEN 'CIUS' END,
  "rule", coalesce(CASE WHEN "originalType" = 'application/pdf' THEN "originalHash" END, "fileHash"), 'ok'::"FlowAckStatus", "id", NULL,
  "createdAt"
FROM ruled
UNION ALL
SELECT ruled."organizationId", 'flow_' || substr(entry."id", 6), ruled."companyId",
  left(ruled."number" || '_CDV-' || entry."frenchStatus" || '.xml', 255),
  CASE WHEN entry."source" IN ('api', 'payment') THEN 'outgoing' ELSE 'incoming' END::"Direction",
  CASE WHEN "isSupplier" THEN 'CustomerInvoiceLC' ELSE 'SupplierInvoiceLC' END, 'CDAR', NULL,
  "rule", NULL, 'ok'::"FlowAckStatus", ruled."id", entry."id", entry."recordedAt"
FROM ruled JOIN "lifecycle_entries" AS entry
  ON entry."organizationId" = ruled."organizationId" AND entry."documentId" = ruled."id"
WHERE entry."frenchStatus" IS NOT NULL;
