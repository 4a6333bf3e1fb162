-- compatible
-- Bodies of before may hold what is a secret by the schema of its operation: fields of a shop, headers and credentials of callbacks,
-- codes. Where a request named no operation, or several, the names of those with secrets say it.
UPDATE "request_logs" SET "requestBody" = NULL
WHERE "requestBody" IS NOT NULL AND (
  "operation" IS NULL
  OR "operation" IN (
    'createShop', 'updateShop', 'createFlowWebhook', 'updateFlowWebhook', 'createWebhook', 'onboardCompany', 'onboardCompanies',
    'redeemMigrationKey', 'confirmOwnership', 'exchangeToken', 'revokeToken', 'introspectToken', 'exchangeHandoff', 'getHandoff'
  )
  OR "requestBody" ~ ('createShop|updateShop|createFlowWebhook|updateFlowWebhook|createWebhook|onboardCompan|redeemMigrationKey'
    || '|confirmOwnership|exchangeToken|revokeToken|tokenState|exchangeHandoff|handoffPreview')
);
