-- AlterEnum
ALTER TYPE "BulkFormat" ADD VALUE 'zip';

-- AlterEnum
ALTER TYPE "BulkKind" ADD VALUE 'organization';
