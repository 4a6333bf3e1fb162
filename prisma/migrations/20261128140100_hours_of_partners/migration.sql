-- compatible
-- By itself, so that the lock of the trigger is gone, and before there is an index on it, so that a row that has room stays in its
-- page. Events are numbered when it is done: who numbers them holds partners in another order.
SELECT pg_advisory_xact_lock(727274002);
UPDATE "partners" SET "activeHour" = date_trunc('hour', "lastActivityAt" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
WHERE "lastActivityAt" IS NOT NULL AND "activeHour" IS NULL;
