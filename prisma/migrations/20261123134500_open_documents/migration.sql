-- CreateTable
CREATE TABLE "open_documents" (
    "organizationId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "status" "DocumentStatus" NOT NULL,
    "deliveryStatus" "DeliveryStatus",

    CONSTRAINT "open_documents_pkey" PRIMARY KEY ("organizationId","documentId")
);

-- CreateIndex
CREATE INDEX "open_documents_organizationId_status_documentId_idx" ON "open_documents"("organizationId", "status", "documentId");

-- CreateIndex
CREATE INDEX "open_documents_organizationId_deliveryStatus_documentId_idx" ON "open_documents"("organizationId", "deliveryStatus", "documentId");

-- Whoever changes the status of a document keeps the list of those that are open.
CREATE FUNCTION open_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO open_documents VALUES (NEW."organizationId", NEW.id, NEW.status, NEW."deliveryStatus")
    ON CONFLICT ("organizationId", "documentId")
    DO UPDATE SET status = excluded.status, "deliveryStatus" = excluded."deliveryStatus";
  RETURN NULL;
END $$;
CREATE FUNCTION close_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM open_documents WHERE "organizationId" = OLD."organizationId" AND "documentId" = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_begin AFTER INSERT ON "documents" FOR EACH ROW
  WHEN (NEW.status <> 'delivered' OR NEW."deliveryStatus" <> 'delivered') EXECUTE FUNCTION open_document();
CREATE TRIGGER documents_open AFTER UPDATE OF status, "deliveryStatus" ON "documents" FOR EACH ROW
  WHEN ((NEW.status <> 'delivered' OR NEW."deliveryStatus" <> 'delivered')
    AND (OLD.status, OLD."deliveryStatus") IS DISTINCT FROM (NEW.status, NEW."deliveryStatus"))
  EXECUTE FUNCTION open_document();
CREATE TRIGGER documents_close AFTER UPDATE OF status, "deliveryStatus" ON "documents" FOR EACH ROW
  WHEN ((NEW.status <> 'delivered' OR NEW."deliveryStatus" <> 'delivered') IS NOT TRUE
    AND (OLD.status <> 'delivered' OR OLD."deliveryStatus" <> 'delivered'))
  EXECUTE FUNCTION close_document();
CREATE TRIGGER documents_end AFTER DELETE ON "documents" FOR EACH ROW
  WHEN (OLD.status <> 'delivered' OR OLD."deliveryStatus" <> 'delivered') EXECUTE FUNCTION close_document();

INSERT INTO "open_documents" SELECT "organizationId", id, status, "deliveryStatus" FROM "documents"
WHERE status <> 'delivered' OR "deliveryStatus" <> 'delivered';

-- A new version of a row stays in its page, where there is room for it.
ALTER TABLE "documents" SET (fillfactor = 80);
