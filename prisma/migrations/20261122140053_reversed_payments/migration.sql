-- AlterEnum
ALTER TYPE "LifecycleSource" ADD VALUE 'reversal';

-- AlterEnum
ALTER TYPE "PaymentSource" ADD VALUE 'lifecycle';

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "bankIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "entryId" TEXT,
ADD COLUMN     "reversalReason" TEXT,
ADD COLUMN     "reversedAt" TIMESTAMPTZ(3),
ADD COLUMN     "reversedBy" TEXT,
ADD COLUMN     "reversedOn" DATE;

-- CreateTable
CREATE TABLE "bank_movements" (
    "organizationId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,

    CONSTRAINT "bank_movements_pkey" PRIMARY KEY ("organizationId","key","companyId")
);

-- CreateIndex
CREATE INDEX "bank_movements_organizationId_paymentId_idx" ON "bank_movements"("organizationId", "paymentId");

-- CreateIndex
CREATE INDEX "payments_bankIds_idx" ON "payments" USING GIN ("bankIds");

-- AddForeignKey
ALTER TABLE "bank_movements" ADD CONSTRAINT "bank_movements_organizationId_paymentId_fkey" FOREIGN KEY ("organizationId", "paymentId") REFERENCES "payments"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The movements that payments were recorded from so far.
INSERT INTO "bank_movements" ("organizationId", "companyId", "key", "paymentId")
SELECT "organizationId", "companyId", "entryKey", "id" FROM "payments" WHERE "entryKey" IS NOT NULL;

-- DropIndex
DROP INDEX "payments_organizationId_entryKey_companyId_key";

-- AlterTable
ALTER TABLE "payments" DROP COLUMN "entryKey";

-- The status that told each payment so far: both were written at the same moment.
UPDATE "payments" AS p SET "entryId" = (
  SELECT l."id" FROM "lifecycle_entries" l
  WHERE l."organizationId" = p."organizationId" AND l."documentId" = p."documentId" AND l."source" = 'payment'
    AND l."recordedAt" = p."createdAt" AND (l."payment" ->> 'amount')::numeric = p."amount"
  ORDER BY l."id" LIMIT 1)
WHERE p."moved" IS NOT NULL;

-- Whose account a statement is of.
CREATE INDEX "documents_own_account_idx" ON "documents"("organizationId", (regexp_replace(upper("paymentIban"), '[^A-Z0-9]+', '', 'g')), "companyId")
WHERE "paymentIban" IS NOT NULL AND direction = 'outgoing' AND NOT "selfBilled";

CREATE INDEX "payment_exports_organizationId_debtorIban_companyId_idx" ON "payment_exports"("organizationId", "debtorIban", "companyId");
