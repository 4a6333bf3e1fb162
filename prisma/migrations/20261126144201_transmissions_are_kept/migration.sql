-- compatible
ALTER TABLE "e_reporting_periods" ADD COLUMN     "transmission" JSONB;
