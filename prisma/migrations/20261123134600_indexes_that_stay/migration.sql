-- compatible
-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "documents_organizationId_status_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "documents_organizationId_deliveryStatus_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "documents_failed_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_with_error_idx" ON "documents"("organizationId", "companyId", "createdAt") WHERE "errorCode" IS NOT NULL;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "events_number_key" ON "events"("organizationId", "seq") WHERE (seq IS NOT NULL);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_open_number_idx" ON "events"("organizationId", "seq") WHERE (("acknowledgedAt" IS NULL) AND (seq IS NOT NULL));
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_company_number_idx" ON "events"("organizationId", "companyId", "seq") WHERE (seq IS NOT NULL);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "flows_moment_key" ON "flows"("organizationId", "updatedAt") WHERE ("updatedAt" IS NOT NULL);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "flows_company_moment_idx" ON "flows"("organizationId", "companyId", "updatedAt") WHERE ("updatedAt" IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS "events_organizationId_seq_key";
DROP INDEX CONCURRENTLY IF EXISTS "events_unacknowledged_idx";
DROP INDEX CONCURRENTLY IF EXISTS "events_organizationId_companyId_seq_idx";
DROP INDEX CONCURRENTLY IF EXISTS "flows_organizationId_updatedAt_key";
DROP INDEX CONCURRENTLY IF EXISTS "flows_organizationId_companyId_updatedAt_idx";
