-- DropIndex
DROP INDEX "counted_usage_organizationId_month_idx";

-- CreateIndex
CREATE INDEX "compliance_reports_failed_idx" ON "compliance_reports"("organizationId", "companyId", "createdAt") WHERE (status = 'failed'::"ReportStatus");

-- CreateIndex
CREATE INDEX "counted_usage_organizationId_month_subjectId_idx" ON "counted_usage"("organizationId", "month", "subjectId");

-- CreateIndex
CREATE INDEX "documents_failed_idx" ON "documents"("organizationId", "companyId", "createdAt") WHERE ("deliveryStatus" = ANY (ARRAY['failed'::"DeliveryStatus", 'rejected'::"DeliveryStatus"]));
