-- CreateEnum
CREATE TYPE "ShopProtocol" AS ENUM ('oci', 'cxml');

-- CreateEnum
CREATE TYPE "CartOperation" AS ENUM ('create', 'edit', 'inspect');

-- CreateEnum
CREATE TYPE "CartStatus" AS ENUM ('open', 'ordered', 'discarded', 'replaced');

-- CreateTable
CREATE TABLE "shops" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT,
    "partnerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "protocol" "ShopProtocol" NOT NULL,
    "url" TEXT NOT NULL,
    "currency" TEXT,
    "credentials" BYTEA NOT NULL,
    "parameterNames" TEXT[],
    "parties" JSONB,
    "senders" JSONB NOT NULL DEFAULT '[]',
    "fieldMapping" JSONB NOT NULL DEFAULT '[]',
    "unitMapping" JSONB NOT NULL DEFAULT '[]',
    "returnUrls" TEXT[],
    "sessionMinutes" INTEGER NOT NULL DEFAULT 480,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shops_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "cart_sessions" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "shopId" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "returnUrl" TEXT,
    "operation" "CartOperation" NOT NULL DEFAULT 'create',
    "nonceHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "contentHash" TEXT,
    "cartId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cart_sessions_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "carts" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "companyId" TEXT NOT NULL,
    "shopId" TEXT NOT NULL,
    "shopName" TEXT NOT NULL,
    "partnerId" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "protocol" "ShopProtocol" NOT NULL,
    "operationAllowed" "CartOperation" NOT NULL DEFAULT 'create',
    "status" "CartStatus" NOT NULL DEFAULT 'open',
    "currency" TEXT NOT NULL,
    "total" DECIMAL(15,2) NOT NULL,
    "statedTotal" DECIMAL(15,2),
    "supplierOrderId" TEXT,
    "lines" JSONB NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "warnings" TEXT[],
    "documentId" TEXT NOT NULL,
    "orderId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "carts_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "shops_organizationId_partnerId_idx" ON "shops"("organizationId", "partnerId");

-- CreateIndex
CREATE INDEX "cart_sessions_organizationId_shopId_idx" ON "cart_sessions"("organizationId", "shopId");

-- CreateIndex
CREATE INDEX "cart_sessions_expiresAt_idx" ON "cart_sessions"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "cart_sessions_nonceHash_key" ON "cart_sessions"("nonceHash");

-- CreateIndex
CREATE INDEX "carts_organizationId_threadId_id_idx" ON "carts"("organizationId", "threadId", "id");

-- CreateIndex
CREATE INDEX "carts_organizationId_documentId_idx" ON "carts"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "carts_organizationId_orderId_idx" ON "carts"("organizationId", "orderId");

-- CreateIndex
CREATE INDEX "carts_organizationId_companyId_id_idx" ON "carts"("organizationId", "companyId", "id");

-- AddForeignKey
ALTER TABLE "shops" ADD CONSTRAINT "shops_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shops" ADD CONSTRAINT "shops_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shops" ADD CONSTRAINT "shops_organizationId_partnerId_fkey" FOREIGN KEY ("organizationId", "partnerId") REFERENCES "partners"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_sessions" ADD CONSTRAINT "cart_sessions_organizationId_shopId_fkey" FOREIGN KEY ("organizationId", "shopId") REFERENCES "shops"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cart_sessions" ADD CONSTRAINT "cart_sessions_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "carts" ADD CONSTRAINT "carts_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "carts" ADD CONSTRAINT "carts_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "companies"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "carts" ADD CONSTRAINT "carts_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "documents"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "carts" ADD CONSTRAINT "carts_organizationId_orderId_fkey" FOREIGN KEY ("organizationId", "orderId") REFERENCES "documents"("organizationId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
