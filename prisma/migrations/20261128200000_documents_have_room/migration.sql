-- compatible
-- Documents that were sent together are delivered together: most of a page get a new version before an old one can be cleared away.
-- So a page has room for as many, and a delivery writes no index of its document.
ALTER TABLE "documents" SET (fillfactor = 60);
