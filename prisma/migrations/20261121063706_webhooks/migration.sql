-- CreateEnum
CREATE TYPE "WebhookStatus" AS ENUM ('active', 'paused');

-- CreateEnum
CREATE TYPE "WebhookDeliveryStatus" AS ENUM ('pending', 'delivered', 'failed');

-- DropIndex
DROP INDEX "work_due_idx";

-- CreateTable
CREATE TABLE "webhooks" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "status" "WebhookStatus" NOT NULL DEFAULT 'active',
    "companyId" TEXT,
    "secret" BYTEA NOT NULL,
    "previousSecret" BYTEA,
    "previousSecretUntil" TIMESTAMPTZ(3),
    "failureCount" INTEGER NOT NULL DEFAULT 0,
    "lastDeliveredAt" TIMESTAMPTZ(3),
    "pausedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "eventType" TEXT NOT NULL,
    "status" "WebhookDeliveryStatus" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "log" JSONB NOT NULL DEFAULT '[]',
    "deliveredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_organizationId_webhookId_id_idx" ON "webhook_deliveries"("organizationId", "webhookId", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_createdAt_idx" ON "webhook_deliveries"("createdAt");

-- CreateIndex
CREATE INDEX "work_due_idx" ON "work"("kind", "dueAt") WHERE ("failedAt" IS NULL);

-- CreateIndex
CREATE INDEX "work_due_by_target_idx" ON "work"("kind", "target", "dueAt") WHERE ("failedAt" IS NULL);

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organizationId_webhookId_fkey" FOREIGN KEY ("organizationId", "webhookId") REFERENCES "webhooks"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Stored answers are sealed from now on; those that are not cannot be opened any more.
DELETE FROM "idempotency_records";
