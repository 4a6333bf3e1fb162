-- CreateEnum
CREATE TYPE "PortabilitySide" AS ENUM ('gaining', 'losing');

-- CreateTable
CREATE TABLE "portability_requests" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestRef" TEXT NOT NULL,
    "taxpayerSiren" TEXT NOT NULL,
    "side" "PortabilitySide" NOT NULL,
    "state" TEXT NOT NULL,
    "gainingPaId" TEXT,
    "losingPaId" TEXT,
    "effectiveDate" DATE,
    "messages" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portability_requests_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "portability_requests_organizationId_taxpayerSiren_requestRe_key" ON "portability_requests"("organizationId", "taxpayerSiren", "requestRef");

-- AddForeignKey
ALTER TABLE "portability_requests" ADD CONSTRAINT "portability_requests_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
