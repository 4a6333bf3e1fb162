-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "requestId" TEXT;

-- CreateTable
CREATE TABLE "document_actions" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "changes" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_actions_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "document_actions_organizationId_documentId_id_idx" ON "document_actions"("organizationId", "documentId", "id");

-- AddForeignKey
ALTER TABLE "document_actions" ADD CONSTRAINT "document_actions_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
