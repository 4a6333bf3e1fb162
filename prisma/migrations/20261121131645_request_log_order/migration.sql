-- CreateIndex
CREATE INDEX "request_logs_organizationId_startedAt_id_idx" ON "request_logs"("organizationId", "startedAt", "id");
