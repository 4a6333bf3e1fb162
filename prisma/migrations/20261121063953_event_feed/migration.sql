-- AlterTable
ALTER TABLE "events" ADD COLUMN     "acknowledgedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "events_unacknowledged_idx" ON "events"("organizationId", "seq") WHERE ("acknowledgedAt" IS NULL);

-- CreateIndex
CREATE INDEX "events_organizationId_companyId_seq_idx" ON "events"("organizationId", "companyId", "seq");

-- CreateIndex
CREATE INDEX "events_createdAt_idx" ON "events" USING BRIN ("createdAt");
