-- CreateIndex
CREATE INDEX "documents_organizationId_billingReference_idx" ON "documents"("organizationId", "billingReference");
