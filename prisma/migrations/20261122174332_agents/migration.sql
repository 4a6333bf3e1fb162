-- CreateEnum
CREATE TYPE "KeyKind" AS ENUM ('secret', 'agent');

-- CreateEnum
CREATE TYPE "ConsentStatus" AS ENUM ('pending', 'allowed', 'refused');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowedByUser" TEXT,
ADD COLUMN     "clientId" TEXT,
ADD COLUMN     "kind" "KeyKind" NOT NULL DEFAULT 'secret',
ADD COLUMN     "parentKeyId" TEXT;

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirectUris" TEXT[],
    "refreshes" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_requests" (
    "id" TEXT NOT NULL,
    "clientId" TEXT,
    "clientName" TEXT NOT NULL,
    "scopes" TEXT[],
    "codeChallenge" TEXT,
    "redirectUri" TEXT,
    "state" TEXT,
    "offline" BOOLEAN NOT NULL,
    "status" "ConsentStatus" NOT NULL DEFAULT 'pending',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "deviceHash" TEXT,
    "userCode" TEXT,
    "polledAt" TIMESTAMPTZ(3),
    "organizationId" TEXT,
    "companyId" TEXT,
    "allowedByKey" TEXT,
    "allowedByUser" TEXT,
    "granted" TEXT[],
    "keyType" "KeyType",
    "latestEnd" TIMESTAMPTZ(3),
    "decidedAt" TIMESTAMPTZ(3),
    "codeHash" TEXT,
    "codeExpiresAt" TIMESTAMPTZ(3),
    "redeemedAt" TIMESTAMPTZ(3),
    "tokenKeyId" TEXT,

    CONSTRAINT "oauth_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_refresh_tokens" (
    "hash" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "handoffs" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "label" TEXT,
    "scopes" TEXT[],
    "companyId" TEXT,
    "keyType" "KeyType" NOT NULL,
    "madeByKey" TEXT,
    "madeByUser" TEXT,
    "latestEnd" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "redeemedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "tokenKeyId" TEXT,

    CONSTRAINT "handoffs_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "handoff_hashes" (
    "hash" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "handoffId" TEXT NOT NULL,

    CONSTRAINT "handoff_hashes_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "oauth_clients_createdAt_idx" ON "oauth_clients"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_requests_deviceHash_key" ON "oauth_requests"("deviceHash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_requests_userCode_key" ON "oauth_requests"("userCode");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_requests_codeHash_key" ON "oauth_requests"("codeHash");

-- CreateIndex
CREATE INDEX "oauth_requests_expiresAt_idx" ON "oauth_requests"("expiresAt");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_organizationId_keyId_idx" ON "oauth_refresh_tokens"("organizationId", "keyId");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_expiresAt_idx" ON "oauth_refresh_tokens"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "handoff_hashes_organizationId_handoffId_key" ON "handoff_hashes"("organizationId", "handoffId");

-- CreateIndex
CREATE INDEX "api_keys_organizationId_parentKeyId_idx" ON "api_keys"("organizationId", "parentKeyId");

-- AddForeignKey
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "api_keys"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoffs" ADD CONSTRAINT "handoffs_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoffs" ADD CONSTRAINT "handoffs_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handoff_hashes" ADD CONSTRAINT "handoff_hashes_organizationId_handoffId_fkey" FOREIGN KEY ("organizationId", "handoffId") REFERENCES "handoffs"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
