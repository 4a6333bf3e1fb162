-- CreateTable
CREATE TABLE "company_statistics" (
    "organizationId" TEXT NOT NULL,
    "span" TEXT NOT NULL,
    "start" DATE NOT NULL,
    "companyId" TEXT NOT NULL,
    "sent" INTEGER NOT NULL,
    "received" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "company_statistics_pkey" PRIMARY KEY ("organizationId","span","start","companyId")
);

-- AddForeignKey
ALTER TABLE "company_statistics" ADD CONSTRAINT "company_statistics_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What companies moved by month, and from it by year.
INSERT INTO "company_statistics" ("organizationId", "span", "start", "companyId", "sent", "received", "delivered", "failed")
SELECT "organizationId", span, date_trunc(span, "month")::date, "companyId", sum("sent"), sum("received"),
  sum("delivered"), sum("failed")
FROM "monthly_statistics" CROSS JOIN (VALUES ('month'), ('year')) AS spans(span)
WHERE "companyId" > '' GROUP BY 1, 2, 3, 4;

DELETE FROM "monthly_statistics" WHERE "companyId" > '';

-- AlterTable
ALTER TABLE "monthly_statistics" DROP CONSTRAINT "monthly_statistics_pkey",
DROP COLUMN "companyId",
ADD CONSTRAINT "monthly_statistics_pkey" PRIMARY KEY ("organizationId", "month", "type", "country");

