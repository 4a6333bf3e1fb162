-- CreateEnum
CREATE TYPE "SmpStatus" AS ENUM ('none', 'pending', 'registered', 'failed');

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "smpError" TEXT,
ADD COLUMN     "smpNextTryAt" TIMESTAMPTZ(3),
ADD COLUMN     "smpStatus" "SmpStatus" NOT NULL DEFAULT 'none',
ADD COLUMN     "smpStep" TEXT;
