-- compatible
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "partners_aliases_idx" ON "partners" USING GIN ("organizationId" varchar_ops, "aliases") WHERE (aliases <> '{}'::text[]);
