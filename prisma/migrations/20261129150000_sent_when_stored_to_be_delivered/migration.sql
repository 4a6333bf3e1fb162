-- A document that is stored to be delivered is sent. Servers of the version before took that for taken over by the recipient's side,
-- which has a column of its own now: they must have stopped.
ALTER TABLE "documents" ADD COLUMN "takenOver" BOOLEAN NOT NULL DEFAULT false;
UPDATE "documents" SET "takenOver" = true WHERE "deliveryStatus" = 'pending' AND "status" = 'sent';
UPDATE "documents" SET "status" = 'sent' WHERE "deliveryStatus" IS NOT NULL AND "status" = 'draft';
