-- compatible
-- A partition does not take the fill factor of the whole table, so months had none. See 20261125225100.
DO $$
DECLARE month regclass;
BEGIN
  FOR month IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 40)', month);
  END LOOP;
END $$;
