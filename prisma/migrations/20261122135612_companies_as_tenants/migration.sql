-- DropIndex
DROP INDEX "partners_organizationId_peppolId_key";

-- DropIndex
DROP INDEX "partners_organizationId_vatNumber_key";

-- DropIndex
DROP INDEX "tag_groups_organizationId_name_key";

-- What one company records of a bank's movements takes nothing from another.
DROP INDEX "payments_organizationId_entryKey_key";
CREATE UNIQUE INDEX "payments_organizationId_entryKey_companyId_key" ON "payments"("organizationId", "entryKey", "companyId");

-- A partner and a group are unique for each owner; what the companies of an organization share has one owner too. What is
-- there belongs to nobody in particular: it is shared.
-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "companyId" TEXT;

-- AlterTable
ALTER TABLE "tag_assignments" ADD COLUMN     "companyId" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "tag_features" DROP CONSTRAINT "tag_features_pkey",
ADD COLUMN     "companyId" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "tag_features_pkey" PRIMARY KEY ("organizationId", "tagId", "companyId", "feature");

-- AlterTable
ALTER TABLE "tag_groups" ADD COLUMN     "companyId" TEXT;

-- AlterTable
ALTER TABLE "tag_reliability" DROP CONSTRAINT "tag_reliability_pkey",
ADD COLUMN     "companyId" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "tag_reliability_pkey" PRIMARY KEY ("organizationId", "groupId", "companyId", "bin");

-- AlterTable
ALTER TABLE "tags" DROP COLUMN "learned",
DROP COLUMN "learnedFeatures";

-- A key of one company is a personal key, whoever made it.
UPDATE "api_keys" SET "type" = 'personal' WHERE "companyId" IS NOT NULL;

-- CreateTable
CREATE TABLE "tag_learning" (
    "organizationId" TEXT NOT NULL,
    "tagId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL DEFAULT '',
    "assignments" INTEGER NOT NULL,
    "features" INTEGER NOT NULL,

    CONSTRAINT "tag_learning_pkey" PRIMARY KEY ("organizationId","tagId","companyId")
);

-- CreateIndex
CREATE INDEX "partners_organizationId_companyId_id_idx" ON "partners"("organizationId", "companyId", "id");

-- CreateIndex
CREATE INDEX "tag_groups_organizationId_companyId_idx" ON "tag_groups"("organizationId", "companyId");

-- AddForeignKey
ALTER TABLE "tag_groups" ADD CONSTRAINT "tag_groups_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_learning" ADD CONSTRAINT "tag_learning_organizationId_tagId_fkey" FOREIGN KEY ("organizationId", "tagId") REFERENCES "tags"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partners" ADD CONSTRAINT "partners_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "partners_peppolId_owner_key" ON "partners" ("organizationId", "peppolId", COALESCE("companyId", ''));
CREATE UNIQUE INDEX "partners_vatNumber_owner_key" ON "partners" ("organizationId", "vatNumber", COALESCE("companyId", ''));
CREATE UNIQUE INDEX "tag_groups_name_owner_key" ON "tag_groups" ("organizationId", "name", COALESCE("companyId", ''));

-- Each company has learned from the tags on its own objects, and from no others.
UPDATE "tag_assignments" SET "companyId" = "objectId" WHERE "objectType" = 'company';
UPDATE "tag_assignments" SET "companyId" = documents."companyId"
FROM "documents" WHERE documents."organizationId" = tag_assignments."organizationId"
  AND documents.id = tag_assignments."objectId" AND tag_assignments."objectType" = 'document';

DELETE FROM "tag_features";
INSERT INTO "tag_features" ("organizationId", "tagId", "companyId", feature, count)
SELECT "organizationId", "tagId", "companyId", feature, count(*)
FROM "tag_assignments" CROSS JOIN unnest(features) AS feature
GROUP BY 1, 2, 3, 4;

INSERT INTO "tag_learning" ("organizationId", "tagId", "companyId", assignments, features)
SELECT "organizationId", "tagId", "companyId", count(*), sum(cardinality(features))
FROM "tag_assignments" GROUP BY 1, 2, 3;

-- Whose predictions came true is known where one company alone was asked.
UPDATE "tag_reliability" SET "companyId" = asked."companyId"
FROM (
  SELECT tags."organizationId", tags."groupId", max(tag_assignments."companyId") AS "companyId"
  FROM "tag_assignments" JOIN "tags"
    ON tags."organizationId" = tag_assignments."organizationId" AND tags.id = tag_assignments."tagId"
  GROUP BY 1, 2 HAVING count(DISTINCT tag_assignments."companyId") = 1
) AS asked
WHERE asked."organizationId" = tag_reliability."organizationId" AND asked."groupId" = tag_reliability."groupId";
DELETE FROM "tag_reliability" WHERE "companyId" = '';
