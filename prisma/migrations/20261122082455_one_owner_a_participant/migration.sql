-- CreateEnum
CREATE TYPE "OwnershipStatus" AS ENUM ('none', 'pending', 'granted');

-- CreateEnum
CREATE TYPE "OwnershipReason" AS ENUM ('owned_by_another', 'proof_required', 'taken_over');

-- CreateEnum
CREATE TYPE "OwnershipMethod" AS ENUM ('mail', 'dns', 'mandate', 'operator');

-- CreateEnum
CREATE TYPE "ProofStatus" AS ENUM ('open', 'accepted', 'rejected');

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "ownershipGrantedAt" TIMESTAMPTZ(3),
ADD COLUMN     "ownershipProof" "OwnershipMethod",
ADD COLUMN     "ownershipReason" "OwnershipReason",
ADD COLUMN     "ownershipStatus" "OwnershipStatus" NOT NULL DEFAULT 'none';

-- AlterTable
ALTER TABLE "participants" ADD COLUMN     "claimedAt" TIMESTAMPTZ(3),
ADD COLUMN     "ownedId" TEXT,
ADD COLUMN     "proof" "OwnershipMethod",
ADD COLUMN     "releasedAt" TIMESTAMPTZ(3);

-- Of several companies of one participant the oldest received: it owns the participant, and the later ones claim it.
UPDATE "participants" SET "claimedAt" = companies."createdAt"
FROM "companies" WHERE companies."organizationId" = participants."organizationId"
  AND companies.id = participants."companyId";
UPDATE "participants" AS claim SET "ownedId" = claim."peppolId"
WHERE NOT EXISTS (
  SELECT FROM "participants" AS older
  WHERE older."peppolId" = claim."peppolId" AND (older."companyId", older."organizationId") < (claim."companyId", claim."organizationId"));
ALTER TABLE "participants" ALTER COLUMN "claimedAt" SET NOT NULL;

UPDATE "companies" SET "ownershipStatus" = 'granted', "ownershipGrantedAt" = claim."claimedAt"
FROM "participants" AS claim
WHERE claim."organizationId" = companies."organizationId" AND claim."companyId" = companies.id
  AND claim."ownedId" IS NOT NULL;
UPDATE "companies" SET "ownershipStatus" = 'pending', "ownershipReason" = 'owned_by_another', "smpRegistered" = false,
  "smpRegisteredAt" = NULL, "smpStatus" = 'pending', "smpStep" = 'ownership',
  "smpError" = 'Another organization owns the participant.', "smpNextTryAt" = NULL
FROM "participants" AS claim
WHERE claim."organizationId" = companies."organizationId" AND claim."companyId" = companies.id
  AND claim."ownedId" IS NULL;

-- Who was removed from the network before is gone from it.
INSERT INTO "participants" ("peppolId", "organizationId", "companyId", "claimedAt", "releasedAt")
SELECT "peppolId", "organizationId", id, "createdAt", "updatedAt" FROM "companies" WHERE status = 'inactive'
ON CONFLICT DO NOTHING;

-- CreateTable
CREATE TABLE "ownership_proofs" (
    "organizationId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "method" "OwnershipMethod" NOT NULL,
    "status" "ProofStatus" NOT NULL DEFAULT 'open',
    "target" TEXT,
    "codeHash" TEXT,
    "token" TEXT,
    "triesLeft" INTEGER NOT NULL DEFAULT 0,
    "mandate" BYTEA,
    "mandateName" TEXT,
    "rejection" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ownership_proofs_pkey" PRIMARY KEY ("organizationId","companyId","method")
);

-- CreateIndex
CREATE INDEX "ownership_proofs_target_idx" ON "ownership_proofs"("target");

-- CreateIndex
CREATE UNIQUE INDEX "participants_ownedId_key" ON "participants"("ownedId");

-- AddForeignKey
ALTER TABLE "ownership_proofs" ADD CONSTRAINT "ownership_proofs_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_proofs" ADD CONSTRAINT "ownership_proofs_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
