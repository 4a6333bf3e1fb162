-- CreateTable
CREATE TABLE "audit_entries" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "companyId" TEXT,
    "operation" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "keyId" TEXT,
    "userId" TEXT,
    "callerLabel" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "audit_entries_organizationId_subjectId_id_idx" ON "audit_entries"("organizationId", "subjectId", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organizationId_companyId_id_idx" ON "audit_entries"("organizationId", "companyId", "id");

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was done stays written: entries go only with their organization.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit are never changed.';
END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
