-- compatible
ALTER TABLE "api_keys" ADD COLUMN     "quotaKeyId" TEXT;
