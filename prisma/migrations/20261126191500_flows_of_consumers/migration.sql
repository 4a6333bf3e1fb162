-- compatible
-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "flows_of_consumers_idx" ON "flows"("organizationId", "documentId") WHERE (("documentId" IS NOT NULL) AND ("processingRule" = 'B2C'::text));
DROP INDEX CONCURRENTLY IF EXISTS "flows_given_rule_idx";
