-- AlterTable
ALTER TABLE "simulated_messages" ADD COLUMN     "sends" INTEGER NOT NULL DEFAULT 1;
