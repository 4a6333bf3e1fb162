-- CreateTable
CREATE TABLE "tag_groups" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "objectTypes" TEXT[],
    "exclusive" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tag_groups_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "tags" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT,
    "code" TEXT,
    "learned" INTEGER NOT NULL DEFAULT 0,
    "learnedFeatures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "tag_assignments" (
    "organizationId" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "tagId" TEXT NOT NULL,
    "objectType" TEXT NOT NULL,
    "features" TEXT[],
    "assignedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tag_assignments_pkey" PRIMARY KEY ("organizationId","objectId","tagId")
);

-- CreateTable
CREATE TABLE "tag_features" (
    "organizationId" TEXT NOT NULL,
    "tagId" TEXT NOT NULL,
    "feature" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "tag_features_pkey" PRIMARY KEY ("organizationId","tagId","feature")
);

-- CreateTable
CREATE TABLE "tag_reliability" (
    "organizationId" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "bin" INTEGER NOT NULL,
    "predictions" INTEGER NOT NULL,
    "hits" INTEGER NOT NULL,

    CONSTRAINT "tag_reliability_pkey" PRIMARY KEY ("organizationId","groupId","bin")
);

-- CreateIndex
CREATE UNIQUE INDEX "tag_groups_organizationId_name_key" ON "tag_groups"("organizationId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "tags_organizationId_groupId_name_key" ON "tags"("organizationId", "groupId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "tags_organizationId_groupId_code_key" ON "tags"("organizationId", "groupId", "code");

-- CreateIndex
CREATE INDEX "tag_assignments_organizationId_tagId_idx" ON "tag_assignments"("organizationId", "tagId");

-- AddForeignKey
ALTER TABLE "tag_groups" ADD CONSTRAINT "tag_groups_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_organizationId_groupId_fkey" FOREIGN KEY ("organizationId", "groupId") REFERENCES "tag_groups"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_organizationId_tagId_fkey" FOREIGN KEY ("organizationId", "tagId") REFERENCES "tags"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_features" ADD CONSTRAINT "tag_features_organizationId_tagId_fkey" FOREIGN KEY ("organizationId", "tagId") REFERENCES "tags"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag_reliability" ADD CONSTRAINT "tag_reliability_organizationId_groupId_fkey" FOREIGN KEY ("organizationId", "groupId") REFERENCES "tag_groups"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
