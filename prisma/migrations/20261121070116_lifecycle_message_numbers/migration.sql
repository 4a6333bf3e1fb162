-- DropIndex
DROP INDEX "lifecycle_messages_organizationId_direction_instanceId_key";

-- CreateIndex
CREATE INDEX "lifecycle_messages_organizationId_instanceId_idx" ON "lifecycle_messages"("organizationId", "instanceId");
