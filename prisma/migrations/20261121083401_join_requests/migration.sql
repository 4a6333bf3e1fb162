-- CreateEnum
CREATE TYPE "JoinStatus" AS ENUM ('pending', 'accepted', 'rejected');

-- CreateTable
CREATE TABLE "join_requests" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT,
    "status" "JoinStatus" NOT NULL DEFAULT 'pending',
    "pendingKey" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),
    "decidedBy" TEXT,

    CONSTRAINT "join_requests_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "join_requests_organizationId_status_id_idx" ON "join_requests"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "join_requests_organizationId_companyId_userId_idx" ON "join_requests"("organizationId", "companyId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "join_requests_organizationId_pendingKey_key" ON "join_requests"("organizationId", "pendingKey");

-- AddForeignKey
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
