-- CreateEnum
CREATE TYPE "PartnerRole" AS ENUM ('supplier', 'buyer', 'both');

-- CreateEnum
CREATE TYPE "PartnerStatus" AS ENUM ('unknown', 'active', 'not_registered');

-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "partnerId" TEXT;

-- CreateTable
CREATE TABLE "partners" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "peppolId" TEXT,
    "name" TEXT NOT NULL,
    "vatNumber" TEXT,
    "country" TEXT,
    "role" "PartnerRole" NOT NULL DEFAULT 'both',
    "contactName" TEXT,
    "contactEmail" TEXT,
    "peppolStatus" "PartnerStatus" NOT NULL DEFAULT 'unknown',
    "defaults" JSONB NOT NULL DEFAULT '{}',
    "tags" TEXT[],
    "enrichment" JSONB NOT NULL DEFAULT '{}',
    "documentsSent" INTEGER NOT NULL DEFAULT 0,
    "documentsReceived" INTEGER NOT NULL DEFAULT 0,
    "lastActivityAt" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "searchText" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "partners_organizationId_name_id_idx" ON "partners"("organizationId", "name", "id");

-- CreateIndex
CREATE INDEX "partners_organizationId_lastActivityAt_id_idx" ON "partners"("organizationId", "lastActivityAt", "id");

-- CreateIndex
CREATE INDEX "partners_tags_idx" ON "partners" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "partners_metadata_idx" ON "partners" USING GIN ("metadata" jsonb_path_ops);

-- CreateIndex
CREATE INDEX "partners_searchText_idx" ON "partners" USING GIN ("searchText" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "partners_organizationId_peppolId_key" ON "partners"("organizationId", "peppolId");

-- CreateIndex
CREATE UNIQUE INDEX "partners_organizationId_vatNumber_key" ON "partners"("organizationId", "vatNumber");

-- CreateIndex
CREATE INDEX "documents_organizationId_partnerId_id_idx" ON "documents"("organizationId", "partnerId", "id");

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_organizationId_partnerId_fkey" FOREIGN KEY ("organizationId", "partnerId") REFERENCES "partners"("organizationId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "partners" ADD CONSTRAINT "partners_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
