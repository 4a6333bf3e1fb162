-- Not compatible: servers of the version before would take what is deflated for damaged.
ALTER TABLE "stored_files" ADD COLUMN     "dictionary" SMALLINT;
