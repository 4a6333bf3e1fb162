-- compatible
-- Webhooks that agents made end with them: of those that were made before, nobody knows who made them.
ALTER TABLE "webhooks" ADD COLUMN     "endsWithKeyId" TEXT,
ADD COLUMN     "pausedWithKey" BOOLEAN NOT NULL DEFAULT false;
