-- CreateTable
CREATE TABLE "tenant_settings" (
    "organizationId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "branding" JSONB NOT NULL DEFAULT '{}',
    "defaults" JSONB NOT NULL DEFAULT '{}',
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_settings_pkey" PRIMARY KEY ("organizationId","companyId")
);

-- CreateTable
CREATE TABLE "monthly_statistics" (
    "organizationId" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "companyId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "sent" INTEGER NOT NULL,
    "received" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "monthly_statistics_pkey" PRIMARY KEY ("organizationId","month","companyId","type","country")
);

-- CreateIndex
CREATE INDEX "daily_statistics_organizationId_day_idx" ON "daily_statistics"("organizationId", "day");

-- AddForeignKey
ALTER TABLE "tenant_settings" ADD CONSTRAINT "tenant_settings_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monthly_statistics" ADD CONSTRAINT "monthly_statistics_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was counted before by day.
INSERT INTO "monthly_statistics" ("organizationId", "month", "companyId", "type", "country", "sent", "received", "delivered", "failed")
SELECT "organizationId", date_trunc('month', "day")::date, "companyId", "type", "country",
  sum("sent"), sum("received"), sum("delivered"), sum("failed")
FROM "daily_statistics"
GROUP BY 1, 2, 3, 4, 5;
