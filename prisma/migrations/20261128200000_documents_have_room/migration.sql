-- compatible
-- Documents that were sent together are delivered together: nearly all of a page get a new version before an old one can be cleared
-- away. So a page has room for all of them, and a delivery writes no index.
ALTER TABLE "documents" SET (fillfactor = 60);
