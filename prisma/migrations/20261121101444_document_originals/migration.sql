-- AlterTable
ALTER TABLE "documents" DROP COLUMN "evidence",
ADD COLUMN     "envelopeHash" TEXT,
ADD COLUMN     "originalHash" TEXT,
ADD COLUMN     "originalType" TEXT;
