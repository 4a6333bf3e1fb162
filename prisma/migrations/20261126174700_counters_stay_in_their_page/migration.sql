-- compatible
-- Each delivery counts for its company and its partner: a new version of their rows stays in its page, where there is room for
-- it, and writes no index.
ALTER TABLE "companies" SET (fillfactor = 80);
ALTER TABLE "partners" SET (fillfactor = 80);
