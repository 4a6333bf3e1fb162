-- compatible
-- Lists of documents in a state are narrowed by days before each document is looked at. A document keeps the days that it was stored
-- with. Those that are open already have none here, and are looked at as before.
ALTER TABLE "open_documents" ADD COLUMN "issueDate" DATE, ADD COLUMN "dueDate" DATE;

CREATE OR REPLACE FUNCTION open_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_documents ("organizationId", "documentId", status, "deliveryStatus", "issueDate", "dueDate")
    VALUES (NEW."organizationId", NEW.id, NEW.status, NEW."deliveryStatus", NEW."issueDate", NEW."dueDate")
    ON CONFLICT ("organizationId", "documentId")
    DO UPDATE SET status = excluded.status, "deliveryStatus" = excluded."deliveryStatus";
  RETURN NULL;
END $$;
