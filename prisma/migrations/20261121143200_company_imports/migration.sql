-- CreateTable
CREATE TABLE "company_imports" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "examined" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "company_imports_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "company_imports_startedAt_idx" ON "company_imports"("startedAt");

-- AddForeignKey
ALTER TABLE "company_imports" ADD CONSTRAINT "company_imports_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
