-- compatible
ALTER TABLE "partners" ADD COLUMN "aliases" TEXT[] DEFAULT ARRAY[]::TEXT[];
