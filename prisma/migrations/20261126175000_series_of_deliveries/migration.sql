-- compatible
-- A series is work of a kind of its own, so servers of the version before leave it alone.
ALTER TABLE "work" ADD COLUMN "deliveries" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
