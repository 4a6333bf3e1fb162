-- CreateEnum
CREATE TYPE "PaymentSource" AS ENUM ('api', 'statement');

-- CreateEnum
CREATE TYPE "TransferStatus" AS ENUM ('ordered', 'accepted', 'rejected');

-- CreateTable
CREATE TABLE "payments" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "amount" DECIMAL(15,2) NOT NULL,
    "currency" TEXT NOT NULL,
    "paidOn" DATE NOT NULL,
    "reference" TEXT,
    "source" "PaymentSource" NOT NULL,
    "entryKey" TEXT,
    "recordedBy" TEXT NOT NULL,
    "moved" "LifecycleStatus",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "payment_exports" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "edition" TEXT NOT NULL,
    "debtorName" TEXT NOT NULL,
    "debtorIban" TEXT NOT NULL,
    "debtorBic" TEXT,
    "executionDate" DATE NOT NULL,
    "batchBooking" BOOLEAN NOT NULL,
    "count" INTEGER NOT NULL,
    "total" DECIMAL(15,2) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_exports_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "payment_export_transfers" (
    "organizationId" TEXT NOT NULL,
    "exportId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "documentId" TEXT NOT NULL,
    "endToEndId" TEXT NOT NULL,
    "amount" DECIMAL(15,2) NOT NULL,
    "creditorName" TEXT NOT NULL,
    "creditorIban" TEXT NOT NULL,
    "remittance" TEXT NOT NULL,
    "status" "TransferStatus" NOT NULL DEFAULT 'ordered',
    "statusReason" TEXT,

    CONSTRAINT "payment_export_transfers_pkey" PRIMARY KEY ("organizationId","exportId","position")
);

-- CreateIndex
CREATE INDEX "payments_organizationId_documentId_idx" ON "payments"("organizationId", "documentId");

-- CreateIndex
CREATE UNIQUE INDEX "payments_organizationId_entryKey_key" ON "payments"("organizationId", "entryKey");

-- CreateIndex
CREATE INDEX "payment_export_transfers_organizationId_documentId_idx" ON "payment_export_transfers"("organizationId", "documentId");

-- CreateIndex
CREATE UNIQUE INDEX "payment_export_transfers_organizationId_endToEndId_key" ON "payment_export_transfers"("organizationId", "endToEndId");

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_exports" ADD CONSTRAINT "payment_exports_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_export_transfers" ADD CONSTRAINT "payment_export_transfers_organizationId_exportId_fkey" FOREIGN KEY ("organizationId", "exportId") REFERENCES "payment_exports"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_export_transfers" ADD CONSTRAINT "payment_export_transfers_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- References as payers write them: letters and digits alone.
CREATE INDEX "documents_number_as_written_idx" ON "documents"("organizationId", (regexp_replace(upper("number"), '[^A-Z0-9]+', '', 'g')));
CREATE INDEX "documents_reference_as_written_idx" ON "documents"("organizationId", (regexp_replace(upper("paymentReference"), '[^A-Z0-9]+', '', 'g')));
