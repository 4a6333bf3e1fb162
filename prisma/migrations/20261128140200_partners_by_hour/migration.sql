-- compatible
-- concurrently
-- Servers of the version before sort the partners of an organization by themselves from now on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "partners_organizationId_activeHour_idx" ON "partners"("organizationId", "activeHour");
DROP INDEX CONCURRENTLY IF EXISTS "partners_organizationId_lastActivityAt_id_idx";
