-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "toldRequirements" TEXT;
