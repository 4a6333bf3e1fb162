-- compatible
-- A document keeps the days that it was stored with. By itself, because Citus replaces no function in the transaction that changed a
-- table of tenants.
CREATE OR REPLACE FUNCTION open_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_documents ("organizationId", "documentId", status, "deliveryStatus", "issueDate", "dueDate")
    VALUES (NEW."organizationId", NEW.id, NEW.status, NEW."deliveryStatus", NEW."issueDate", NEW."dueDate")
    ON CONFLICT ("organizationId", "documentId")
    DO UPDATE SET status = excluded.status, "deliveryStatus" = excluded."deliveryStatus";
  RETURN NULL;
END $$;
