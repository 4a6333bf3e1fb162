-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "pausedByFailures" BOOLEAN NOT NULL DEFAULT false;

-- Of those that are paused now, what speaks for it: as many failures as end a delivery.
UPDATE "webhooks" SET "pausedByFailures" = true
WHERE status = 'paused' AND NOT "pausedWithCompany" AND "failureCount" >= 8;
