-- What has only a time to be kept is partitioned by month. The table that there was becomes the partition of what has no
-- month of its own: no row is read or copied for it. Months are made by src/kernel/database/partitions.ts.

-- How far the feed of each organization has been forgotten, while rows stay until their month is dropped.
ALTER TABLE "event_sequences" ADD COLUMN "forgotten" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "events" RENAME TO "events_rest";
ALTER INDEX "events_pkey" RENAME TO "events_rest_pkey";
ALTER INDEX "events_unnumbered_idx" RENAME TO "events_rest_unnumbered_idx";
ALTER INDEX "events_createdAt_idx" RENAME TO "events_rest_createdAt_idx";
ALTER INDEX "events_company_number_idx" RENAME TO "events_rest_company_number_idx";
ALTER INDEX "events_open_number_idx" RENAME TO "events_rest_open_number_idx";
-- Each partition has an index of its own like this one: one of the whole table would have to contain the identifier.
ALTER INDEX "events_number_key" RENAME TO "events_rest_number_key";

ALTER TABLE "webhook_deliveries" RENAME TO "webhook_deliveries_rest";
ALTER INDEX "webhook_deliveries_pkey" RENAME TO "webhook_deliveries_rest_pkey";
ALTER INDEX "webhook_deliveries_organizationId_webhookId_id_idx" RENAME TO "webhook_deliveries_rest_organizationId_webhookId_id_idx";
ALTER INDEX "webhook_deliveries_createdAt_idx" RENAME TO "webhook_deliveries_rest_createdAt_idx";

ALTER TABLE "request_logs" RENAME TO "request_logs_rest";
ALTER TABLE "request_logs_rest" DROP CONSTRAINT "request_logs_pkey";
ALTER INDEX "request_logs_startedAt_idx" RENAME TO "request_logs_rest_startedAt_idx";
ALTER INDEX "request_logs_organizationId_startedAt_id_idx" RENAME TO "request_logs_rest_organizationId_startedAt_id_idx";

CREATE TABLE "events" (LIKE "events_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
CREATE TABLE "webhook_deliveries" (LIKE "webhook_deliveries_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
-- By the time: callers choose identifiers of requests.
CREATE TABLE "request_logs" (LIKE "request_logs_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("startedAt");

-- A table that is distributed takes only partitions beside it, and no index that is there already as its key.
DO $$
DECLARE one text;
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    FOREACH one IN ARRAY ARRAY['events', 'webhook_deliveries', 'request_logs'] LOOP
      IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = (one || '_rest')::regclass) THEN
        PERFORM create_distributed_table(one, 'organizationId', colocate_with => 'organizations');
        IF one = 'request_logs' THEN
          DROP INDEX "request_logs_time_key";
          ALTER TABLE "request_logs_rest"
            ADD CONSTRAINT "request_logs_rest_pkey" PRIMARY KEY ("organizationId", "id", "startedAt");
        END IF;
      END IF;
    END LOOP;
  END IF;
  IF to_regclass('"request_logs_time_key"') IS NOT NULL THEN
    ALTER TABLE "request_logs_rest" ADD CONSTRAINT "request_logs_rest_pkey" PRIMARY KEY USING INDEX "request_logs_time_key";
  END IF;
END $$;

ALTER TABLE "events" ADD CONSTRAINT "events_pkey" PRIMARY KEY ("organizationId", "id");
CREATE INDEX "events_unnumbered_idx" ON "events"("position") WHERE (seq IS NULL);
CREATE INDEX "events_open_number_idx" ON "events"("organizationId", "seq") WHERE (("acknowledgedAt" IS NULL) AND (seq IS NOT NULL));
CREATE INDEX "events_company_number_idx" ON "events"("organizationId", "companyId", "seq") WHERE (seq IS NOT NULL);
CREATE INDEX "events_createdAt_idx" ON "events" USING BRIN ("createdAt");
ALTER TABLE "events" ADD CONSTRAINT "events_organizationId_fkey"
  FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE;
ALTER TABLE "events" ADD CONSTRAINT "events_organizationId_companyId_fkey"
  FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE;
ALTER TABLE "events" ATTACH PARTITION "events_rest" DEFAULT;

ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("organizationId", "id");
CREATE INDEX "webhook_deliveries_organizationId_webhookId_id_idx" ON "webhook_deliveries"("organizationId", "webhookId", "id");
CREATE INDEX "webhook_deliveries_createdAt_idx" ON "webhook_deliveries" USING BRIN ("createdAt");
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organizationId_webhookId_fkey"
  FOREIGN KEY ("organizationId", "webhookId") REFERENCES "webhooks"("organizationId", "id") ON DELETE CASCADE;
ALTER TABLE "webhook_deliveries" ATTACH PARTITION "webhook_deliveries_rest" DEFAULT;

ALTER TABLE "request_logs" ADD CONSTRAINT "request_logs_pkey" PRIMARY KEY ("organizationId", "id", "startedAt");
CREATE INDEX "request_logs_startedAt_idx" ON "request_logs"("startedAt");
CREATE INDEX "request_logs_organizationId_startedAt_id_idx" ON "request_logs"("organizationId", "startedAt", "id");
ALTER TABLE "request_logs" ATTACH PARTITION "request_logs_rest" DEFAULT;
