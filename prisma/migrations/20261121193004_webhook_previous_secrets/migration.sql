-- What signs beside the present secret goes on doing so.
ALTER TABLE "webhooks" ADD COLUMN     "previousSecrets" JSONB NOT NULL DEFAULT '[]';

UPDATE "webhooks" SET "previousSecrets" = jsonb_build_array(jsonb_build_object(
  'secret', encode("previousSecret", 'base64'),
  'until', to_char("previousSecretUntil" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
WHERE "previousSecret" IS NOT NULL AND "previousSecretUntil" IS NOT NULL;

-- AlterTable
ALTER TABLE "webhooks" DROP COLUMN "previousSecret",
DROP COLUMN "previousSecretUntil";
