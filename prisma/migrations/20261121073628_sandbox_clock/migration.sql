-- AlterTable
ALTER TABLE "work" ADD COLUMN     "advanced" BOOLEAN NOT NULL DEFAULT false;
