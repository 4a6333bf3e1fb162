-- AlterTable
ALTER TABLE "work" ADD COLUMN     "instanceId" TEXT;

-- CreateTable
CREATE TABLE "instances" (
    "id" TEXT NOT NULL,
    "beatAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);
