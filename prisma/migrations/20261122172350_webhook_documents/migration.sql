-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "document" TEXT,
ADD COLUMN     "documentScopes" TEXT[] DEFAULT ARRAY[]::TEXT[];
