-- DropIndex
DROP INDEX "delivery_attempts_organizationId_documentId_number_idx";

-- DropIndex
DROP INDEX "documents_organizationId_direction_instanceId_key";

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "channel" TEXT;

-- CreateTable
CREATE TABLE "message_statuses" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "description" TEXT,
    "issues" JSONB NOT NULL DEFAULT '[]',
    "senderId" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "fileHash" TEXT NOT NULL,
    "issuedAt" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_statuses_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "message_statuses_organizationId_documentId_instanceId_key" ON "message_statuses"("organizationId", "documentId", "instanceId");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_attempts_organizationId_documentId_startedAt_key" ON "delivery_attempts"("organizationId", "documentId", "startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "documents_instanceId_organizationId_direction_key" ON "documents"("instanceId", "organizationId", "direction");

-- AddForeignKey
ALTER TABLE "message_statuses" ADD CONSTRAINT "message_statuses_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was on its way before went over the network.
UPDATE "documents" SET "channel" = 'peppol' WHERE "direction" = 'outgoing' AND "instanceId" IS NOT NULL;
