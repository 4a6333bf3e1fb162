-- AlterTable
ALTER TABLE "stored_files" ADD COLUMN     "size" INTEGER;

-- CreateTable
CREATE TABLE "stored_parts" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "stored_parts_pkey" PRIMARY KEY ("organizationId","hash","number")
);

-- AddForeignKey
ALTER TABLE "stored_parts" ADD CONSTRAINT "stored_parts_organizationId_hash_fkey" FOREIGN KEY ("organizationId", "hash") REFERENCES "stored_files"("organizationId", "hash") ON DELETE CASCADE ON UPDATE CASCADE;
