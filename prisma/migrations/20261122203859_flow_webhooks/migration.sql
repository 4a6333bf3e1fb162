-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "callback" BYTEA,
ADD COLUMN     "delivers" TEXT NOT NULL DEFAULT 'events',
ADD COLUMN     "flowAckStatus" "FlowAckStatus",
ADD COLUMN     "flowDirection" "Direction",
ADD COLUMN     "flowRules" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "flowTypes" TEXT[] DEFAULT ARRAY[]::TEXT[];
