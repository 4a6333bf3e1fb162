-- CreateIndex
CREATE INDEX "documents_organizationId_status_id_idx" ON "documents"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_deliveryStatus_id_idx" ON "documents"("organizationId", "deliveryStatus", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_lifecycleStatus_id_idx" ON "documents"("organizationId", "lifecycleStatus", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_type_id_idx" ON "documents"("organizationId", "type", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_senderPeppolId_id_idx" ON "documents"("organizationId", "senderPeppolId", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_receiverPeppolId_id_idx" ON "documents"("organizationId", "receiverPeppolId", "id");

-- CreateIndex
CREATE INDEX "documents_organizationId_createdAt_idx" ON "documents"("organizationId", "createdAt");

-- CreateIndex
CREATE INDEX "documents_names_idx" ON "documents" USING GIN ("number" gin_trgm_ops, "senderName" gin_trgm_ops, "receiverName" gin_trgm_ops);
