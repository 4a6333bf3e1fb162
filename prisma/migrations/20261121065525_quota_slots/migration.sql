-- AlterTable
ALTER TABLE "monthly_usage" DROP CONSTRAINT "monthly_usage_pkey",
ADD COLUMN     "slot" INTEGER NOT NULL DEFAULT 0,
ADD CONSTRAINT "monthly_usage_pkey" PRIMARY KEY ("organizationId", "month", "slot");
