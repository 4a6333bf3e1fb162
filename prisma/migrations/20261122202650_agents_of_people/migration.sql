-- AlterTable
ALTER TABLE "handoffs" ADD COLUMN     "clientId" TEXT,
ADD COLUMN     "redirectUri" TEXT;

-- CreateIndex
CREATE INDEX "api_keys_allowedByUser_idx" ON "api_keys"("allowedByUser");

-- CreateIndex
CREATE INDEX "handoffs_madeByUser_idx" ON "handoffs"("madeByUser");

-- CreateIndex
CREATE INDEX "oauth_requests_allowedByUser_idx" ON "oauth_requests"("allowedByUser");
