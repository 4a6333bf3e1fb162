-- CreateEnum
CREATE TYPE "AddressUse" AS ENUM ('everything', 'statuses');

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "statusPeppolId" TEXT;

-- AlterTable
ALTER TABLE "french_facilities" ADD COLUMN     "edition" TEXT;

-- AlterTable
ALTER TABLE "french_lines" ADD COLUMN     "edition" TEXT;

-- AlterTable
ALTER TABLE "french_routing_codes" ADD COLUMN     "edition" TEXT;

-- AlterTable
ALTER TABLE "french_units" ADD COLUMN     "edition" TEXT;

-- CreateTable
CREATE TABLE "french_copy" (
    "id" INTEGER NOT NULL,
    "producedAt" TEXT,
    "busyUntil" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "french_copy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_addresses" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "addressKey" TEXT NOT NULL,
    "takes" "AddressUse" NOT NULL,
    "startsOn" DATE NOT NULL,
    "endsOn" DATE,
    "publishedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_addresses_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "company_addresses_organizationId_companyId_id_idx" ON "company_addresses"("organizationId", "companyId", "id");

-- CreateIndex
CREATE INDEX "company_addresses_addressKey_idx" ON "company_addresses"("addressKey");

-- AddForeignKey
ALTER TABLE "company_addresses" ADD CONSTRAINT "company_addresses_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
