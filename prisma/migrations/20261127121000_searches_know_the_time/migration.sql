-- compatible
-- concurrently
-- The span of time that an identifier begins with, twelve days each: a search looks at some of them instead of all there is. As a
-- list, because an index looks for one of many in a list at once, and for one of many texts once for each.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_words_in_time_idx" ON "documents" USING GIN ("organizationId", (ARRAY[substr("id", 5, 4)]), to_tsvector('simple', "searchText"));
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_parts_in_time_idx" ON "documents" USING GIN ("organizationId", (ARRAY[substr("id", 5, 4)]), "number" gin_trgm_ops, "senderName" gin_trgm_ops, "receiverName" gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS "documents_words_idx";
DROP INDEX CONCURRENTLY IF EXISTS "documents_parts_idx";
