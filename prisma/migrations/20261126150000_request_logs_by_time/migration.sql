-- compatible
-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "request_logs_time_key" ON "request_logs"("organizationId", "id", "startedAt");
