-- compatible
-- By itself, so that the lock of the trigger is gone, and before there is an index: the rows stay in their pages.
UPDATE "partners" SET "activeHour" = date_trunc('hour', "lastActivityAt" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
WHERE "lastActivityAt" IS NOT NULL AND "activeHour" IS NULL;
