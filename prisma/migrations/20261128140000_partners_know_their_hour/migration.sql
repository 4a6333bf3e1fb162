-- compatible
-- The order of activity begins with the hour of the last one. The time itself changes with each document, and a change of what is in
-- an index writes all indexes of the partner anew.
-- Citus makes no function in a transaction that changed a table on several connections at once, and takes a trigger only where it is
-- told to: this one changes its own row alone.
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
SET LOCAL citus.enable_unsafe_triggers TO on;
ALTER TABLE "partners" ADD COLUMN "activeHour" TIMESTAMPTZ(3);
CREATE FUNCTION keep_active_hour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."activeHour" := date_trunc('hour', NEW."lastActivityAt" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  RETURN NEW;
END $$;
CREATE TRIGGER partners_active BEFORE INSERT OR UPDATE OF "lastActivityAt" ON "partners" FOR EACH ROW
  WHEN (NEW."lastActivityAt" IS NOT NULL OR NEW."activeHour" IS NOT NULL) EXECUTE FUNCTION keep_active_hour();
