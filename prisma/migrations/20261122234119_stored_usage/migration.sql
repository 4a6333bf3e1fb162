-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "storageMegabytes" INTEGER;

-- CreateTable
CREATE TABLE "stored_usage" (
    "organizationId" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "stored_usage_pkey" PRIMARY KEY ("organizationId","subjectId","slot")
);

-- AddForeignKey
ALTER TABLE "stored_usage" ADD CONSTRAINT "stored_usage_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is stored already, as far as it lies in the database: of a document, each of its files once.
WITH named AS (
  SELECT "organizationId", id, "companyId", unnest(ARRAY["fileHash", "originalHash", "envelopeHash"]) AS hash
  FROM "documents"
  UNION
  SELECT inside."organizationId", documents.id, documents."companyId", inside."fileHash"
  FROM "document_attachments" AS inside
  JOIN "documents" ON documents."organizationId" = inside."organizationId" AND documents.id = inside."documentId"
), sizes AS (
  SELECT named."organizationId", named."companyId", COALESCE(files.size, octet_length(files.bytes)) AS size
  FROM named JOIN "stored_files" AS files ON files."organizationId" = named."organizationId" AND files.hash = named.hash
)
INSERT INTO "stored_usage" ("organizationId", "subjectId", "slot", "bytes")
SELECT "organizationId", COALESCE("companyId", "organizationId"), 1, sum(size) FROM sizes
GROUP BY GROUPING SETS (("organizationId", "companyId"), ("organizationId"));
