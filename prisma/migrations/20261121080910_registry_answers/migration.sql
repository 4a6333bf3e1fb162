-- CreateTable
CREATE TABLE "registry_answers" (
    "question" TEXT NOT NULL,
    "entity" JSONB,
    "refusal" TEXT,
    "message" TEXT,
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL,
    "freshUntil" TIMESTAMPTZ(3) NOT NULL,
    "keptUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registry_answers_pkey" PRIMARY KEY ("question")
);

-- CreateIndex
CREATE INDEX "registry_answers_keptUntil_idx" ON "registry_answers"("keptUntil");
