-- CreateTable
CREATE TABLE "directory_entries" (
    "peppolId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "country" TEXT,
    "city" TEXT,
    "postalCode" TEXT,
    "vatNumber" TEXT,
    "identifiers" TEXT[],
    "entityKey" TEXT NOT NULL,
    "head" BOOLEAN NOT NULL,
    "naceCodes" TEXT[],
    "documentTypes" TEXT[],
    "accessPoint" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "searchText" TEXT NOT NULL,
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "directory_entries_pkey" PRIMARY KEY ("peppolId")
);

-- CreateIndex
CREATE INDEX "directory_entries_country_name_peppolId_idx" ON "directory_entries"("country", "name", "peppolId");

-- CreateIndex
CREATE INDEX "directory_entries_entityKey_idx" ON "directory_entries"("entityKey");

-- CreateIndex
CREATE INDEX "directory_entries_identifiers_idx" ON "directory_entries" USING GIN ("identifiers");

-- CreateIndex
CREATE INDEX "directory_entries_searchText_idx" ON "directory_entries" USING GIN ("searchText" gin_trgm_ops);
