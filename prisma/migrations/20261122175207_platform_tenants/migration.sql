-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowedNetworks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "documentsPerMonth" INTEGER,
ADD COLUMN     "label" TEXT,
ADD COLUMN     "replacedById" TEXT;

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "bouncesWhileSuspended" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "documentsPerMonth" INTEGER,
ADD COLUMN     "offboardedAt" TIMESTAMPTZ(3),
ADD COLUMN     "receivesDocuments" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "requestsPerMinute" INTEGER,
ADD COLUMN     "suspendedAt" TIMESTAMPTZ(3),
ADD COLUMN     "suspensionReason" TEXT;

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "pausedWithCompany" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "api_key_uses" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "operation" TEXT,

    CONSTRAINT "api_key_uses_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "counted_usage" (
    "organizationId" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "slot" INTEGER NOT NULL DEFAULT 0,
    "documents" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "counted_usage_pkey" PRIMARY KEY ("organizationId","subjectId","month","slot")
);

-- CreateIndex
CREATE INDEX "counted_usage_organizationId_month_idx" ON "counted_usage"("organizationId", "month");

-- AddForeignKey
ALTER TABLE "api_key_uses" ADD CONSTRAINT "api_key_uses_organizationId_id_fkey" FOREIGN KEY ("organizationId", "id") REFERENCES "api_keys"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "counted_usage" ADD CONSTRAINT "counted_usage_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
