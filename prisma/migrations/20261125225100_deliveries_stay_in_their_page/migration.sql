-- compatible
-- An attempt adds its log to a delivery, which is then nearly twice as long: there has to be room for all of a page.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 40);
