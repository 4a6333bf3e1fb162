-- CreateTable
CREATE TABLE "sdi_files" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "reportId" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "progressive" SERIAL NOT NULL,
    "sdiId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sdi_files_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "sdi_messages" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "fileHash" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sdi_messages_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "simulated_sdi_files" (
    "sdiId" SERIAL NOT NULL,
    "fileName" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "seller" TEXT NOT NULL,
    "buyer" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "errors" TEXT[],
    "sends" INTEGER NOT NULL DEFAULT 1,
    "answer" TEXT,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulated_sdi_files_pkey" PRIMARY KEY ("sdiId")
);

-- CreateIndex
CREATE INDEX "sdi_files_sdiId_idx" ON "sdi_files"("sdiId");

-- CreateIndex
CREATE INDEX "sdi_files_progressive_idx" ON "sdi_files"("progressive");

-- CreateIndex
CREATE UNIQUE INDEX "sdi_files_organizationId_reportId_key" ON "sdi_files"("organizationId", "reportId");

-- CreateIndex
CREATE UNIQUE INDEX "sdi_messages_organizationId_fileId_name_key" ON "sdi_messages"("organizationId", "fileId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "simulated_sdi_files_fileName_key" ON "simulated_sdi_files"("fileName");

-- CreateIndex
CREATE INDEX "simulated_sdi_files_seller_number_year_idx" ON "simulated_sdi_files"("seller", "number", "year");

-- AddForeignKey
ALTER TABLE "sdi_files" ADD CONSTRAINT "sdi_files_organizationId_reportId_fkey" FOREIGN KEY ("organizationId", "reportId") REFERENCES "compliance_reports"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sdi_messages" ADD CONSTRAINT "sdi_messages_organizationId_fileId_fkey" FOREIGN KEY ("organizationId", "fileId") REFERENCES "sdi_files"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
