-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "taxPointCode" TEXT;
