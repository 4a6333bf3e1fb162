-- compatible
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_words_idx" ON "documents" USING GIN ("organizationId" varchar_ops, to_tsvector('simple', "searchText"));
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_parts_idx" ON "documents" USING GIN ("organizationId" varchar_ops, "number" gin_trgm_ops, "senderName" gin_trgm_ops, "receiverName" gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_organizationId_searchText_idx" ON "companies" USING GIN ("organizationId" varchar_ops, "searchText" gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "partners_organizationId_tags_idx" ON "partners" USING GIN ("organizationId" varchar_ops, "tags");
CREATE INDEX CONCURRENTLY IF NOT EXISTS "partners_organizationId_metadata_idx" ON "partners" USING GIN ("organizationId" varchar_ops, "metadata" jsonb_path_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "partners_organizationId_searchText_idx" ON "partners" USING GIN ("organizationId" varchar_ops, "searchText" gin_trgm_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_organizationId_bankIds_idx" ON "payments" USING GIN ("organizationId" varchar_ops, "bankIds");
DROP INDEX CONCURRENTLY IF EXISTS "documents_search_idx";
DROP INDEX CONCURRENTLY IF EXISTS "documents_names_idx";
DROP INDEX CONCURRENTLY IF EXISTS "companies_searchText_idx";
DROP INDEX CONCURRENTLY IF EXISTS "partners_tags_idx";
DROP INDEX CONCURRENTLY IF EXISTS "partners_metadata_idx";
DROP INDEX CONCURRENTLY IF EXISTS "partners_searchText_idx";
DROP INDEX CONCURRENTLY IF EXISTS "payments_bankIds_idx";
