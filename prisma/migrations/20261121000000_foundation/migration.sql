-- Substring search. The schema engine does not manage extensions.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "CompanyStatus" AS ENUM ('active', 'inactive', 'suspended');

-- CreateEnum
CREATE TYPE "KeyType" AS ENUM ('personal', 'platform', 'white_label');

-- CreateEnum
CREATE TYPE "Plan" AS ENUM ('free', 'starter', 'pro', 'platform', 'white_label');

-- CreateTable
CREATE TABLE "companies" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "legalName" TEXT,
    "slug" TEXT NOT NULL,
    "vatNumber" TEXT NOT NULL,
    "taxNumber" TEXT,
    "registrationNumber" TEXT,
    "country" TEXT NOT NULL,
    "peppolId" TEXT NOT NULL,
    "additionalIdentifiers" JSONB NOT NULL DEFAULT '[]',
    "legalAddressId" TEXT,
    "isPublic" BOOLEAN NOT NULL DEFAULT true,
    "dataProviderType" TEXT,
    "dataProviderSyncDate" TIMESTAMPTZ(3),
    "capabilities" JSONB NOT NULL,
    "status" "CompanyStatus" NOT NULL DEFAULT 'active',
    "smpRegistered" BOOLEAN NOT NULL DEFAULT false,
    "smpRegisteredAt" TIMESTAMPTZ(3),
    "compliance" JSONB NOT NULL DEFAULT '{}',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "documentsSent" INTEGER NOT NULL DEFAULT 0,
    "documentsReceived" INTEGER NOT NULL DEFAULT 0,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "clockOffsetMs" BIGINT NOT NULL DEFAULT 0,
    "searchText" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "addresses" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "street" TEXT,
    "streetLine2" TEXT,
    "city" TEXT,
    "postalCode" TEXT,
    "country" TEXT NOT NULL,

    CONSTRAINT "addresses_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "deployment_settings" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "deployment_settings_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "events" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "seq" BIGINT,
    "type" TEXT NOT NULL,
    "companyId" TEXT,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "event_sequences" (
    "organizationId" TEXT NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_sequences_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "KeyType" NOT NULL,
    "testMode" BOOLEAN NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "companyId" TEXT,
    "rateLimit" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "api_key_hashes" (
    "hash" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,

    CONSTRAINT "api_key_hashes_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "Plan" NOT NULL,
    "country" TEXT,
    "vatNumber" TEXT,
    "contactEmail" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "rateLimitedUntil" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monthly_usage" (
    "organizationId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "documents" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "monthly_usage_pkey" PRIMARY KEY ("organizationId","month")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "organizationId" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "bodyHash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "contentType" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("organizationId","caller","key")
);

-- CreateTable
CREATE TABLE "request_logs" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "operation" TEXT,
    "status" INTEGER NOT NULL,
    "errorCode" TEXT,
    "apiKeyId" TEXT,
    "userId" TEXT,
    "callerLabel" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" DOUBLE PRECISION NOT NULL,
    "upstreamCalls" JSONB NOT NULL DEFAULT '[]',
    "validation" JSONB NOT NULL DEFAULT '[]',
    "requestBody" TEXT,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "work" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "companyId" TEXT,
    "subjectId" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseUntil" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "companies_organizationId_peppolId_idx" ON "companies"("organizationId", "peppolId");

-- CreateIndex
CREATE INDEX "companies_searchText_idx" ON "companies" USING GIN ("searchText" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "companies_organizationId_vatNumber_key" ON "companies"("organizationId", "vatNumber");

-- CreateIndex
CREATE UNIQUE INDEX "companies_organizationId_legalAddressId_key" ON "companies"("organizationId", "legalAddressId");

-- CreateIndex
CREATE INDEX "events_unnumbered_idx" ON "events"("position") WHERE (seq IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "events_organizationId_seq_key" ON "events"("organizationId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hashes_organizationId_keyId_key" ON "api_key_hashes"("organizationId", "keyId");

-- CreateIndex
CREATE INDEX "idempotency_records_createdAt_idx" ON "idempotency_records"("createdAt");

-- CreateIndex
CREATE INDEX "request_logs_startedAt_idx" ON "request_logs"("startedAt");

-- CreateIndex
CREATE INDEX "work_due_idx" ON "work"("dueAt") WHERE ("failedAt" IS NULL);

-- CreateIndex
CREATE INDEX "work_organizationId_subjectId_idx" ON "work"("organizationId", "subjectId");

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_organizationId_legalAddressId_fkey" FOREIGN KEY ("organizationId", "legalAddressId") REFERENCES "addresses"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_sequences" ADD CONSTRAINT "event_sequences_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_hashes" ADD CONSTRAINT "api_key_hashes_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "api_keys"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monthly_usage" ADD CONSTRAINT "monthly_usage_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work" ADD CONSTRAINT "work_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work" ADD CONSTRAINT "work_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
