-- AlterTable
ALTER TABLE "idempotency_records" ADD COLUMN     "fileName" TEXT;
