-- CreateEnum
CREATE TYPE "ReportStatus" AS ENUM ('pending', 'reported', 'failed');

-- CreateEnum
CREATE TYPE "LifecycleParty" AS ENUM ('buyer', 'supplier', 'platform');

-- CreateEnum
CREATE TYPE "LifecycleSource" AS ENUM ('api', 'network', 'automatic', 'payment');

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "frenchStatus" TEXT,
ADD COLUMN     "lifecycleVersion" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "compliance_reports" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "reportedTo" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "frenchStatus" TEXT,
    "status" "ReportStatus" NOT NULL,
    "platformReference" TEXT,
    "platformResponse" JSONB,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextCheckAt" TIMESTAMPTZ(3),
    "dueBy" TIMESTAMPTZ(3) NOT NULL,
    "fileHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "reportedAt" TIMESTAMPTZ(3),

    CONSTRAINT "compliance_reports_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "lifecycle_entries" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "status" "LifecycleStatus",
    "frenchStatus" TEXT,
    "party" "LifecycleParty" NOT NULL,
    "source" "LifecycleSource" NOT NULL,
    "author" TEXT NOT NULL,
    "happenedAt" TIMESTAMPTZ(3) NOT NULL,
    "recordedAt" TIMESTAMPTZ(3) NOT NULL,
    "reasonCode" TEXT,
    "motif" TEXT,
    "reason" TEXT,
    "note" TEXT,
    "requestedAction" TEXT,
    "payment" JSONB,
    "amounts" JSONB NOT NULL DEFAULT '[]',
    "corrections" JSONB NOT NULL DEFAULT '[]',
    "rules" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "relatedDocumentId" TEXT,
    "messageId" TEXT,

    CONSTRAINT "lifecycle_entries_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "lifecycle_messages" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "entryId" TEXT,
    "direction" "Direction" NOT NULL,
    "syntax" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "senderPeppolId" TEXT NOT NULL,
    "receiverPeppolId" TEXT NOT NULL,
    "documentTypeId" TEXT NOT NULL,
    "processId" TEXT NOT NULL,
    "fileHash" TEXT,
    "deliveryStatus" "DeliveryStatus" NOT NULL,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "deliveredAt" TIMESTAMPTZ(3),

    CONSTRAINT "lifecycle_messages_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "compliance_reports_organizationId_companyId_id_idx" ON "compliance_reports"("organizationId", "companyId", "id");

-- CreateIndex
CREATE INDEX "compliance_reports_reportedTo_platformReference_idx" ON "compliance_reports"("reportedTo", "platformReference");

-- CreateIndex
CREATE UNIQUE INDEX "compliance_reports_organizationId_documentId_reportedTo_sub_key" ON "compliance_reports"("organizationId", "documentId", "reportedTo", "subject");

-- CreateIndex
CREATE INDEX "lifecycle_entries_organizationId_documentId_id_idx" ON "lifecycle_entries"("organizationId", "documentId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lifecycle_messages_organizationId_direction_instanceId_key" ON "lifecycle_messages"("organizationId", "direction", "instanceId");

-- CreateIndex
CREATE UNIQUE INDEX "lifecycle_messages_organizationId_documentId_direction_numb_key" ON "lifecycle_messages"("organizationId", "documentId", "direction", "number");

-- AddForeignKey
ALTER TABLE "compliance_reports" ADD CONSTRAINT "compliance_reports_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lifecycle_entries" ADD CONSTRAINT "lifecycle_entries_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lifecycle_messages" ADD CONSTRAINT "lifecycle_messages_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
