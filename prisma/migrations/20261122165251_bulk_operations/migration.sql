-- CreateEnum
CREATE TYPE "BulkKind" AS ENUM ('export', 'send');

-- CreateEnum
CREATE TYPE "BulkStatus" AS ENUM ('running', 'cancelling', 'completed', 'cancelled', 'failed');

-- CreateEnum
CREATE TYPE "BulkFormat" AS ENUM ('jsonl', 'csv');

-- CreateTable
CREATE TABLE "bulk_operations" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "BulkKind" NOT NULL,
    "status" "BulkStatus" NOT NULL DEFAULT 'running',
    "format" "BulkFormat" NOT NULL,
    "companyId" TEXT,
    "caller" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "access" TEXT[],
    "query" TEXT,
    "cursor" TEXT,
    "total" INTEGER,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "portionsRead" INTEGER NOT NULL DEFAULT 0,
    "portions" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "error" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_operations_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "bulk_portions" (
    "organizationId" TEXT NOT NULL,
    "operationId" TEXT NOT NULL,
    "isResult" BOOLEAN NOT NULL,
    "number" INTEGER NOT NULL,
    "fileHash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "bytesBefore" BIGINT NOT NULL,
    "linesBefore" INTEGER NOT NULL,

    CONSTRAINT "bulk_portions_pkey" PRIMARY KEY ("organizationId","operationId","isResult","number")
);

-- CreateTable
CREATE TABLE "bulk_outcomes" (
    "organizationId" TEXT NOT NULL,
    "operationId" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "outcome" JSONB NOT NULL,

    CONSTRAINT "bulk_outcomes_pkey" PRIMARY KEY ("organizationId","operationId","line")
);

-- CreateIndex
CREATE INDEX "bulk_operations_open_idx" ON "bulk_operations"("organizationId") WHERE ("endedAt" IS NULL);

-- CreateIndex
CREATE INDEX "bulk_portions_organizationId_fileHash_idx" ON "bulk_portions"("organizationId", "fileHash");

-- AddForeignKey
ALTER TABLE "bulk_operations" ADD CONSTRAINT "bulk_operations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_operations" ADD CONSTRAINT "bulk_operations_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_portions" ADD CONSTRAINT "bulk_portions_organizationId_operationId_fkey" FOREIGN KEY ("organizationId", "operationId") REFERENCES "bulk_operations"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_outcomes" ADD CONSTRAINT "bulk_outcomes_organizationId_operationId_fkey" FOREIGN KEY ("organizationId", "operationId") REFERENCES "bulk_operations"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
