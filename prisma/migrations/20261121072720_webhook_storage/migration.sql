-- DropIndex
DROP INDEX "webhook_deliveries_createdAt_idx";

-- CreateIndex
CREATE INDEX "webhook_deliveries_createdAt_idx" ON "webhook_deliveries" USING BRIN ("createdAt");

-- Rows that change soon after they are written find room beside themselves: their indexes are then left alone.
ALTER TABLE "work" SET (fillfactor = 50);
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70);
