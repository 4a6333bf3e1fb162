-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "externalId" TEXT;

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "externalId" TEXT;

-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "externalId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "companies_external_id_key" ON "companies"("organizationId", "externalId") WHERE ("externalId" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "documents_external_id_key" ON "documents"("organizationId", "externalId") WHERE ("externalId" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "partners_external_id_key" ON "partners"("organizationId", "externalId") WHERE ("externalId" IS NOT NULL);
