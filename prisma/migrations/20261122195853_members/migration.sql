-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "planSaidAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "members" (
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT,
    "roles" TEXT[],
    "scopes" TEXT[],
    "saidAt" TIMESTAMPTZ(3) NOT NULL,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "lastOperation" TEXT,

    CONSTRAINT "members_pkey" PRIMARY KEY ("organizationId","userId")
);

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
