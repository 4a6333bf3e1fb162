-- PostgreSQL logs of a new version of a row all that is between the first and the last byte that changed. So what changes of a
-- document stands at the end of its row, side by side: where there are no documents yet. Of others the order stays; nothing
-- depends on it.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM "documents") THEN
    RETURN;
  END IF;
  LOCK TABLE "documents";
  IF EXISTS (SELECT 1 FROM "documents") THEN
    RETURN;
  END IF;

  DROP TRIGGER documents_begin ON "documents";
  DROP TRIGGER documents_open ON "documents";
  DROP TRIGGER documents_close ON "documents";
  DROP TRIGGER documents_end ON "documents";

  -- Their indexes go with them.
  ALTER TABLE "documents"
    DROP COLUMN "archived",
    DROP COLUMN "read",
    DROP COLUMN "errorCode",
    DROP COLUMN "errorMessage",
    DROP COLUMN "lifecycleStatus",
    DROP COLUMN "frenchStatus",
    DROP COLUMN "lifecycleAt",
    DROP COLUMN "lifecycleVersion",
    DROP COLUMN "status",
    DROP COLUMN "deliveryStatus",
    DROP COLUMN "sentAt",
    DROP COLUMN "deliveredAt",
    DROP COLUMN "updatedAt";
  ALTER TABLE "documents"
    ADD COLUMN "archived" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "read" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "errorCode" TEXT,
    ADD COLUMN "errorMessage" TEXT,
    ADD COLUMN "lifecycleStatus" "LifecycleStatus" NOT NULL,
    ADD COLUMN "frenchStatus" TEXT,
    ADD COLUMN "lifecycleAt" TIMESTAMPTZ(3),
    ADD COLUMN "lifecycleVersion" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "status" "DocumentStatus" NOT NULL,
    ADD COLUMN "deliveryStatus" "DeliveryStatus",
    ADD COLUMN "sentAt" TIMESTAMPTZ(3),
    ADD COLUMN "deliveredAt" TIMESTAMPTZ(3),
    ADD COLUMN "updatedAt" TIMESTAMPTZ(3) NOT NULL;

  CREATE INDEX "documents_organizationId_lifecycleStatus_id_idx" ON "documents"("organizationId", "lifecycleStatus", "id");
  CREATE INDEX "documents_organizationId_archived_id_idx" ON "documents"("organizationId", "archived", "id");
  CREATE INDEX "documents_unread_idx" ON "documents"("organizationId", "id") WHERE "direction" = 'incoming' AND NOT "read";
  CREATE INDEX "documents_with_error_idx" ON "documents"("organizationId", "companyId", "createdAt") WHERE "errorCode" IS NOT NULL;

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
END $$;
