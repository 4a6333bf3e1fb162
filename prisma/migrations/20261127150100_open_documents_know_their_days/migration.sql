-- compatible
-- A document keeps the days that it was stored with. By itself, because Citus replaces no function in the transaction that changed a
-- table of tenants; where those are distributed, the function writes to the part beside the row, and `db:distribute` replaces it.
DO $do$
BEGIN
  IF EXISTS (SELECT FROM pg_proc WHERE proname = 'open_document' AND prosrc LIKE '%get_shard_id%') THEN
    RETURN;
  END IF;
  CREATE OR REPLACE FUNCTION open_document() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO open_documents ("organizationId", "documentId", status, "deliveryStatus", "issueDate", "dueDate")
      VALUES (NEW."organizationId", NEW.id, NEW.status, NEW."deliveryStatus", NEW."issueDate", NEW."dueDate")
      ON CONFLICT ("organizationId", "documentId")
      DO UPDATE SET status = excluded.status, "deliveryStatus" = excluded."deliveryStatus";
    RETURN NULL;
  END $$;
END $do$;
