-- CreateTable
CREATE TABLE "daily_statistics" (
    "organizationId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "type" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "sent" INTEGER NOT NULL,
    "received" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "daily_statistics_pkey" PRIMARY KEY ("organizationId","companyId","day","type","country")
);

-- AddForeignKey
ALTER TABLE "daily_statistics" ADD CONSTRAINT "daily_statistics_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
