-- Readers and writers go on while the foreign keys of the migration before are looked at.
DO $$
DECLARE one record;
BEGIN
  FOR one IN
    SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
    WHERE contype = 'f' AND NOT convalidated AND connamespace = current_schema()::regnamespace ORDER BY conrelid, conname
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', one.owner, one.name);
  END LOOP;
END $$;
