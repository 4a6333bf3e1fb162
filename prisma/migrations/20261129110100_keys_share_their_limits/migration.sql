-- compatible
-- A key with a limit shares it with what it makes, and with what takes its place. The audit and the keys say which that is for those
-- of before. Servers of the version before follow the column for quotas, of which these keys have none.
UPDATE "api_keys" AS made SET "quotaKeyId" = maker."id"
FROM "audit_entries" AS entry, "api_keys" AS maker
WHERE entry."organizationId" = made."organizationId" AND entry."subjectId" = made."id"
  AND entry."kind" = 'key' AND entry."before" IS NULL
  AND maker."organizationId" = made."organizationId" AND maker."id" = entry."keyId" AND maker."id" <> made."id"
  AND maker."rateLimit" IS NOT NULL
  AND made."kind" = 'secret' AND made."quotaKeyId" IS NULL;
UPDATE "api_keys" AS made SET "quotaKeyId" = old."id"
FROM "api_keys" AS old
WHERE old."organizationId" = made."organizationId" AND old."replacedById" = made."id"
  AND old."rateLimit" IS NOT NULL AND made."quotaKeyId" IS NULL;
