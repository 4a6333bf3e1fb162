-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "deletionDueAt" TIMESTAMPTZ(3);
