-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "lifecycleAt" TIMESTAMPTZ(3);
