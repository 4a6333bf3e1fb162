-- CreateEnum
CREATE TYPE "DomainStatus" AS ENUM ('pending', 'verified', 'active', 'failed');

-- CreateEnum
CREATE TYPE "DomainProblem" AS ENUM ('no_proof', 'other_proof', 'no_address', 'elsewhere', 'unreachable', 'taken');

-- CreateTable
CREATE TABLE "domains" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT,
    "name" TEXT NOT NULL,
    "ownedName" TEXT,
    "status" "DomainStatus" NOT NULL DEFAULT 'pending',
    "problem" "DomainProblem",
    "token" TEXT NOT NULL,
    "missingSince" TIMESTAMPTZ(3),
    "preferred" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "checkedAt" TIMESTAMPTZ(3),
    "soundAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "domains_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "domains_ownedName_key" ON "domains"("ownedName");

-- CreateIndex
CREATE INDEX "domains_name_idx" ON "domains"("name");

-- CreateIndex
CREATE UNIQUE INDEX "domains_organizationId_name_key" ON "domains"("organizationId", "name");

-- AddForeignKey
ALTER TABLE "domains" ADD CONSTRAINT "domains_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "domains" ADD CONSTRAINT "domains_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
