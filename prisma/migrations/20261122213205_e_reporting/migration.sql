-- CreateEnum
CREATE TYPE "EReportingKind" AS ENUM ('transactions', 'purchases', 'payments');

-- CreateEnum
CREATE TYPE "EReportingStatus" AS ENUM ('open', 'pending', 'reported', 'failed');

-- CreateTable
CREATE TABLE "e_reporting_periods" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "kind" "EReportingKind" NOT NULL,
    "firstDay" DATE NOT NULL,
    "lastDay" DATE NOT NULL,
    "status" "EReportingStatus" NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "reportedRevision" INTEGER NOT NULL DEFAULT 0,
    "platformReference" TEXT,
    "platformResponse" JSONB,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextCheckAt" TIMESTAMPTZ(3),
    "dueBy" TIMESTAMPTZ(3) NOT NULL,
    "fileHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "reportedAt" TIMESTAMPTZ(3),

    CONSTRAINT "e_reporting_periods_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "e_reporting_entries" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "kind" "EReportingKind" NOT NULL,
    "periodId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "category" TEXT,
    "currency" TEXT NOT NULL,
    "vatRate" DECIMAL(5,2) NOT NULL,
    "amount" DECIMAL(15,2) NOT NULL,
    "vatAmount" DECIMAL(15,2) NOT NULL,
    "count" INTEGER NOT NULL,
    "reference" TEXT,
    "documentId" TEXT,
    "paymentId" TEXT,
    "invoice" TEXT,
    "problem" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "e_reporting_entries_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "e_reporting_periods_organizationId_fileHash_idx" ON "e_reporting_periods"("organizationId", "fileHash");

-- CreateIndex
CREATE UNIQUE INDEX "e_reporting_periods_organizationId_companyId_kind_firstDay_key" ON "e_reporting_periods"("organizationId", "companyId", "kind", "firstDay");

-- CreateIndex
CREATE INDEX "e_reporting_entries_organizationId_periodId_idx" ON "e_reporting_entries"("organizationId", "periodId");

-- CreateIndex
CREATE INDEX "e_reporting_entries_document_idx" ON "e_reporting_entries"("organizationId", "documentId") WHERE ("documentId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "flows_given_rule_idx" ON "flows"("organizationId", "documentId") WHERE ("ruleGiven" AND ("documentId" IS NOT NULL));

-- CreateIndex
CREATE UNIQUE INDEX "e_reporting_entries_organizationId_companyId_kind_reference_key" ON "e_reporting_entries"("organizationId", "companyId", "kind", "reference");

-- AddForeignKey
ALTER TABLE "e_reporting_periods" ADD CONSTRAINT "e_reporting_periods_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "e_reporting_entries" ADD CONSTRAINT "e_reporting_entries_organizationId_periodId_fkey" FOREIGN KEY ("organizationId", "periodId") REFERENCES "e_reporting_periods"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
