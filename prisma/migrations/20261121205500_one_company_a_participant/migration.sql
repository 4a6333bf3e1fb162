-- Of two companies of one participant the later received nothing: it keeps what it has, under a name that nobody sends to.
UPDATE "companies" AS later SET "peppolId" = later."peppolId" || ':' || later."vatNumber"
WHERE EXISTS (
  SELECT FROM "companies" AS first
  WHERE first."organizationId" = later."organizationId" AND first."peppolId" = later."peppolId"
    AND (first."createdAt", first.id) < (later."createdAt", later.id));

-- DropIndex
DROP INDEX "companies_organizationId_peppolId_idx";

-- CreateIndex
CREATE UNIQUE INDEX "companies_organizationId_peppolId_key" ON "companies"("organizationId", "peppolId");
