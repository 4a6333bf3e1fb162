-- Identifiers never change, and a distributed database refuses a foreign key that would follow them: none has ON UPDATE any
-- more. What is stored is not looked at here, while everybody waits for the tables.
DO $$
DECLARE one record;
BEGIN
  FOR one IN
    SELECT conrelid::regclass AS owner, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'f' AND confupdtype <> 'a' AND connamespace = current_schema()::regnamespace ORDER BY conrelid, conname
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s NOT VALID', one.owner, one.name, one.name,
      replace(one.definition, ' ON UPDATE CASCADE', ''));
  END LOOP;
END $$;
