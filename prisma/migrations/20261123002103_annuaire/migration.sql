-- CreateTable
CREATE TABLE "french_units" (
    "siren" TEXT NOT NULL,
    "businessName" TEXT NOT NULL,
    "entityType" TEXT NOT NULL,
    "administrativeStatus" TEXT NOT NULL,
    "prospectingForbidden" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "french_units_pkey" PRIMARY KEY ("siren")
);

-- CreateTable
CREATE TABLE "french_facilities" (
    "siret" TEXT NOT NULL,
    "siren" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "facilityType" TEXT NOT NULL,
    "administrativeStatus" TEXT NOT NULL,
    "prospectingForbidden" BOOLEAN NOT NULL DEFAULT false,
    "addressLine1" TEXT,
    "addressLine2" TEXT,
    "addressLine3" TEXT,
    "postalCode" TEXT,
    "countrySubdivision" TEXT,
    "locality" TEXT,
    "countryCode" TEXT,
    "addressText" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "french_facilities_pkey" PRIMARY KEY ("siret")
);

-- CreateTable
CREATE TABLE "french_routing_codes" (
    "siret" TEXT NOT NULL,
    "routingIdentifier" TEXT NOT NULL,
    "routingCodeName" TEXT NOT NULL,
    "managesLegalCommitment" BOOLEAN NOT NULL DEFAULT false,
    "administrativeStatus" TEXT NOT NULL,
    "addressLine1" TEXT,
    "addressLine2" TEXT,
    "addressLine3" TEXT,
    "postalCode" TEXT,
    "countrySubdivision" TEXT,
    "locality" TEXT,
    "countryCode" TEXT,
    "addressText" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "french_routing_codes_pkey" PRIMARY KEY ("siret","routingIdentifier")
);

-- CreateTable
CREATE TABLE "french_lines" (
    "addressingIdentifier" TEXT NOT NULL,
    "siren" TEXT NOT NULL,
    "siret" TEXT,
    "routingIdentifier" TEXT,
    "addressingSuffix" TEXT,
    "platformType" TEXT NOT NULL,
    "startsOn" DATE NOT NULL,
    "endsOn" DATE,
    "companyId" TEXT,

    CONSTRAINT "french_lines_pkey" PRIMARY KEY ("addressingIdentifier")
);

-- CreateIndex
CREATE INDEX "french_units_businessName_idx" ON "french_units" USING GIN ("businessName" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "french_facilities_siren_siret_idx" ON "french_facilities"("siren", "siret");

-- CreateIndex
CREATE INDEX "french_facilities_postalCode_siret_idx" ON "french_facilities"("postalCode", "siret");

-- CreateIndex
CREATE INDEX "french_facilities_name_addressText_locality_idx" ON "french_facilities" USING GIN ("name" gin_trgm_ops, "addressText" gin_trgm_ops, "locality" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "french_routing_codes_routingIdentifier_routingCodeName_addr_idx" ON "french_routing_codes" USING GIN ("routingIdentifier" gin_trgm_ops, "routingCodeName" gin_trgm_ops, "addressText" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "french_lines_siren_addressingIdentifier_idx" ON "french_lines"("siren", "addressingIdentifier");

-- CreateIndex
CREATE INDEX "french_lines_siret_addressingIdentifier_idx" ON "french_lines"("siret", "addressingIdentifier");

-- CreateIndex
CREATE INDEX "french_lines_companyId_idx" ON "french_lines"("companyId");

-- CreateIndex
CREATE INDEX "french_lines_texts_idx" ON "french_lines" USING GIN ("addressingIdentifier" gin_trgm_ops, "routingIdentifier" gin_trgm_ops, "addressingSuffix" gin_trgm_ops);
